import { createHash } from "node:crypto";
import { addDays, dayAt } from "#app/contract/calendar.ts";
import type { Seller } from "#app/features/documents/facts.ts";
import { gatherFacts } from "#app/features/documents/gather.server.ts";
import { listBilled } from "#app/features/documents/rules.ts";
import { DUE_DAYS } from "#app/features/orders/rules.ts";
import type { Story } from "./stories.ts";

type Options = { seller: Seller; timeZone: string; idAt: (ms: number) => string };

/**
 * One invoice for each sheet or order alone of which something was invoiced, numbered in each year as they were issued.
 */
export function planInvoices(stories: readonly Story[], { seller, timeZone, idAt }: Options) {
  const invoiced = stories.flatMap((story) => {
    const at = story.happenings.find(({ move }) => move?.to === "invoiced")?.at;
    return at === undefined ? [] : [{ ...story, at }];
  });
  const issued = [...Map.groupBy(invoiced, ({ order }) => order.sheetId ?? order.id).values()]
    .map((lines) => ({ lines, at: Math.min(...lines.map(({ at }) => at)) }))
    .toSorted((a, b) => a.at - b.at);
  const last = new Map<number, number>();
  const invoices = issued.map(({ lines, at }) => {
    const issuedOn = dayAt(at, timeZone);
    const dueOn = addDays(issuedOn, DUE_DAYS);
    const year = Number(issuedOn.slice(0, 4));
    const serial = (last.get(year) ?? 0) + 1;
    last.set(year, serial);
    const number = `${year}-${String(serial).padStart(5, "0")}`;
    const createdAt = new Date(at).toISOString();
    const dated = { seller, timeZone, at: createdAt, invoice: { number, dueOn } };
    const content = JSON.stringify(
      gatherFacts({ kind: "invoice", ...toSource(lines), lines: lines.map(toLine), ...dated }),
    );
    const sha256 = createHash("sha256").update(content).digest("hex");
    const sheetId = lines[0]?.order.sheetId ?? null;
    return { id: idAt(at), year, serial, number, createdAt, issuedOn, dueOn, sheetId, content, sha256 };
  });
  const invoicedOrders = issued.flatMap(({ lines }, index) =>
    listBilled(lines.map(toLine)).map((billed) => ({ ...billed, invoiceId: invoices[index]?.id ?? "" })),
  );
  const billed = new Map(invoicedOrders.map((one) => [one.orderId, one]));
  // One transfer pays what was paid of an invoice on one day.
  const bookings = new Map<string, string>();
  const payments = invoiced
    .flatMap((story) => listPayments(story, billed.get(story.order.id)))
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, ...payment }) => {
      const [id, day] = [idAt(at), dayAt(at, timeZone)];
      const transfer = `${payment.invoiceId} ${payment.kind} ${day}`;
      const booking = bookings.get(transfer) ?? id;
      bookings.set(transfer, booking);
      return { ...payment, id, booking, day, createdAt: new Date(at).toISOString() };
    });
  return { invoices, invoicedOrders, payments, serials: [...last].map(([year, serial]) => ({ year, serial })) };
}

/** What was paid for an order, and what was refunded; neither was credited, so a refund is given up again. */
function listPayments({ order, happenings }: Story, billed: { invoiceId: string; amount: string } | undefined) {
  if (!billed) return [];
  const { invoiceId, amount } = billed;
  const of = { orderId: order.id, userId: order.userId, invoiceId, reason: null };
  const when = (to: string) => happenings.find(({ move }) => move?.to === to)?.at;
  const [paid, refunded] = [when("paid"), when("refunded")];
  return [
    ...(paid === undefined ? [] : [{ ...of, kind: "payment", amount, at: paid }]),
    ...(refunded === undefined
      ? []
      : [
          { ...of, kind: "refund", amount: `-${amount}`, at: refunded },
          { ...of, kind: "write-off", amount, at: refunded, reason: "Refunded without a credit note" },
        ]),
  ];
}

/** The sheet, or the order that was placed alone. */
function toSource([first]: readonly Story[]) {
  if (!first) throw new Error("an invoice of the demo's year has no order");
  const { order, buyer } = first;
  const { company, country } = buyer;
  const { sheetId, sheetNumber } = order;
  const unsaid = { taxNumber: null, note: null, shipTo: null, billTo: null };
  if (sheetId === null || sheetNumber === null) {
    return { of: "order" as const, source: { ...order, company, country, ...unsaid } };
  }
  return {
    of: "sheet" as const,
    source: { ...order, company, country, ...unsaid, id: sheetId, number: sheetNumber },
  };
}

/** As the order stood when it was invoiced. */
function toLine({ order, trim, at, happenings }: Story) {
  const shipment = happenings.find((one) => one.shipment && one.at < at)?.shipment;
  const { id, number, productName, orderQuantity, unitPrice, total, review, shipping, payment, dueOn, depositPercent } =
    order;
  return {
    ...{
      id,
      order: number,
      article: trim.number,
      item: productName,
      line: trim.line,
      pieces: orderQuantity,
      billed: orderQuantity,
    },
    ...{ packingUnit: trim.packingUnit ?? null, unitPrice, total, review, shipping, payment, dueOn, depositPercent },
    ...{ carrier: shipment?.carrier ?? null, trackingNumber: shipment?.trackingNumber ?? null },
  };
}
