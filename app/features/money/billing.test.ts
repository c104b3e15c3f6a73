import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { toCents } from "#app/contract/money.ts";
import { creditNotes, invoicedOrders } from "#app/features/documents/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { listMails } from "#test/mails.ts";
import { startPapers } from "#test/papers.ts";
import { call } from "#test/people.ts";
import { sumOrder } from "./ledger.server.ts";
import { paymentStateOf } from "./rules.ts";
import { payments } from "./tables.server.ts";

const { shop, admin, buyer, place, send, move, accept, invoice, fetchPdf } = await startPapers();

const pay = (id: string) => move(id, { track: "payment", from: "invoiced", to: "paid" });
const refund = (id: string) => move(id, { track: "payment", from: "paid", to: "refunded" });
const cancel = (id: string) => call(shop, `DELETE /orders/${id}`, { as: admin });
const read = async (id: string) => (await call(shop, `GET /orders/${id}`, { as: admin })).json();
const rowsOf = (id: string) => shop.db.select().from(payments).where(eq(payments.orderId, id)).orderBy(payments.seq);
const notesOf = (id: string) => shop.db.select().from(creditNotes).where(eq(creditNotes.orderId, id));

async function placeInvoiced(pieces?: number): Promise<string> {
  const id = await place(pieces);
  await accept(id);
  await invoice(id);
  return id;
}

describe("an order's money", () => {
  it("is in the buyer's own data, and in nobody else's", async () => {
    const id = await placeInvoiced();
    await pay(id);
    await refund(id);
    const { number } = await read(id);
    const readData = async (as: typeof buyer) => (await call(shop, "GET /account/data", { as })).json();
    const own = await readData(buyer);
    const ofOrder = (rows: { order: number }[]) => rows.filter(({ order }) => order === number);
    expect(ofOrder(own.payments)).toMatchObject([{ kind: "payment" }, { kind: "refund" }]);
    expect(ofOrder(own.creditNotes)).toMatchObject([{ number: expect.stringMatching(/^CN-/), order: number }]);
    expect(await readData(admin)).toMatchObject({ payments: [], creditNotes: [] });
  });

  it("is a payment of the rest with the move to paid, and its reversal when that is taken back", async () => {
    const id = await placeInvoiced(999);
    expect((await pay(id)).status).toBe(200);
    expect(await rowsOf(id)).toMatchObject([{ kind: "payment", amount: "34.47", actorId: admin.id }]);
    expect((await move(id, { track: "payment", from: "paid", to: "invoiced" })).status).toBe(200);
    const rows = await rowsOf(id);
    expect(rows).toMatchObject([{}, { kind: "reversal", amount: "-34.47", reverses: rows[0]?.id }]);
    expect((await read(id)).payment).toBe("invoiced");
    expect((await pay(id)).status).toBe(200);
    expect((await read(id)).payment).toBe("paid");
  });

  it("is credited and returned as a whole with the move to refunded, which can be taken back once more", async () => {
    const id = await placeInvoiced();
    await pay(id);
    expect((await refund(id)).status).toBe(200);
    expect((await read(id)).payment).toBe("refunded");
    expect((await rowsOf(id)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ["payment", "3.45"],
      ["refund", "-3.45"],
    ]);
    expect(await notesOf(id)).toMatchObject([{ amount: "3.45", pieces: 100, reason: "Refunded" }]);
    expect((await move(id, { track: "payment", from: "refunded", to: "paid" })).status).toBe(200);
    expect((await refund(id)).status).toBe(200);
    expect(await notesOf(id)).toHaveLength(1);
    expect((await rowsOf(id)).reduce((sum, { amount }) => sum + toCents(amount), 0n)).toBe(0n);
  });

  it("is credited when it is cancelled, with the note attached to a mail, and nothing is due", async () => {
    const id = await placeInvoiced();
    await cancel(id);
    const order = await read(id);
    expect(order).toMatchObject({ review: "cancelled", payment: "pending" });
    const [note] = await notesOf(id);
    expect(note?.number).toMatch(/^CN-\d{4}-\d{5}$/);
    expect(order.events.some((event: { note: string | null }) => event.note?.includes(note?.number ?? "none"))).toBe(
      true,
    );
    const mails = await listMails(shop.db);
    expect(mails.filter(({ subject }) => subject.includes(note?.number ?? "none"))).toHaveLength(1);
    const { text, disposition } = await fetchPdf(`/creditNotes/${note?.number}/credit-note.pdf`);
    expect(disposition).toContain(`credit-note-${note?.number}.pdf`);
    for (const word of ["Credit note", note?.number ?? "", "Cancelled", "Credited, USD", "$3.45"]) {
      expect(text).toContain(word);
    }
  });

  it("is invoiced in the act that ships it, once for all lines of its sheet, and not again", async () => {
    const { orderIds } = await send(2);
    const [first = "", second = ""] = orderIds;
    for (const id of orderIds) {
      await accept(id);
      await move(id, { track: "shipping", from: "pending", to: "packed" });
    }
    const ship = { track: "shipping", from: "packed", to: "shipped", invoice: {} };
    expect((await move(first, ship)).status).toBe(200);
    expect(await read(first)).toMatchObject({ shipping: "shipped", payment: "invoiced" });
    expect(await read(second)).toMatchObject({ shipping: "packed", payment: "invoiced" });
    expect((await move(second, ship)).status).toBe(200);
    expect(await shop.db.$count(invoicedOrders, eq(invoicedOrders.orderId, second))).toBe(1);
    expect((await move(second, { track: "shipping", from: "shipped", to: "delivered", invoice: {} })).status).toBe(400);
  });

  it("is owed back when it is cancelled after it was paid, until it is refunded", async () => {
    const id = await placeInvoiced();
    await pay(id);
    await cancel(id);
    expect(await read(id)).toMatchObject({ review: "cancelled", payment: "paid" });
    expect((await refund(id)).status).toBe(200);
    expect(await read(id)).toMatchObject({ review: "cancelled", payment: "refunded" });
    expect(await notesOf(id)).toHaveLength(1);
  });

  it("has credit notes without a gap, also when 50 orders are cancelled at once, and one each when two do it", async () => {
    const ids: string[] = [];
    for (let at = 0; at < 25; at++) ids.push(await placeInvoiced());
    const twice = [...ids, ...ids];
    const answers = await Promise.all(twice.map(cancel));
    for (const [at, { status }] of answers.entries()) if (status !== 200) await cancel(twice[at] ?? "");
    const notes = await shop.db.select().from(creditNotes).orderBy(creditNotes.serial);
    expect(notes.map(({ serial }) => serial)).toEqual(notes.map((_, at) => at + 1));
    for (const id of ids) expect(notes.filter(({ orderId }) => orderId === id)).toHaveLength(1);
  });

  it("is one cent's worth right: an invoice's lines bill what it says, with and without credit", async () => {
    const { orderIds } = await send(7);
    for (const id of orderIds) await accept(id);
    await invoice(orderIds[0] ?? "");
    const billed = await shop.db.select().from(invoicedOrders);
    for (const id of orderIds) {
      const [order] = await shop.db.select().from(orders).where(eq(orders.id, id));
      const own = billed.filter(({ orderId }) => orderId === id);
      expect(own).toMatchObject([{ pieces: 101, amount: Number(order?.total).toFixed(2) }]);
    }
  });

  it("stays as it was written", async () => {
    await cancel(await placeInvoiced());
    for (const table of ["payments", "credit_notes", "printed_credit_notes"]) {
      for (const change of [`delete from ${table}`, `truncate ${table} cascade`, `update ${table} set amount = 1`]) {
        await expect(shop.db.execute(sql.raw(change)), change).rejects.toThrow();
      }
    }
    await expect(shop.db.execute(sql`delete from credit_note_counters`)).rejects.toThrow();
  });

  it("has the state that follows from its rows, whatever happened", async () => {
    const all = await shop.db.select().from(orders);
    expect(all.length).toBeGreaterThan(30);
    for (const { id, payment } of all) {
      const ledger = await sumOrder(shop.db, id);
      if (ledger.billed > 0n) expect([id, payment]).toEqual([id, paymentStateOf(ledger)]);
    }
  });
});
