import { formatTotal } from "#app/contract/money.ts";
import type { OpenInvoiceShown } from "#app/features/money/bank.contract.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { ShortShopDay } from "#app/ui/moment.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { SecondLine } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./bank-table.module.css";
import { badges, type Row, writeSigned } from "./bank-words.ts";

type BankTableProps = {
  rows: Row[];
  open: readonly OpenInvoiceShown[];
  /** Why the last press did not book a line. */
  failures: ReadonlyMap<string, string>;
  busy: string | undefined;
  onBook: (row: Row) => void;
  onChoose: (row: Row) => void;
};

/** The lines of a statement, what each pays, how sure that is and why. */
export function BankTable({ rows, open, failures, busy, onBook, onChoose }: BankTableProps) {
  const columns: Column<Row>[] = [
    { head: "Day", className: joinClasses(textStyles.num, styles.day), cell: ({ day }) => <ShortShopDay on={day} /> },
    {
      head: "Amount",
      align: "right",
      className: joinClasses(textStyles.num, styles.amount),
      cell: ({ amount }) => <b>{writeSigned(amount)}</b>,
    },
    { head: "Text of the bank", className: styles.text, cell: ({ text }) => text },
    { head: "Fits", className: styles.fits, cell: (row) => <Fits row={row} open={open} /> },
    {
      head: "How sure",
      className: styles.sure,
      cell: ({ _id, word, reason }) => (
        <>
          <Badge tone={badges[word].tone}>{badges[word].words}</Badge>
          <SecondLine>{failures.get(_id) ?? reason}</SecondLine>
        </>
      ),
    },
    {
      head: "Book",
      align: "right",
      onlyActions: true,
      className: styles.book,
      cell: (row) => <BookButton row={row} isBusy={busy === row._id} onBook={onBook} onChoose={onChoose} />,
    },
  ];
  return (
    <Table label="Lines of the statement" columns={columns} rows={rows} seen={0} dense grid className={styles.table} />
  );
}

function Fits({ row: { word, invoices, company }, open }: { row: Row; open: readonly OpenInvoiceShown[] }) {
  if (word === "left-out") return <span className={textStyles.soft}>Not for an invoice</span>;
  if (invoices.length === 0) return <span className={textStyles.soft}>No invoice</span>;
  const known = invoices.flatMap((number) => open.find((one) => one.number === number) ?? []);
  const companies = company ? [company] : [...new Set(known.map(({ company }) => company))];
  if (word === "unsure") {
    return (
      <>
        <b>{companies.length === 1 ? companies[0] : `${invoices.length} invoices`}</b>
        <SecondLine>{invoices.length === 1 ? invoices[0] : "choose one"}</SecondLine>
      </>
    );
  }
  const [only, ...others] = known;
  return (
    <>
      <b>{companies.length > 0 ? companies.join(", ") : invoices.join(", ")}</b>
      {companies.length > 0 && (
        <SecondLine>
          {invoices.join(", ")}
          {word === "likely" && only && others.length === 0 && `, ${formatTotal(only.open)} open`}
        </SecondLine>
      )}
    </>
  );
}

type BookButtonProps = { row: Row; isBusy: boolean } & Pick<BankTableProps, "onBook" | "onChoose">;

function BookButton({ row, isBusy, onBook, onChoose }: BookButtonProps) {
  const { word, amount, text } = row;
  if (word === "left-out" || word === "booked") return null;
  const isMatched = word === "certain" || word === "likely";
  const what = `${writeSigned(amount)}, ${text}`;
  return (
    <span className={styles.buttons}>
      {isMatched && (
        <Button kind="line" size="small" busy={isBusy} aria-label={`Book ${what}`} onClick={() => onBook(row)}>
          Book
        </Button>
      )}
      {word !== "certain" && (
        <Button
          kind={isMatched ? "text" : "line"}
          size="small"
          aria-label={`Choose the invoice of ${what}`}
          onClick={() => onChoose(row)}
        >
          {word === "unsure" ? "Choose…" : "Find…"}
        </Button>
      )}
    </span>
  );
}
