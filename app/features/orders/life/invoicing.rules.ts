import type { Order } from "#app/features/orders/contract.ts";

/** Up to this many sheets are named. */
const NAMED_MAX = 3;

/**
 * What invoicing these orders also does: an invoice takes all lines of a sheet that are ready for it, picked or not.
 * Undefined if each of them was placed alone.
 */
export function sayAlongside(orders: readonly Pick<Order, "sheetNumber">[]): string | undefined {
  const numbers = new Set(orders.map(({ sheetNumber }) => sheetNumber));
  const sheets = [...numbers].filter((number) => number !== null).toSorted((a, b) => a - b);
  const [first] = sheets;
  if (!first) return undefined;
  if (sheets.length === 1) {
    const invoice = numbers.size === 1 ? "the same invoice" : "one invoice";
    return `All accepted orders of Sheet S-${first} that have no invoice yet go on ${invoice}.`;
  }
  const named = new Intl.ListFormat("en-GB").format(sheets.map((number) => `S-${number}`));
  const which = sheets.length > NAMED_MAX ? `these ${sheets.length} sheets` : `Sheets ${named}`;
  return `All accepted orders of ${which} that have no invoice yet are invoiced, with one invoice for each sheet.`;
}
