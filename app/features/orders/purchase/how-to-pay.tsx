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

/** Amount, day, reference and bank of what is to be paid, each to be copied; of an order or a sheet, its invoice too. */
export function HowToPay({ of, id, toPay: { invoices, bank } }: HowToPayProps) {
  const [isBusy, setBusy] = useState(false);
  const all = writeAll({ invoices, bank });

  async function download() {
    if (of === undefined || id === undefined) return;
    setBusy(true);
    try {
      saveDocument(await callApi(`GET /${of}/{id}/invoice.pdf`, { params: { id }, query: {} }));
    } catch (error) {
      toast.error(describeError(error));
    }
    setBusy(false);
  }

  return (
    <div className={styles.pay}>
      <p className={textStyles.small}>
        By bank transfer. Put {invoices.length > 0 ? "the reference" : "the numbers of the invoices"} into the transfer,
        then we find it at once.
        {bank.length === 0 && " Please ask us for our bank details."}
      </p>
      <dl className={styles.facts}>
        {invoices.map(({ number, amount, dueOn }) => (
          <Fragment key={number}>
            <Line what="Amount" toCopy={amount}>
              <span className={styles.amount}>{formatTotal(amount)}</span>
            </Line>
            <Line what="Due">
              <ShopDay on={dueOn} />
            </Line>
            <Line what="Reference" toCopy={number}>
              {number}
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
            Invoice (PDF)
          </Button>
        )}
        {invoices.length > 0 && (
          <a className={styles.mail} href={writeMail(invoices, all)}>
            <IconMail />
            Mail it to accounts
          </a>
        )}
      </p>
    </div>
  );
}

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
function writeAll({ invoices, bank }: PaymentInstructions): string {
  const due = invoices.flatMap(({ number, amount, dueOn }) => [
    `Amount: ${formatTotal(amount)}`,
    `Due: ${describeDay(dueOn)}`,
    `Reference: ${number}`,
  ]);
  return [...due, ...bank.map(({ label, value }) => `${label}: ${value}`)].join("\n");
}

function writeMail(invoices: PaymentInstructions["invoices"], all: string): string {
  const numbers = invoices.map(({ number }) => number).join(", ");
  const query = { subject: `Please pay invoice ${numbers}`, body: all };
  const written = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `mailto:?${written.join("&")}`;
}
