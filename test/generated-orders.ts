import { dayAt } from "#app/contract/calendar.ts";
import type { TestApp } from "./app.ts";
import { newOrder, newSheet } from "./builders.ts";
import type { Likely } from "./generated.ts";
import { call, type TestPerson } from "./people.ts";

type Staged = { shop: Pick<TestApp, "app">; buyer: TestPerson; admin: TestPerson; trim: { id: string; name: string } };

/** Of each kind so many, because an accepted call uses one up. */
const EACH = 4;

/**
 * Orders in the states that the calls about orders and money start from, and what these calls are likely
 * to say, by their keys. They belong to a buyer of their own.
 */
export async function stageOrders({ shop, buyer, admin, trim }: Staged): Promise<Record<string, Likely>> {
  const send = async (target: string, as: TestPerson, body?: object) => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const response: Response = await call(shop, target, { as, headers, ...(body && { body }) });
    if (response.status !== 200) throw new Error(`${target} was answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const move = (id: string, track: string, from: string, to: string) =>
    send(`POST /orders/${id}/moves`, admin, { track, from, to });
  const deliver = (id: string) =>
    send("POST /deliveries", admin, { lines: [{ order: id, pieces: 10, before: 0 }], carrier: "DHL" });

  async function place(...states: ("accepted" | "packed" | "part" | "invoiced")[]): Promise<string> {
    const { insertedId: id } = await send("POST /orders", buyer, newOrder(buyer, trim));
    if (states.includes("accepted")) await move(id, "review", "in-review", "accepted");
    if (states.includes("packed")) await move(id, "shipping", "pending", "packed");
    if (states.includes("part")) await deliver(id);
    if (states.includes("invoiced")) await move(id, "payment", "pending", "invoiced");
    return id;
  }
  const some = async <One>(make: () => Promise<One>): Promise<One[]> => {
    const made: One[] = [];
    while (made.length < EACH) made.push(await make());
    return made;
  };
  const sendSheet = async () => (await send("POST /orderSheets", buyer, newSheet(buyer, [trim]))).insertedId;
  const bill = async () => {
    const order = await place("accepted", "invoiced");
    const { billed } = await send(`GET /orders/${order}`, admin);
    return { order, number: String(billed.invoice), open: String(billed.amount) };
  };

  const [open, charged, packed, parts] = [
    await some(() => place()),
    await some(() => place()),
    await some(() => place("accepted", "packed")),
    await some(() => place("accepted", "packed", "part")),
  ];
  const delivered = await some(async () => (await deliver(await place("accepted", "packed"))).insertedId);
  const waiting = await some(() => place("accepted"));
  const run = (await send("POST /printRuns", admin, { kind: "pick", ids: waiting })).insertedId;
  const sheets = [await some(sendSheet), await some(sendSheet)];
  const bills = await some(bill);
  const [toCredit, toBook, toReverse] = [await some(bill), await some(bill), await some(bill)];
  const today = dayAt(new Date(), "UTC");
  const bookings = await Promise.all(
    toReverse.map(async ({ number }) => {
      const body = { invoice: number, amount: "1.00", day: today };
      return (await send("POST /payments", admin, body)).insertedId;
    }),
  );
  const credited = await some(async () => {
    const { number } = await bill();
    const { creditNotes } = await send("POST /creditNotes", admin, { invoice: number, reason: "Short" });
    return String(creditNotes[0].number);
  });

  const numbers = (of: { number: string }[]) => of.map(({ number }) => number);
  const left = [undefined];
  const money = { orders: left, open: left, reference: left, amount: ["1.00"], reason: ["Agreed"], day: [today] };
  const charge = { kind: ["freight"], amount: ["5.00"], reason: ["Agreed"], version: [1] };
  const terms = { version: [1], setPrice: left, reason: left, shipTo: left, promisedOn: left, address: ["Umeå"] };
  const lineOf = ({ number, open }: { number: string; open: string }) => [
    { day: today, amount: open, text: number, nth: 0, invoices: [{ number, open }] },
  ];
  return {
    "PATCH /api/orders/{id}": { id: open, ...terms },
    "POST /api/orders/{id}/charges": { id: charged, ...charge },
    "POST /api/orders/{id}/closings": { id: parts, before: [10], note: left },
    "GET /api/orders/{id}/packing.pdf": { id: waiting, paper: left },
    "POST /api/deliveries": {
      lines: packed.map((order) => [{ order, pieces: 10, before: 0 }]),
      ...{ carrier: left, trackingNumber: left, trackingUrl: left, shippedOn: [today], note: left },
    },
    "PATCH /api/deliveries/{id}": {
      id: delivered,
      ...{ version: [1], carrier: ["UPS"], trackingNumber: ["1Z"], trackingUrl: [null] },
    },
    "PATCH /api/orderSheets/{id}": { id: sheets[0] ?? [], ...terms, lines: left, add: left, remove: left },
    "POST /api/orderSheets/{id}/charges": { id: sheets[1] ?? [], ...charge },
    "DELETE /api/orderSheets/{id}": { id: await some(sendSheet) },
    "GET /api/printRuns/{id}": { id: [run] },
    "GET /api/printRuns/{id}/list.pdf": { id: [run], paper: left },
    "GET /api/invoices/{number}": { number: numbers(bills) },
    "GET /api/invoices/{number}/invoice.pdf": { number: numbers(bills), paper: left },
    "GET /api/creditNotes/{number}/credit-note.pdf": { number: credited, paper: left },
    "POST /api/payments": { invoice: numbers(bills), ...money },
    "POST /api/writeOffs": { invoice: numbers(bills), ...money },
    "POST /api/creditNotes": { invoice: numbers(toCredit), ...money, lines: left },
    "POST /api/reversals": { booking: bookings, reason: ["A mistake"] },
    "POST /api/bankLines": { lines: toBook.map(lineOf) },
    "POST /api/reminders": { invoices: bills.map(({ number }) => [number]), note: left },
  };
}
