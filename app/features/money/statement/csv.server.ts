import { type Cell, type Separator, toLine, UTF8_MARK } from "#app/contract/csv.ts";
import type { Statement } from "#app/features/money/statement.contract.ts";
import { entryLabels } from "./statement.rules.ts";

/** New columns come last: programs read these by their place. */
const columns: [heading: string, read: (entry: Statement["entries"][number]) => Cell][] = [
  ["Day", ({ day }) => day],
  ["Entry", ({ kind }) => entryLabels[kind]],
  ["Number", ({ number }) => number && { label: number }],
  ["About", ({ about }) => ({ label: about })],
  ["Amount", ({ amount }) => Number(amount)],
  ["Balance", ({ balance }) => Number(balance)],
  ["Invoices", ({ invoices }) => (invoices.length > 0 ? { label: invoices.join(", ") } : null)],
];

/** The entries of a statement as CSV (RFC 4180), between its opening and its closing balance. */
export function writeStatement({ from, to, opening, closing, entries }: Statement, separator?: Separator): string {
  const lines: Cell[][] = [
    columns.map(([heading]) => heading),
    [from, "Opening balance", null, null, null, Number(opening), null],
    ...entries.map((entry) => columns.map(([, read]) => read(entry))),
    [to, "Balance", null, null, null, Number(closing), null],
  ];
  return `${UTF8_MARK}${lines.map((line) => toLine(line, separator)).join("")}`;
}
