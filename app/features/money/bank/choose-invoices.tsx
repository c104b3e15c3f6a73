import { useState } from "react";
import { formatTotal } from "#app/contract/money.ts";
import type { OpenInvoiceShown } from "#app/features/money/bank.contract.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { ShortShopDay } from "#app/ui/moment.tsx";
import { Pick } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import { describeBooking, findInvoices, type Row, writeSigned } from "./bank-words.ts";
import styles from "./choose-invoices.module.css";

type ChooseInvoicesProps = {
  /** The line that is to be booked; the dialog is open while there is one. */
  row: Row | undefined;
  open: readonly OpenInvoiceShown[];
  isBusy: boolean;
  onBook: (row: Row, numbers: readonly string[]) => void;
  onClose: () => void;
};

/** More are found by typing. */
const MOST_SHOWN = 20;

/** Lets somebody choose what a line pays: those that it may be come first. */
export function ChooseInvoices({ row, open, isBusy, onBook, onClose }: ChooseInvoicesProps) {
  const first = row?.invoices ?? [];
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>(first.length === 1 || row?.word === "likely" ? first : []);
  const found = findInvoices(open, typed, first);
  const shown =
    typed === "" && first.length > 1 ? found.slice(0, Math.max(first.length, 5)) : found.slice(0, MOST_SHOWN);
  const picked = chosen.flatMap((number) => open.find((one) => one.number === number) ?? []);
  return (
    <Dialog
      title={row ? `Book ${writeSigned(row.amount)}` : ""}
      open={row !== undefined}
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Not now
          </Button>
          <Button disabled={chosen.length === 0} busy={isBusy} onClick={() => row && onBook(row, chosen)}>
            Book
          </Button>
        </>
      }
    >
      <p>
        {row?.text} <span className={textStyles.soft}>{row && <ShortShopDay on={row.day} />}</span>
      </p>
      <Field
        label="Find an invoice by number, company or amount"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul className={styles.found}>
        {shown.map(({ number, company, open: rest, dueOn }) => (
          <li key={number}>
            <Pick
              picked={chosen.includes(number)}
              onPick={() =>
                setChosen((all) => (all.includes(number) ? all.filter((one) => one !== number) : [...all, number]))
              }
            >
              <span className={styles.invoice}>
                <b>{company}</b>
                <span className={textStyles.num}>{formatTotal(rest)}</span>
                <span className={textStyles.soft}>{number}</span>
                <span className={textStyles.soft}>
                  due <ShortShopDay on={dueOn} />
                </span>
              </span>
            </Pick>
          </li>
        ))}
      </ul>
      <p role="status" className={textStyles.soft}>
        {shown.length === 0 ? "No open invoice is like that." : row && describeBooking(row.amount, picked)}
      </p>
    </Dialog>
  );
}
