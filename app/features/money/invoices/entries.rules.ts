import { toCents, writeCents } from "#app/contract/money.ts";
import type { PaymentKind } from "#app/features/money/facts.ts";
import type { InvoiceEntry } from "#app/features/money/invoices.contract.ts";

type Booked = {
  booking: string;
  invoiceId: string | null;
  kind: PaymentKind;
  day: string;
  amount: string;
  reference: string | null;
  reason: string | null;
  by: string | null;
  order: number | null;
  isReversed: boolean;
};

type Note = { _id: string; number: string; day: string; amount: string; reason: string; by: string | null };

/**
 * What happened to an invoice's money, the oldest day first: each booking and each credit note once. A booking's amount
 * is what this invoice had of it; what was moved between orders of one invoice is left out, for it comes to nothing.
 */
export function listEntries(
  invoiceId: string,
  booked: readonly Booked[],
  notes: readonly (Note & { order: number | null })[],
): InvoiceEntry[] {
  const bookings = [...Map.groupBy(booked, ({ booking }) => booking)].flatMap(([_id, rows]): InvoiceEntry[] => {
    const own = rows.filter((row) => row.invoiceId === invoiceId);
    const [first] = own;
    const cents = own.reduce((sum, { amount }) => sum + toCents(amount), 0n);
    if (!first || cents === 0n) return [];
    const { kind, day, reference, reason, by } = first;
    const orders = [...new Set(own.flatMap(({ order }) => order ?? []))].toSorted((a, b) => a - b);
    const isReversed = rows.every((row) => row.isReversed);
    const sums = { amount: writeCents(cents), whole: writeCents(sumUnreversed(rows)) };
    return [{ _id, kind, day, ...sums, reference, reason, by, orders, isReversed }];
  });
  const credited = notes.map(({ number, order, ...note }): InvoiceEntry => {
    const about = { kind: "credit-note", reference: number, orders: order === null ? [] : [order] } as const;
    return { ...note, ...about, whole: note.amount, isReversed: false };
  });
  return [...bookings, ...credited].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/** What is not reversed of a booking, in cents; of credit used, what the orders got. */
function sumUnreversed(rows: readonly Booked[]): bigint {
  const counted = rows.filter(
    ({ kind, order, isReversed }) => !isReversed && (kind !== "allocation" || order !== null),
  );
  return counted.reduce((sum, { amount }) => sum + toCents(amount), 0n);
}
