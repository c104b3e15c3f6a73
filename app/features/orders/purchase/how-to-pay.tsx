import { Fragment, type ReactNode, useState } from "react";
import { type AnswerOf, describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import { formatTotal } from "#app/contract/money.ts";
import { saveDocument } from "#app/features/orders/save-document.ts";
import { Button } from "#app/ui/button.tsx";
import { IconDownload, IconMail } from "#app/ui/icons.tsx";
import { ShopDay } from "#app/ui/moment.tsx";
import { describeDay } from "#app/ui/moment-words.ts";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import styles from "./how-to-pay.module.css";

export type PaymentInstructions = AnswerOf<"GET /orders/{id}/paymentInstructions">;

export type Payable = { of: "orders" | "orderSheets"; id: string };

type HowToPayProps = { toPay: PaymentInstructions } & Partial<Payable>;

/**
 * Amount, day, reference and bank of what is to be paid, each to be copied; of an order or a sheet, its invoice too, or
 * before there is one the pro-forma that names the deposit.
 */
export function HowToPay({ of, id, toPay: { invoices, deposit, bank } }: HowToPayProps) {
  const [isBusy, setBusy] = useState(false);
  const debts = deposit ? [{ ...deposit, dueOn: null }] : invoices.map(toDebt);
  const all = writeAll(debts, bank);
  const document = deposit ? "proforma" : "invoice";

  async function download() {
    if (of === undefined || id === undefined) return;
    setBusy(true);
    try {
      saveDocument(await callApi(`GET /${of}/{id}/${document}.pdf`, { params: { id }, query: {} }));
    } catch (error) {
      toast.error(describeError(error));
    }
    setBusy(false);
  }

  return (
    <div className={styles.pay}>
      <p className={textStyles.small}>
        By bank transfer. Put the reference into the transfer, then we find it at once.
        {bank.length === 0 && " Please ask us for our bank details."}
      </p>
      <dl className={styles.facts}>
        {debts.map(({ reference, amount, dueOn }) => (
          <Fragment key={reference}>
            <Line what={dueOn ? "Amount" : "Deposit"} toCopy={amount}>
              <span className={styles.amount}>{formatTotal(amount)}</span>
            </Line>
            <Line what="Due">{dueOn ? <ShopDay on={dueOn} /> : BEFORE_PRODUCTION}</Line>
            <Line what="Reference" toCopy={reference}>
              {reference}
            </Line>
          </Fragment>
        ))}
        {bank.map(({ label, value }) => (
          <Line key={label} what={label} toCopy={value}>
            {value}
          </Line>
        ))}
      </dl>
      <p className={styles.actions} data-unprinted>
        <Button kind="text" size="small" onClick={() => void copy("How to pay", all)}>
          Copy all
        </Button>
        {id !== undefined && (
          <Button kind="text" size="small" busy={isBusy} onClick={() => void download()}>
            <IconDownload />
            {deposit ? "Pro-forma (PDF)" : "Invoice (PDF)"}
          </Button>
        )}
        {debts.length > 0 && (
          <a className={styles.mail} href={writeMail(debts, all)}>
            <IconMail />
            Mail it to accounts
          </a>
        )}
      </p>
    </div>
  );
}

const BEFORE_PRODUCTION = "Before production";

/** An invoice, or without a day the deposit. */
type Debt = { reference: string; amount: string; dueOn: string | null };

const toDebt = ({ number, ...invoice }: PaymentInstructions["invoices"][number]): Debt => ({
  ...invoice,
  reference: number,
});

function Line({ what, toCopy, children }: { what: string; toCopy?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>{children}</dd>
      {toCopy && (
        <dd>
          <Button
            kind="text"
            size="small"
            className={styles.copy}
            aria-label={`Copy ${what.toLowerCase()}`}
            onClick={() => void copy(what, toCopy)}
          >
            Copy
          </Button>
        </dd>
      )}
    </div>
  );
}

async function copy(what: string, text: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => toast.success(`${what} copied.`),
    () => toast.warning("This browser does not let pages copy. Please select it."),
  );
}

/** All of it as lines, for a mail or a form of a bank. */
function writeAll(debts: readonly Debt[], bank: PaymentInstructions["bank"]): string {
  const due = debts.flatMap(({ reference, amount, dueOn }) => [
    `${dueOn ? "Amount" : "Deposit"}: ${formatTotal(amount)}`,
    `Due: ${dueOn ? describeDay(dueOn) : BEFORE_PRODUCTION}`,
    `Reference: ${reference}`,
  ]);
  return [...due, ...bank.map(({ label, value }) => `${label}: ${value}`)].join("\n");
}

function writeMail(debts: readonly Debt[], all: string): string {
  const what = debts.some(({ dueOn }) => dueOn === null) ? "the deposit of" : "invoice";
  const query = { subject: `Please pay ${what} ${debts.map(({ reference }) => reference).join(", ")}`, body: all };
  const written = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `mailto:?${written.join("&")}`;
}
