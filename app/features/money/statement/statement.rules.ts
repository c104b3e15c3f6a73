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

/** The first day of the quarter before the one of this day: from there a statement begins unless somebody asks otherwise. */
export function startOfLastQuarter(today: string): string {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const quarter = Math.floor((month - 1) / 3);
  return quarter === 0 ? `${year - 1}-10-01` : `${year}-${String((quarter - 1) * 3 + 1).padStart(2, "0")}-01`;
}
