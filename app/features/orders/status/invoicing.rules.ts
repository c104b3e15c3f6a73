import { addDays, daysBetween } from "#app/contract/calendar.ts";
import { formatPieces } from "#app/contract/money.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { DUE_DAYS, LONG_DUE_DAYS } from "#app/features/orders/rules.ts";

/** What an admin has to know before orders ship: how many of them have no invoice. Undefined if all have one. */
export function describeUninvoiced(orders: readonly Pick<Order, "payment">[]): string | undefined {
  const count = orders.filter(({ payment }) => payment === "pending").length;
  if (count === 0) return undefined;
  if (orders.length === 1) return "This order has no invoice yet.";
  if (count === orders.length) return `None of these ${count} orders has an invoice yet.`;
  return `${count} of these ${orders.length} orders ${count === 1 ? "has" : "have"} no invoice yet.`;
}

/**
 * The day to pay that is proposed for an invoice of today: as agreed with the company, else as usual. Empty when the
 * orders' companies differ in that: then each invoice gets its own without a day.
 */
export function proposeDue(orders: readonly Pick<Order, "termsDays">[], today: string): string {
  const [days = DUE_DAYS, ...others] = new Set(orders.map(({ termsDays }) => termsDays ?? DUE_DAYS));
  return others.length > 0 ? "" : addDays(today, days);
}

/** What is asked about a day to pay that is unusually late; undefined about any other. */
export function askAboutDue(dueOn: string, today: string): string | undefined {
  const days = daysBetween(today, dueOn);
  return days > LONG_DUE_DAYS ? `That is in ${formatPieces(days)} days. Is this day meant?` : undefined;
}

/** Up to this many sheets are named. */
const NAMED_MAX = 3;

/**
 * What invoicing these orders also does: an invoice takes all lines of a sheet that are ready for it, picked or not.
 * Undefined if each of them was placed alone.
 */
export function describeAlongside(orders: readonly Pick<Order, "sheetNumber">[]): string | undefined {
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
