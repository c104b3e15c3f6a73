import writeWorkbook from "write-excel-file/node";
import { type Cell, type Separator, toLine, UTF8_MARK } from "#app/contract/csv.ts";
import type { AccountRow } from "./queries.server.ts";

type Column = {
  head: string;
  read: (row: AccountRow) => string | null;
  is: "day" | "money" | "text";
  /** Whether documents and payments have it; without it both. */
  only?: "documents" | "payments";
};

/** New columns come last: programs read these by their place. */
const columns: readonly Column[] = [
  { head: "Day", read: ({ day }) => day, is: "day" },
  { head: "Kind", read: ({ kind }) => kinds.get(kind) ?? kind, is: "text" },
  { head: "Number", read: ({ number }) => number, is: "text", only: "documents" },
  { head: "Invoice", read: ({ invoice }) => invoice, is: "text" },
  { head: "Company", read: ({ company }) => company, is: "text" },
  { head: "Name", read: ({ name }) => name, is: "text" },
  { head: "Email", read: ({ email }) => email, is: "text" },
  { head: "Country", read: ({ country }) => country, is: "text", only: "documents" },
  { head: "Tax number", read: ({ taxNumber }) => taxNumber, is: "text", only: "documents" },
  { head: "Net", read: ({ net }) => net, is: "money", only: "documents" },
  { head: "Tax rate", read: ({ taxRate }) => taxRate, is: "text", only: "documents" },
  { head: "Tax", read: ({ tax }) => tax, is: "money", only: "documents" },
  { head: "Amount", read: ({ amount }) => amount, is: "money" },
  { head: "Due", read: ({ dueOn }) => dueOn, is: "day", only: "documents" },
  { head: "Paid", read: ({ paidOn }) => paidOn, is: "day", only: "documents" },
  { head: "Left to pay", read: ({ open }) => open, is: "money", only: "documents" },
  { head: "PO number", read: ({ poNumber }) => poNumber, is: "text", only: "documents" },
  { head: "Reference", read: ({ reference }) => reference, is: "text", only: "payments" },
  { head: "Reason", read: ({ reason }) => reason, is: "text" },
  { head: "Booked by", read: ({ by }) => by, is: "text" },
];

const kinds = new Map([
  ["invoice", "Invoice"],
  ["credit-note", "Credit note"],
  ["payment", "Payment"],
  ["refund", "Refund"],
  ["write-off", "Written off"],
  ["reversal", "Reversal"],
]);

/** All rows as one table (RFC 4180). */
export function writeCsv(rows: readonly AccountRow[], separator: Separator | undefined): string {
  const lines = [
    columns.map(({ head }) => head),
    ...rows.map((row) => columns.map((column) => toCsvCell(column, row))),
  ];
  return `${UTF8_MARK}${lines.map((cells) => toLine(cells, separator)).join("")}`;
}

function toCsvCell({ read, is }: Column, row: AccountRow): Cell {
  const value = read(row);
  if (value === null || is === "day") return value;
  return is === "money" ? Number(value) : { label: value };
}

type Sheets = Record<"invoices" | "creditNotes" | "payments", readonly AccountRow[]>;

/** A workbook (Office Open XML) with a sheet for each kind, in which days are days and money is numbers. */
export function writeXlsx({ invoices, creditNotes, payments }: Sheets): Promise<Buffer> {
  return writeWorkbook([
    toSheet("Invoices", "documents", invoices),
    toSheet("Credit notes", "documents", creditNotes),
    toSheet("Payments", "payments", payments),
  ]).toBuffer();
}

const WIDTHS = { day: 12, money: 14, text: 22 };

function toSheet(name: string, kind: NonNullable<Column["only"]>, rows: readonly AccountRow[]) {
  const shown = columns.filter(({ only }) => only === undefined || only === kind);
  const heads = shown.map(({ head }) => ({ value: head, type: String, fontWeight: "bold" as const }));
  const data = [heads, ...rows.map((row) => shown.map((column) => toXlsxCell(column, row)))];
  return { sheet: name, data, columns: shown.map(({ is }) => ({ width: WIDTHS[is] })), stickyRowsCount: 1 };
}

function toXlsxCell({ read, is }: Column, row: AccountRow) {
  const value = read(row);
  if (value === null) return null;
  if (is === "money") return { value: Number(value), type: Number, format: "#,##0.00" };
  if (is === "day") return { value: new Date(`${value}T00:00:00Z`), type: Date, format: "yyyy-mm-dd" };
  return { value, type: String };
}
