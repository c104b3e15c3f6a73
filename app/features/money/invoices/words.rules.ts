import { daysBetween } from "#app/contract/calendar.ts";
import { formatPieces } from "#app/contract/money.ts";
import type { Age, InvoiceState } from "#app/features/money/facts.ts";

/** What people read for the states of an invoice. */
const invoiceStateLabels: Record<InvoiceState, string> = {
  open: "Open",
  "partly-paid": "Partly paid",
  paid: "Paid",
  credited: "Credited",
};

export const ageLabels: Record<Age, string> = {
  "not-due": "Not due",
  "to-30": "1 to 30 days past",
  "to-60": "31 to 60 days past",
  "over-60": "Over 60 days past",
};

const tones = { open: undefined, "partly-paid": "low", paid: "ok", credited: "wait" } as const;

/** Where an invoice stands, in words and a colour; `today` is the day in the shop's time zone. */
export function describeInvoice({ state, dueOn }: { state: InvoiceState; dueOn: string }, today: string) {
  if (state === "open" && dueOn < today) return { words: "Past due", tone: "out" } as const;
  const tone = tones[state];
  return { words: invoiceStateLabels[state], ...(tone && { tone }) };
}

/** How long until a day to pay, or since: "in 30 days", "today", "7 days past". */
export function describeAge(dueOn: string, today: string): string {
  const days = daysBetween(today, dueOn);
  if (days === 0) return "today";
  const count = `${formatPieces(Math.abs(days))} ${Math.abs(days) === 1 ? "day" : "days"}`;
  return days > 0 ? `in ${count}` : `${count} past`;
}

/** "once", "twice", "3 times". */
export function describeTimes(times: number): string {
  if (times === 1) return "once";
  return times === 2 ? "twice" : `${times} times`;
}
