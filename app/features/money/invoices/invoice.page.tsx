import { useState } from "react";
import { data, Link, useRevalidator } from "react-router";
import { describeError } from "#app/client/api.ts";
import { LoadError } from "#app/client/load-error.tsx";
import { orUndefinedOn404 } from "#app/client/or-undefined-on-404.ts";
import { protectedLoader, type Signed } from "#app/client/protected.ts";
import { callApi, useMay } from "#app/client/session.ts";
import { useShopToday } from "#app/client/shop-time.ts";
import { pageTitle } from "#app/content/brand.ts";
import { formatTotal } from "#app/contract/money.ts";
import { toPhoneLink, writePhone } from "#app/contract/phone.ts";
import { namePo } from "#app/contract/po.ts";
import type { InvoicePage } from "#app/features/money/invoices.contract.ts";
import { FailedMails } from "#app/features/orders/failed-mails/failed-mails.tsx";
import { saveDocument } from "#app/features/orders/save-document.ts";
import { ProofDialog } from "#app/forms/proof-dialog.tsx";
import { NotFoundBesideMenu } from "#app/frame/not-found-picture.tsx";
import { Button } from "#app/ui/button.tsx";
import { Crumb } from "#app/ui/crumb.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { ShopDay } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/invoice.page.ts";
import styles from "./invoice.page.module.css";
import { InvoiceActions } from "./invoice-actions.tsx";
import { InvoiceBadge } from "./invoice-badge.tsx";
import { InvoiceEntries } from "./invoice-entries.tsx";
import { InvoiceLines } from "./invoice-lines.tsx";
import { formatSigned } from "./invoices-table.tsx";
import { describeAge, describeTimes } from "./words.rules.ts";

export const loader = protectedLoader("admin", async ({ params, callApi }: Signed<Route.LoaderArgs>) => {
  const isNumber = /^\d{4}-\d{5,9}$/.test(params.number);
  const invoice = isNumber ? await orUndefinedOn404(callApi("GET /invoices/{number}", { params })) : undefined;
  return data({ invoice }, invoice ? undefined : { status: 404 });
});

export const handle = { name: "Invoice" };

export const meta: Route.MetaFunction = ({ loaderData, params }) => {
  const isMissing = loaderData !== undefined && loaderData.invoice === undefined;
  return [{ title: pageTitle(isMissing ? "Not found" : `Invoice ${params.number}`) }];
};

export default function OneInvoicePage({ loaderData: { invoice } }: Route.ComponentProps) {
  return invoice ? <OneInvoice invoice={invoice} /> : <NotFoundBesideMenu />;
}

function OneInvoice({ invoice }: { invoice: InvoicePage }) {
  const today = useShopToday();
  const may = useMay();
  const { revalidate } = useRevalidator();
  const { number, company, name, poNumber, lines, sheet } = invoice;
  return (
    <>
      <Crumb>
        <Link to="/dashboard/invoices">Invoices</Link>
      </Crumb>
      <div className={styles.head}>
        <div>
          <h1 className={textStyles.num}>Invoice {number}</h1>
          <p className={textStyles.small}>
            <b>{company ?? name}</b>
            <span className={textStyles.soft}>
              {poNumber && ` · ${namePo(poNumber)}`}
              {sheet !== null && (
                <>
                  {" · "}
                  <Link to={`/dashboard/ordersheets/${sheet}`}>Sheet S-{sheet}</Link>
                </>
              )}
              {sheet === null && lines[0] && (
                <>
                  {" · "}
                  <Link to={`/dashboard/orders/${lines[0].number}`}>Order {lines[0].number}</Link>
                </>
              )}
            </span>
          </p>
        </div>
        <Print number={number} />
      </div>
      <FailedMails mails={invoice.deadMails} />
      <section className={styles.now} data-ground="denim" aria-label="What is left to pay">
        <div>
          <h2 className={styles.open}>{sayOpen(invoice, today)}</h2>
          <p className={styles.due}>
            <SayDays invoice={invoice} />
          </p>
        </div>
        {may("manage-money") && <InvoiceActions invoice={invoice} onDone={revalidate} />}
      </section>
      <div className={styles.page}>
        <div className={styles.column}>
          <SheetPart title="Lines" plain>
            <InvoiceLines invoice={invoice} />
          </SheetPart>
          <SheetPart title="Payments and credit notes" plain>
            <InvoiceEntries invoice={invoice} mayReverse={may("manage-money")} onDone={revalidate} />
          </SheetPart>
        </div>
        <div className={styles.column}>
          <SheetPart title="Days" plain>
            <dl className={styles.facts}>
              <dt>State</dt>
              <dd>
                <InvoiceBadge invoice={invoice} today={today} />
              </dd>
              <dt>Invoice date</dt>
              <dd>
                <ShopDay on={invoice.issuedOn} />
              </dd>
              <dt>Due</dt>
              <dd className={isLate(invoice, today) ? styles.late : undefined}>
                <ShopDay on={invoice.dueOn} />
              </dd>
            </dl>
          </SheetPart>
          <BillTo invoice={invoice} />
          <SheetPart title="Reminders" plain>
            {invoice.remindings.length === 0 && <p className={textStyles.soft}>None was sent.</p>}
            <ol className={styles.reminders}>
              {invoice.remindings.map(({ _id, day, by, invoices }) => (
                <li key={_id}>
                  <ShopDay on={day} />
                  <span className={textStyles.soft}>
                    {by && `by ${by}, `}
                    {invoices === 1 ? "1 invoice" : `${invoices} invoices`} attached
                  </span>
                </li>
              ))}
            </ol>
          </SheetPart>
          <Account invoice={invoice} />
        </div>
      </div>
      <ProofDialog />
    </>
  );
}

const isLate = ({ open, dueOn }: InvoicePage, today: string) => Number(open) > 0 && dueOn < today;

function sayOpen({ open, dueOn, state }: InvoicePage, today: string): string {
  if (Number(open) > 0) return `${formatTotal(open)} open, ${sayWhen(dueOn, today)}`;
  if (Number(open) < 0) return `${formatTotal(open.slice(1))} to be returned`;
  return state === "credited" ? "Credited, nothing is open" : "Paid, nothing is open";
}

function sayWhen(dueOn: string, today: string): string {
  const age = describeAge(dueOn, today);
  return dueOn < today ? `${age} due` : `due ${age}`;
}

function SayDays({ invoice: { dueOn, reminders, remindedOn } }: { invoice: InvoicePage }) {
  return (
    <>
      Due <ShopDay on={dueOn} />.{" "}
      {remindedOn ? (
        <>
          Reminded {describeTimes(reminders)}
          {reminders === 1 ? " on " : ", last on "}
          <ShopDay on={remindedOn} />.
        </>
      ) : (
        "Not reminded yet."
      )}
    </>
  );
}

function Print({ number }: { number: string }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function print() {
    setBusy(true);
    setProblem(undefined);
    try {
      saveDocument(await callApi("GET /invoices/{number}/invoice.pdf", { params: { number }, query: {} }));
    } catch (error) {
      setProblem(describeError(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className={styles.print}>
      <Button kind="line" size="small" busy={isBusy} onClick={() => void print()}>
        <IconDownload />
        PDF
      </Button>
      {problem && <p role="alert">{problem}</p>}
    </div>
  );
}

function BillTo({ invoice: { billTo, email } }: { invoice: InvoicePage }) {
  const { company, name, address, phone } = billTo;
  return (
    <SheetPart title="Bill to" plain>
      <p className={styles.address} dir="auto">
        <b>{company ?? name}</b>
        {"\n"}
        {address}
      </p>
      <p className={styles.address}>
        {company && `${name}\n`}
        <a href={`mailto:${email}`}>{email}</a>
        {phone && (
          <>
            {"\n"}
            <a href={toPhoneLink(phone)}>{writePhone(phone)}</a>
          </>
        )}
      </p>
    </SheetPart>
  );
}

/** What its company, or its buyer who belongs to none, owes in all. */
function Account({ invoice: { account, companyId } }: { invoice: InvoicePage }) {
  const { invoices, open, pastDue, credit, creditLimit } = account;
  return (
    <SheetPart title={companyId ? <Link to={`/dashboard/invoices?company=${companyId}`}>Company</Link> : "Buyer"} plain>
      <dl className={joinClasses(styles.facts, styles.sums)}>
        <dt>Open, {invoices === 1 ? "1 invoice" : `${invoices} invoices`}</dt>
        <dd>{formatTotal(open)}</dd>
        <dt>Past due</dt>
        <dd className={Number(pastDue) > 0 ? styles.late : undefined}>{formatTotal(pastDue)}</dd>
        <dt>Credit</dt>
        <dd>{formatSigned(credit)}</dd>
        {creditLimit && (
          <>
            <dt>Credit limit</dt>
            <dd>{formatTotal(creditLimit)}</dd>
          </>
        )}
      </dl>
    </SheetPart>
  );
}

export function ErrorBoundary() {
  return <LoadError title="The invoice did not load" />;
}
