import { daysBetween } from "#app/contract/calendar.ts";
import { formatPieces, formatTotal } from "#app/contract/money.ts";
import type { Age, InvoiceState, PaymentKind } from "#app/features/money/facts.ts";
import type { InvoiceEntry } from "#app/features/money/invoices.contract.ts";

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

/** `open` is what is left to pay, negative if more was paid, where that is known. */
type Described = { state: InvoiceState; dueOn: string; open?: string };

/** Where an invoice stands, in words and a colour; `today` is the day in the shop's time zone. */
export function describeInvoice({ state, dueOn, open }: Described, today: string) {
  if (open?.startsWith("-")) return { words: "To return", tone: "low" } as const;
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

const nouns: Record<PaymentKind | "credit-note", string> = {
  payment: "payment",
  refund: "refund",
  "write-off": "write-off",
  allocation: "use of credit",
  transfer: "transfer",
  reversal: "reversal",
  "credit-note": "credit note",
};

type Share = Pick<InvoiceEntry, "amount" | "whole">;

const sizeOf = (sum: string) => sum.replace("-", "");
const isShare = ({ amount, whole }: Share) => Number(sizeOf(whole)) > Number(sizeOf(amount));

/** Of a booking of which an invoice had a part: "of $973.75 in all". */
export function describeWhole(share: Share): string | undefined {
  return isShare(share) ? `of ${formatTotal(sizeOf(share.whole))} in all` : undefined;
}

/** What the reversal of a booking takes back, and what whoever reverses it has to know. */
export function describeReversal({ kind, ...share }: Share & Pick<InvoiceEntry, "kind">) {
  const here = formatTotal(sizeOf(share.amount));
  const note = [
    "The booking stays, and a second one says the opposite.",
    isShare(share) &&
      `${here} of it is on this invoice; the rest is taken back too, from other invoices or from credit.`,
    kind === "write-off" ? "The buyer does not read of it." : "The buyer reads it in the history of the order.",
  ];
  return { what: `${nouns[kind]} of ${formatTotal(sizeOf(share.whole))}`, note: note.filter(Boolean).join(" ") };
}
