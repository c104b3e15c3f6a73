import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import { formatTotal, toCents } from "#app/contract/money.ts";
import { PaperButton } from "#app/features/money/paper-button.tsx";
import type { Statement } from "#app/features/money/statement.contract.ts";
import { HowToPay } from "#app/features/orders/purchase/how-to-pay.tsx";
import { saveDocument } from "#app/features/orders/save-document.ts";
import { DownloadButton } from "#app/lists/download-button.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/field.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { ShopDay } from "#app/ui/moment.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { describeEntry, entryLabels, listPeriods, payAtOnce } from "./statement.rules.ts";
import styles from "./statement-view.module.css";

/** The period that an address asks for. */
export function readPeriod(href: string): { from?: string; to?: string } {
  const params = new URL(href).searchParams;
  const [from, to] = [params.get("from"), params.get("to")];
  return { ...(from && { from }), ...(to && { to }) };
}

export const HEADING = "Statement of account";

type ViewProps = {
  statement: Statement;
  /** For staff: whose it is. */
  of?: { company?: string | undefined; buyer?: string | undefined } | undefined;
};

/** What is open, and what was invoiced, paid and credited, with the balance after each. */
export function StatementView({ statement, of }: ViewProps) {
  const { name, from, to, opening, closing, entries } = statement;
  const query = { ...of, from, to };
  return (
    <>
      <PageHead>
        <h1 tabIndex={-1}>{HEADING}</h1>
        <div className={styles.actions} data-unprinted>
          <PdfButton query={query} />
          <DownloadButton
            name="statement"
            size="small"
            load={async (separator) => {
              return (await callApi("GET /statement.csv", { query: { ...query, separator } })).data;
            }}
          >
            CSV
          </DownloadButton>
        </div>
      </PageHead>
      <p className={textStyles.soft}>
        {name}, <ShopDay on={from} /> to <ShopDay on={to} />, in US dollars
      </p>
      <div className={styles.columns}>
        <OpenPart statement={statement} isStaff={of !== undefined} />
        <div>
          <PeriodChoice statement={statement} />
          <table className={styles.entries}>
            <caption className="sr">Entries of the statement</caption>
            <thead>
              <tr>
                <th scope="col">Entry</th>
                <th scope="col">Amount</th>
                <th scope="col">Balance</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">
                  Opening balance
                  <small>
                    <ShopDay on={from} />
                  </small>
                </th>
                <td />
                <td>{formatTotal(opening)}</td>
              </tr>
              {entries.map(({ day, kind, number, amount, balance, ...entry }) => (
                <tr key={[day, kind, number, amount, balance].join()}>
                  <th scope="row">
                    {entryLabels[kind]} {number && <PaperButton number={number} />}
                    <small>
                      <ShopDay on={day} />
                      {describeEntry(entry) && `, ${describeEntry(entry)}`}
                    </small>
                  </th>
                  <td data-taken={toCents(amount) < 0n || undefined}>{formatTotal(amount)}</td>
                  <td>{formatTotal(balance)}</td>
                </tr>
              ))}
              <tr className={styles.last}>
                <th scope="row">
                  Balance
                  <small>
                    <ShopDay on={to} />
                  </small>
                </th>
                <td />
                <td>{formatTotal(closing)}</td>
              </tr>
            </tbody>
          </table>
          {entries.length === 0 && <p className={styles.none}>Nothing was invoiced, paid or credited in this time.</p>}
        </div>
      </div>
    </>
  );
}

function PeriodChoice({ statement: { from, to, today } }: { statement: Statement }) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const periods = listPeriods(today);
  const chosen = periods.findIndex((period) => period.from === from && period.to === to);
  return (
    <Select
      label="Period"
      className={styles.period}
      value={String(chosen)}
      onChange={({ target }) => {
        const period = periods[Number(target.value)];
        if (!period) return;
        const search = new URLSearchParams(params);
        search.set("from", period.from);
        search.set("to", period.to);
        void navigate({ search: String(search) }, { preventScrollReset: true });
      }}
    >
      {chosen < 0 && <option value="-1">Other days</option>}
      {periods.map((period, at) => (
        <option key={period.words} value={at}>
          {period.words}
        </option>
      ))}
    </Select>
  );
}

function PdfButton({ query }: { query: { from: string; to: string } }) {
  const [isBusy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      saveDocument(await callApi("GET /statement.pdf", { query }));
    } catch (error) {
      toast.error(describeError(error));
    }
    setBusy(false);
  }
  return (
    <Button kind="line" size="small" busy={isBusy} onClick={() => void download()}>
      <IconDownload />
      PDF
    </Button>
  );
}

/** What is open today, and for buyers how to pay it. */
function OpenPart({ statement, isStaff }: { statement: Statement; isStaff: boolean }) {
  const { open, owed, credit, deposits, openDeposits, bank, today } = statement;
  const late = open.filter(({ dueOn }) => dueOn < today).length;
  return (
    <div className={styles.beside}>
      <SheetPart title={isStaff ? "Open today" : "You owe"}>
        <p className={styles.owed}>{formatTotal(owed)}</p>
        {open.length > 0 && (
          <ul className={styles.open}>
            {open.map(({ number, dueOn, amount }) => (
              <li key={number}>
                <span>
                  <PaperButton number={number} />
                  <small data-late={dueOn < today || undefined}>
                    {dueOn < today ? "was due " : "due "}
                    <ShopDay on={dueOn} />
                  </small>
                </span>
                <b>{formatTotal(amount)}</b>
              </li>
            ))}
          </ul>
        )}
        <p>
          {late > 0 ? (
            <Badge tone="out">{late === 1 ? "1 past due" : `${late} past due`}</Badge>
          ) : (
            <Badge tone="ok">Nothing overdue</Badge>
          )}
        </p>
        {openDeposits.map(({ order, sheet, amount }) => (
          <p key={order}>
            Deposit of <b>{formatTotal(amount)}</b> before production of{" "}
            {sheet === null ? (
              <Link to={`/dashboard/orders/${order}`}>No. {order}</Link>
            ) : (
              <Link to={`/dashboard/ordersheets/${sheet}`}>S-{sheet}</Link>
            )}
            , not paid yet
          </p>
        ))}
        {toCents(deposits) > 0n && <p>Deposits, not invoiced yet: {formatTotal(deposits)}</p>}
        {toCents(credit) > 0n && <p>Credit, not used yet: {formatTotal(credit)}</p>}
      </SheetPart>
      {!isStaff && open.length > 0 && (
        <SheetPart title="How to pay">
          <HowToPay toPay={{ invoices: payAtOnce(statement), deposit: null, bank }} />
        </SheetPart>
      )}
    </div>
  );
}
