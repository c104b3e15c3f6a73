import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dayAt } from "#app/contract/calendar.ts";
import { toCents, writeCents } from "#app/contract/money.ts";
import { creditNotes } from "#app/features/documents/tables.server.ts";
import { sessions } from "#app/features/identity/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { inTransaction } from "#app/platform/db/client.server.ts";
import { listMails } from "#test/mails.ts";
import { startPapers } from "#test/papers.ts";
import { call } from "#test/people.ts";
import { bookPayment } from "./booking.server.ts";
import { listLedgers, sumCredit } from "./ledger.server.ts";
import { paymentStateOf } from "./rules.ts";
import { payments } from "./tables.server.ts";

const { shop, admin, buyer, place, send, move, accept, invoice } = await startPapers();
const day = "2026-01-31";

async function post(path: string, body: object) {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const response = await call(shop, `POST ${path}`, { as: admin, body, headers });
  return { status: response.status, ...(await response.json()) };
}

const readOrder = async (id: string) => (await call(shop, `GET /orders/${id}`, { as: admin })).json();
const stateOf = async (id: string) => (await readOrder(id)).payment;
const creditOfBuyer = () => sumCredit(shop.db, { companyId: null, userId: buyer.id });

async function findNumber(orderId: string): Promise<string> {
  const { rows } = await shop.db.execute<{ number: string }>(
    sql`select number from invoices join invoiced_orders on invoice_id = id where order_id = ${orderId} order by serial desc limit 1`,
  );
  return rows[0]?.number ?? expect.unreachable();
}

/** An invoice of one order over $34.47. */
async function issueOne() {
  const id = await place(999);
  await accept(id);
  await invoice(id);
  return { id, number: await findNumber(id) };
}

/** An invoice of three orders, each over $3.48. */
async function issueThree() {
  const { orderIds } = await send(3);
  for (const id of orderIds) await accept(id);
  const [first = ""] = orderIds;
  await invoice(first);
  return { ids: orderIds, number: await findNumber(first) };
}

describe("a payment", () => {
  it.each([
    ["a cent less", "34.46", "invoiced", "0.01", "0.00"],
    ["all of it", "34.47", "paid", "0.00", "0.00"],
    ["a cent more", "34.48", "paid", "0.00", "0.01"],
  ])("of %s", async (_, amount, state, open, credit) => {
    const before = await creditOfBuyer();
    const { id, number } = await issueOne();
    expect(await post("/payments", { invoice: number, amount, day, reference: "TRF 8841" })).toMatchObject({
      ...{ status: 200, open, credit },
    });
    expect(await stateOf(id)).toBe(state);
    expect((await creditOfBuyer()) - before).toBe(toCents(credit));
    const events = (await readOrder(id)).events.map(({ note }: { note: string | null }) => note);
    expect(events).toContain(`Payment of $${amount} for invoice ${number}, 31 January 2026, TRF 8841`);
    const mails = (await listMails(shop.db)).filter(({ text }) => text.includes(number));
    expect(mails.at(-1)?.subject).toContain(`payment of $${amount} received`);
  });

  it("pays the orders of an invoice one after the other, or those that it names", async () => {
    const { ids, number } = await issueThree();
    expect(await post("/payments", { invoice: number, amount: "5", day, orders: [ids[2]] })).toMatchObject({
      ...{ open: "6.96", credit: "1.52" },
    });
    expect(await post("/payments", { invoice: number, amount: "5.00", day })).toMatchObject({ open: "1.96" });
    expect(await Promise.all(ids.map(stateOf))).toEqual(["paid", "invoiced", "paid"]);
    expect(await post("/payments", { invoice: number, amount: "1.96", day })).toMatchObject({ open: "0.00" });
    expect(await Promise.all(ids.map(stateOf))).toEqual(["paid", "paid", "paid"]);
  });

  it("is booked once of two at once who saw the same, and once for one key", async () => {
    const { id, number } = await issueOne();
    const body = { invoice: number, amount: "34.47", day, open: "34.47" };
    const answers = await Promise.all([post("/payments", body), post("/payments", body), post("/payments", body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      code: "balance-changed",
      now: { open: "0.00" },
    });
    const rows = await shop.db.select().from(payments).where(eq(payments.orderId, id));
    expect(rows).toHaveLength(1);
    const other = await issueOne();
    const headers = { "idempotency-key": "one" };
    const again = { invoice: other.number, amount: "1", day };
    await call(shop, "POST /payments", { as: admin, body: again, headers });
    await call(shop, "POST /payments", { as: admin, body: again, headers });
    expect(await shop.db.$count(payments, eq(payments.orderId, other.id))).toBe(1);
  });

  it("while the order is cancelled is owed back or credit, but never lost", async () => {
    const before = await creditOfBuyer();
    for (let at = 0; at < 6; at++) {
      const { id, number } = await issueOne();
      const [paid] = await Promise.all([
        post("/payments", { invoice: number, amount: "34.47", day }),
        call(shop, `DELETE /orders/${id}`, { as: admin }),
      ]);
      expect(paid.status).toBe(200);
      const order = await readOrder(id);
      expect(order.review).toBe("cancelled");
      const [ledger] = await listLedgers(shop.db, { orderId: id });
      const isCredit = paid.credit === "34.47";
      expect([ledger?.credited, ledger?.paid]).toEqual([3447n, isCredit ? 0n : 3447n]);
      expect(order.payment).toBe(isCredit ? "pending" : "paid");
    }
    expect((await creditOfBuyer()) - before).toBeGreaterThanOrEqual(0n);
  });

  it.each([
    ["a day to come", { day: "2999-01-01" }, 400],
    ["nothing", { amount: "0.00" }, 400],
    ["half a cent", { amount: "1.005" }, 400],
    ["less than nothing", { amount: "-1" }, 400],
    ["an invoice that is not there", { invoice: "2001-00001" }, 404],
    ["an order that is not on it", { orders: [crypto.randomUUID()] }, 404],
  ])("of %s is refused", async (_, wrong, status) => {
    const { number } = await issueOne();
    expect((await post("/payments", { invoice: number, amount: "1", day, ...wrong })).status).toBe(status);
  });

  it("is of a day that has begun in the shop's zone, whatever day it is elsewhere", async () => {
    const { number } = await issueOne();
    // The first of the world's zones and the last are never on one day.
    const day = dayAt(new Date(), "Pacific/Kiritimati");
    const who = { ...admin, isVerified: true, isAdmin: true, staffRoles: [], hasSecondFactor: false, isProved: true };
    const book = (timeZone: string) => {
      const by = { who, from: { address: null, userAgent: null }, emailContext: shop.settings, timeZone };
      return inTransaction(shop.db, (tx) => bookPayment(tx, by, { invoice: number, amount: "1.00", day }));
    };
    await expect(book("Etc/GMT+12")).rejects.toThrow("This day is yet to come");
    expect(await book("Pacific/Kiritimati")).toMatchObject({ open: 3347n });
  });

  it("is taken back whole by its number, once, and not when its credit is used", async () => {
    const { id, number } = await issueOne();
    const { insertedId } = await post("/payments", { invoice: number, amount: "40", day });
    const there = writeCents(await creditOfBuyer());
    const refund = { invoice: number, from: "credit", amount: there, day, reason: "Wanted back" };
    const used = await post("/refunds", refund);
    const reversal = { booking: insertedId, reason: "Of another" };
    expect(await post("/reversals", reversal)).toMatchObject({
      ...{ status: 409, code: "above-most" },
      detail: "At most $0.00 can be taken back of the credit that it made: first reverse what used the rest.",
    });
    expect((await post("/reversals", { ...reversal, booking: used.insertedId })).status).toBe(200);
    expect((await post("/reversals", reversal)).status).toBe(200);
    expect(await stateOf(id)).toBe("invoiced");
    expect(await post("/reversals", reversal)).toMatchObject({ status: 409, code: "already-reversed" });
    expect((await post("/reversals", { booking: crypto.randomUUID(), reason: "x" })).status).toBe(404);
  });

  it("is taken back for one order by the step back, with the credit that paid it", async () => {
    const { id, number } = await issueOne();
    await post("/payments", { invoice: number, amount: "34.47", day });
    expect((await move(id, { track: "payment", from: "paid", to: "invoiced" })).status).toBe(200);
    expect(await stateOf(id)).toBe("invoiced");
    await post("/payments", { invoice: (await issueOne()).number, amount: "100", day });
    const before = await creditOfBuyer();
    await post("/allocations", { invoice: number, amount: "34.47" });
    expect(await creditOfBuyer()).toBe(before - 3447n);
    expect((await move(id, { track: "payment", from: "paid", to: "invoiced" })).status).toBe(200);
    expect(await creditOfBuyer()).toBe(before);
  });
});

describe("credit", () => {
  it("is used once, when two use all of it at once", async () => {
    const [one, other] = [await issueOne(), await issueOne()];
    const third = await issueOne();
    await post("/payments", { invoice: third.number, amount: "68.94", day });
    const there = await creditOfBuyer();
    const all = await Promise.all(
      [one, other, one, other].map(({ number }) => post("/allocations", { invoice: number, amount: "34.47" })),
    );
    const done = all.filter(({ status }) => status === 200).length;
    expect(done).toBeGreaterThanOrEqual(1);
    expect(await creditOfBuyer()).toBe(there - 3447n * BigInt(done));
    const refused = all.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({ status: 409, code: "above-most" });
  });

  it("pays no more than there is of it", async () => {
    const { number } = await issueOne();
    const refund = { invoice: number, from: "credit", day, reason: "Wanted back" };
    const there = await creditOfBuyer();
    if (there > 0n) await post("/refunds", { ...refund, amount: writeCents(there) });
    await post("/payments", { invoice: (await issueOne()).number, amount: "35.47", day });
    expect(await creditOfBuyer()).toBe(100n);
    const more = await post("/allocations", { invoice: number, amount: "1.01" });
    expect(more).toMatchObject({ status: 409, code: "above-most" });
    expect((await post("/allocations", { invoice: number, amount: "1.00" })).status).toBe(200);
    expect(await creditOfBuyer()).toBe(0n);
  });

  it("is returned, and no more than there is", async () => {
    const { number } = await issueOne();
    await post("/payments", { invoice: number, amount: "44.47", day });
    const there = await creditOfBuyer();
    const refund = { invoice: number, from: "credit", day, reason: "Paid twice" };
    const more = await post("/refunds", { ...refund, amount: `${Number(there) / 100 + 1}` });
    expect(more).toMatchObject({ status: 409, code: "above-most" });
    expect((await post("/refunds", { ...refund, amount: "10" })).status).toBe(200);
    expect(await creditOfBuyer()).toBe(there - 1000n);
  });
});

describe("a refund", () => {
  it("is of what was paid, first of what was paid too much, and asks for a proof", async () => {
    const { id, number } = await issueOne();
    await post("/payments", { invoice: number, amount: "30", day });
    const refund = { invoice: number, day, reason: "Two buttons bent" };
    expect(await post("/refunds", { ...refund, amount: "30.01" })).toMatchObject({
      ...{ status: 409, code: "above-most", now: { amount: "30.00" } },
    });
    await post("/creditNotes", { invoice: number, lines: [{ order: id, amount: "10" }], reason: "Two buttons bent" });
    expect(await stateOf(id)).toBe("paid");
    expect(await post("/refunds", { ...refund, amount: "5.53" })).toMatchObject({ status: 200, open: "0.00" });
    expect(await stateOf(id)).toBe("paid");
    await post("/creditNotes", { invoice: number, reason: "All of it" });
    expect(await post("/refunds", { ...refund, amount: "24.47" })).toMatchObject({ status: 200, open: "0.00" });
    expect(await stateOf(id)).toBe("refunded");
    await shop.db
      .update(sessions)
      .set({ provedAt: new Date(0) })
      .where(eq(sessions.id, admin.sessionId));
    expect(await post("/refunds", { ...refund, amount: "1" })).toMatchObject({ status: 403, code: "proof-needed" });
    await shop.db.update(sessions).set({ provedAt: new Date() }).where(eq(sessions.id, admin.sessionId));
  });
});

it("a move to Refunded asks for a proof as a refund does, also of many, and the step back from it for none", async () => {
  const { id, number } = await issueOne();
  await post("/payments", { invoice: number, amount: "34.47", day });
  const wasProved = (provedAt: Date) =>
    shop.db.update(sessions).set({ provedAt }).where(eq(sessions.id, admin.sessionId));
  await wasProved(new Date(0));
  const refunded = { track: "payment", from: "paid", to: "refunded" };
  expect(await post(`/orders/${id}/moves`, refunded)).toMatchObject({ status: 403, code: "proof-needed" });
  expect(await post("/orderMoves", { ids: [id], ...refunded })).toMatchObject({ status: 403, code: "proof-needed" });
  expect(await stateOf(id)).toBe("paid");
  await wasProved(new Date());
  expect((await post(`/orders/${id}/moves`, refunded)).status).toBe(200);
  await wasProved(new Date(0));
  expect((await post(`/orders/${id}/moves`, { track: "payment", from: "refunded", to: "paid" })).status).toBe(200);
  await wasProved(new Date());
});

describe("a write-off", () => {
  it("gives up what is left, and no more", async () => {
    const { id, number } = await issueOne();
    await post("/payments", { invoice: number, amount: "34.40", day });
    const off = { invoice: number, reason: "Bank charges" };
    expect(await post("/writeOffs", { ...off, amount: "0.08" })).toMatchObject({
      status: 409,
      now: { amount: "0.07" },
    });
    expect(await post("/writeOffs", { ...off, amount: "0.07" })).toMatchObject({ status: 200, open: "0.00" });
    expect(await stateOf(id)).toBe("paid");
    expect((await post("/writeOffs", { invoice: number, amount: "1", reason: " " })).status).toBe(400);
  });
});

describe("what was written off", () => {
  const page = async (number: string) => (await call(shop, `GET /invoices/${number}`, { as: admin })).json();

  it("is never owed back: of an order that is refunded what was paid is returned, and nothing is left", async () => {
    const { id, number } = await issueOne();
    await post("/payments", { invoice: number, amount: "34.00", day });
    await post("/writeOffs", { invoice: number, amount: "0.47", reason: "Bank charges" });
    await post("/creditNotes", { invoice: number, lines: [{ order: id, amount: "4.47" }], reason: "Bent" });
    expect(await page(number)).toMatchObject({ open: "-4.47" });
    expect((await move(id, { track: "payment", from: "paid", to: "refunded" })).status).toBe(200);
    expect(await page(number)).toMatchObject({ open: "0.00", paid: "0.00" });
    expect(await stateOf(id)).toBe("refunded");
  });

  it("stays written off as far as it is not credited, and pays no other order", async () => {
    const { ids, number } = await issueThree();
    const [first = "", second = ""] = ids;
    await post("/writeOffs", { invoice: number, amount: "3.48", orders: [first], reason: "Bankrupt" });
    const credit = (amount: string) =>
      post("/creditNotes", { invoice: number, lines: [{ order: first, amount }], reason: "Sent back" });
    expect(await credit("1.00")).toMatchObject({ open: "6.96" });
    expect((await page(number)).entries).toMatchObject([
      { kind: "write-off", amount: "3.48", isReversed: true },
      { kind: "reversal", amount: "-3.48", reason: "Credited" },
      { kind: "write-off", amount: "2.48", reason: "Bankrupt", isReversed: false },
      { kind: "credit-note", amount: "1.00" },
    ]);
    expect(await credit("2.48")).toMatchObject({ open: "6.96" });
    expect(await stateOf(second)).toBe("invoiced");
  });
});

describe("a credit note", () => {
  it("is of pieces or an amount of an order, at most what is left of it", async () => {
    const { ids, number } = await issueThree();
    const [first = "", second = ""] = ids;
    const credit = (lines: object[] | undefined, reason = "Short") =>
      post("/creditNotes", { invoice: number, lines, reason });
    expect(await credit([{ order: first, pieces: 102 }])).toMatchObject({ status: 409, now: { pieces: 101 } });
    expect(await credit([{ order: first, amount: "3.49" }])).toMatchObject({ status: 409, now: { amount: "3.48" } });
    const both = await credit([
      { order: first, pieces: 1 },
      { order: second, amount: "1.48" },
    ]);
    expect(both).toMatchObject({ status: 200, open: "8.93", creditNotes: [{ amount: "0.03" }, { amount: "1.48" }] });
    expect(await credit(undefined)).toMatchObject({ status: 200, open: "0.00" });
    expect(await credit(undefined)).toMatchObject({ status: 409, code: "above-most" });
    expect(await Promise.all(ids.map(stateOf))).toEqual(["pending", "pending", "pending"]);
    const [again = ""] = ids;
    expect((await invoice(again)).status).toBe(200);
    expect(await findNumber(again)).not.toBe(number);
  });

  it("of two at once leaves nothing credited twice", async () => {
    const { id, number } = await issueOne();
    const body = { invoice: number, lines: [{ order: id, amount: "20" }], reason: "Bent" };
    const answers = await Promise.all([post("/creditNotes", body), post("/creditNotes", body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const notes = await shop.db.select().from(creditNotes).where(eq(creditNotes.orderId, id));
    expect(notes).toMatchObject([{ amount: "20.00", pieces: 0 }]);
  });

  it("of a paid order pays what the others of its invoice owe, and else the next invoice of the order", async () => {
    const { ids, number } = await issueThree();
    const [first = "", second = ""] = ids;
    await post("/payments", { invoice: number, amount: "3.48", day, orders: [first] });
    const answer = await post("/creditNotes", { invoice: number, lines: [{ order: first }], reason: "Bent" });
    expect(answer).toMatchObject({ status: 200, open: "3.48" });
    expect([await stateOf(first), await stateOf(second)].sort()).toEqual(["paid", "pending"]);
    const { id, number: old } = await issueOne();
    await post("/payments", { invoice: old, amount: "34.47", day });
    await post("/creditNotes", { invoice: old, reason: "Wrong address" });
    expect(await stateOf(id)).toBe("paid");
  });
});

describe("in the same transaction", () => {
  const readInvoice = async (number: string) => (await call(shop, `GET /invoices/${number}`, { as: admin })).json();

  it("what was paid before the shop kept invoices is paid on the invoice that is printed later", async () => {
    const id = await place(999);
    await accept(id);
    await shop.db.update(orders).set({ payment: "paid", dueOn: "2026-02-01" }).where(eq(orders.id, id));
    const paid = { booking: crypto.randomUUID(), orderId: id, userId: buyer.id, kind: "payment", day } as const;
    await shop.db.insert(payments).values({ ...paid, amount: "34.47" });
    expect((await call(shop, `GET /orders/${id}/invoice.pdf`, { as: admin })).status).toBe(200);
    const number = await findNumber(id);
    const page = await readInvoice(number);
    expect(page).toMatchObject({ open: "0.00", state: "paid", entries: [{ kind: "payment", amount: "34.47" }] });
    expect(await stateOf(id)).toBe("paid");
  });

  it("what was paid of an order that is cancelled pays the others of its invoice", async () => {
    const { ids, number } = await issueThree();
    const [first = "", second = "", third = ""] = ids;
    await post("/payments", { invoice: number, amount: "3.48", day, orders: [first] });
    expect((await call(shop, `DELETE /orders/${first}`, { as: admin })).status).toBe(200);
    expect(await Promise.all([first, second, third].map(stateOf))).toEqual(["pending", "paid", "invoiced"]);
    expect(await readInvoice(number)).toMatchObject({ open: "3.48", state: "partly-paid" });
  });
});

describe("whatever was booked", () => {
  it("each order has the state that follows from its rows, and each company what it paid", async () => {
    const all = await shop.db.select().from(orders);
    for (const { id, payment } of all) {
      const ledgers = await listLedgers(shop.db, { orderId: id });
      if (ledgers.length === 0) continue;
      const sum = (key: "billed" | "credited" | "paid" | "refunded" | "writtenOff") =>
        ledgers.reduce((cents, ledger) => cents + ledger[key], 0n);
      const ledger = {
        isInvoiced: ledgers.some(({ isInvoiced }) => isInvoiced),
        ...{ billed: sum("billed"), credited: sum("credited"), paid: sum("paid") },
        ...{ refunded: sum("refunded"), writtenOff: sum("writtenOff") },
      };
      expect([id, payment]).toEqual([id, paymentStateOf(ledger)]);
    }
    expect(await creditOfBuyer()).toBeGreaterThanOrEqual(0n);
  });
});
