import type { EntryKind } from "#app/features/money/facts.ts";

/** What people read for each kind of entry. */
export const entryLabels: Record<EntryKind, string> = {
  invoice: "Invoice",
  "credit-note": "Credit note",
  payment: "Payment",
  refund: "Refund",
  "write-off": "Written off",
  allocation: "Credit used",
  transfer: "Transfer",
  reversal: "Reversal",
};

/** More numbers than these say less than how many there are. */
const MOST_NAMED = 3;

/** What an entry is about in words, and of money the invoices that it was for, unless the bank has said so. */
export function describeEntry({ about, invoices }: { about: string; invoices: readonly string[] }): string {
  const unsaid = invoices.filter((number) => !about.includes(number));
  if (unsaid.length === 0) return about;
  const what = unsaid.length > MOST_NAMED ? `${unsaid.length} invoices` : unsaid.join(", ");
  return [about, `for ${what}`].filter(Boolean).join(", ");
}

/** The first day of the quarter before the one of this day: from there a statement begins unless somebody asks otherwise. */
export function startOfLastQuarter(today: string): string {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const quarter = Math.floor((month - 1) / 3);
  return quarter === 0 ? `${year - 1}-10-01` : `${year}-${String((quarter - 1) * 3 + 1).padStart(2, "0")}-01`;
}

/** The periods that the page offers: days from and to, and their name. */
export function listPeriods(today: string): { from: string; to: string; words: string }[] {
  const year = Number(today.slice(0, 4));
  return [
    { from: startOfLastQuarter(today), to: today, words: "This quarter and last" },
    { from: `${year}-01-01`, to: today, words: "This year" },
    { from: `${year - 1}-01-01`, to: `${year - 1}-12-31`, words: "Last year" },
    { from: "1900-01-01", to: today, words: "All" },
  ];
}

type Debt = { number: string; dueOn: string; amount: string };

/** One transfer for all that is open: the numbers of the invoices, their sum, and the first day on which one is due. */
export function payAtOnce({ open, owed }: { open: readonly Debt[]; owed: string }): Debt[] {
  const [first] = open.map(({ dueOn }) => dueOn).toSorted();
  if (first === undefined) return [];
  return [{ number: open.map(({ number }) => number).join(", "), dueOn: first, amount: owed }];
}
