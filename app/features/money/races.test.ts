import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dayAt } from "#app/contract/calendar.ts";
import { creditNotes } from "#app/features/documents/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { buildCompany } from "#test/companies.ts";
import { meet } from "#test/meeting.ts";
import { startPapers } from "#test/papers.ts";
import { call, callPatiently, signedIn, type TestPerson } from "#test/people.ts";
import { listLedgers, type Payer, sumCredit } from "./ledger.server.ts";
import { payments } from "./tables.server.ts";

const { shop, buyer, admin, accept, invoice } = await startPapers();
const other = await signedIn(shop.db, { role: "admin" });
const today = dayAt(new Date(), shop.settings.timeZone);

async function post(path: string, body: object, as = admin, headers: Record<string, string> = {}) {
  const response = await callPatiently(shop, `POST ${path}`, { as, body, headers });
  return { status: response.status, answer: await response.json() };
}

/** An invoice of one order over $34.47. */
async function issue(as: TestPerson = buyer): Promise<{ id: string; number: string }> {
  const trim = await buildTrim(shop.db, { price: "0.0345" });
  const placed = await call(shop, "POST /orders", { as, body: newOrder(as, trim, 999) });
  const { insertedId: id } = await placed.json();
  await accept(id);
  await invoice(id);
  const [{ number }] = await (await call(shop, `GET /invoices?order=${id}`, { as: admin })).json();
  return { id, number };
}

const pay = async (number: string, amount: string) =>
  (await post("/payments", { invoice: number, amount, day: today })).answer.insertedId;
const holding = (id: string) => (tx: Tx) => tx.select().from(orders).where(eq(orders.id, id)).for("update");
const cancel = (id: string) => callPatiently(shop, `DELETE /orders/${id}`, { as: other });
const ownCredit = (whose: Payer = { companyId: null, userId: buyer.id }) => sumCredit(shop.db, whose);
/** All of the buyer's credit is locked, as whoever spends of it locks it. */
const holdingCredit = (tx: Tx) =>
  tx.execute(sql`select from payments where order_id is null and user_id = ${buyer.id} for update`);
const stateOf = async (id: string) => (await call(shop, `GET /orders/${id}`, { as: admin })).json();
const sumNotes = async (id: string) => {
  const rows = await shop.db.select().from(creditNotes).where(eq(creditNotes.orderId, id));
  return rows.map(({ amount }) => amount);
};

/** One is told yes, and the other this. */
function expectOne(answers: { status: number; answer: { code?: string } }[], code: string): void {
  expect(answers.map(({ status, answer }) => (status === 200 ? 200 : answer.code)).toSorted()).toEqual([200, code]);
}

// Where the first gives up waiting before the second comes, as on a very busy machine, they go in the other order.
describe("of two at once, each on its own connection,", { retry: 2 }, () => {
  it("a payment is before the cancellation and is owed back", async () => {
    const before = await ownCredit();
    const { id, number } = await issue();
    const body = { invoice: number, amount: "34.47", day: today };
    const [paid, cancelled] = await meet(
      shop.db,
      holding(id),
      () => post("/payments", body),
      () => cancel(id),
    );
    expect([paid.status, paid.answer.credit, cancelled.status]).toEqual([200, "0.00", 200]);
    expect(await stateOf(id)).toMatchObject({ review: "cancelled", payment: "paid" });
    expect(await listLedgers(shop.db, { orderId: id })).toMatchObject([{ credited: 3447n, paid: 3447n }]);
    expect(await ownCredit()).toBe(before);
  });

  it("a payment is after the cancellation and becomes credit", async () => {
    const before = await ownCredit();
    const { id, number } = await issue();
    const body = { invoice: number, amount: "34.47", day: today };
    const [cancelled, paid] = await meet(
      shop.db,
      holding(id),
      () => cancel(id),
      () => post("/payments", body),
    );
    expect([paid.status, paid.answer.credit, cancelled.status]).toEqual([200, "34.47", 200]);
    expect(await stateOf(id)).toMatchObject({ review: "cancelled", payment: "pending" });
    expect(await ownCredit()).toBe(before + 3447n);
  });

  it.each([
    ["payment of what both saw open", "/payments", { amount: "34.47", day: today, open: "34.47" }, "balance-changed"],
    ["write-off of more than half", "/writeOffs", { amount: "20.00", reason: "Bank charges" }, "above-most"],
    ["credit note of all", "/creditNotes", { reason: "Bent" }, "above-most"],
  ])("one %s is booked", async (_, path, body, code) => {
    const { id, number } = await issue();
    const book = (as: TestPerson) => () => post(path, { invoice: number, ...body }, as);
    expectOne(await meet(shop.db, holding(id), book(admin), book(other)), code);
  });

  it("one credit note of more than half is written", async () => {
    const { id, number } = await issue();
    const body = { invoice: number, lines: [{ order: id, amount: "20.00" }], reason: "Bent" };
    const credit = (as: TestPerson) => () => post("/creditNotes", body, as);
    expectOne(await meet(shop.db, holding(id), credit(admin), credit(other)), "above-most");
    expect(await sumNotes(id)).toEqual(["20.00"]);
  });

  it("a credit note and a cancellation credit the whole once", async () => {
    const { id, number } = await issue();
    const credit = () => post("/creditNotes", { invoice: number, reason: "Bent" });
    const [credited, cancelled] = await meet(shop.db, holding(id), credit, () => cancel(id));
    expect([credited.status, cancelled.status]).toEqual([200, 200]);
    expect(await sumNotes(id)).toEqual(["34.47"]);
  });

  it("one refund of more than half of what was paid is booked", async () => {
    const { id, number } = await issue();
    await pay(number, "34.47");
    const body = { invoice: number, amount: "20.00", day: today, reason: "Bent" };
    const refund = (as: TestPerson) => () => post("/refunds", body, as);
    expectOne(await meet(shop.db, holding(id), refund(admin), refund(other)), "above-most");
  });

  it("one spends the credit: used for an invoice, or returned", async () => {
    const [one, two] = [await issue(), await issue()];
    await pay((await issue()).number, "68.94");
    const there = Number(await ownCredit()) / 100;
    await post("/refunds", {
      invoice: one.number,
      from: "credit",
      amount: (there - 34.47 || 0).toFixed(2),
      day: today,
      reason: "Back",
    });
    expect(await ownCredit()).toBe(3447n);
    const answers = await meet(
      shop.db,
      holdingCredit,
      () => post("/allocations", { invoice: one.number, amount: "34.47" }),
      () =>
        post("/refunds", { invoice: two.number, from: "credit", amount: "34.47", day: today, reason: "Back" }, other),
    );
    expectOne(answers, "above-most");
    expect(await ownCredit()).toBe(0n);
  });

  it("credit is spent, or the payment that made it is taken back", async () => {
    const [one, two] = [await issue(), await issue()];
    expect(await ownCredit()).toBe(0n);
    const booking = await pay(one.number, "44.47");
    const answers = await meet(
      shop.db,
      holdingCredit,
      () => post("/refunds", { invoice: two.number, from: "credit", amount: "10.00", day: today, reason: "Back" }),
      () => post("/reversals", { booking, reason: "Of another" }, other),
    );
    expectOne(answers, "above-most");
    expect(await ownCredit()).toBe(0n);
  });

  it("one takes a payment back", async () => {
    const { id, number } = await issue();
    const booking = await pay(number, "34.47");
    const reverse = (as: TestPerson) => () => post("/reversals", { booking, reason: "Of another" }, as);
    expectOne(await meet(shop.db, holding(id), reverse(admin), reverse(other)), "already-reversed");
    const rows = await shop.db.select().from(payments).where(eq(payments.orderId, id));
    expect(rows.map(({ amount }) => amount)).toEqual(["34.47", "-34.47"]);
  });

  it("one books a line of the bank, the other is told who was faster", async () => {
    const { id, number } = await issue();
    const line = { day: today, amount: "34.47", text: `INV ${number}`, nth: 1, invoices: [{ number, open: "34.47" }] };
    const book = (as: TestPerson) => () => post("/bankLines", { lines: [line] }, as);
    const answers = await meet(shop.db, holding(id), book(admin), book(other));
    expect(answers.map(({ answer }) => answer)).toMatchObject([[{ ok: true }], [{ ok: false, code: "line-booked" }]]);
    expect(await shop.db.$count(payments, eq(payments.orderId, id))).toBe(1);
  });
});

describe("while two companies are merged,", () => {
  async function build() {
    const [from, into] = [await buildCompany(shop.db), await buildCompany(shop.db)];
    const one = await issue(from.purchaser);
    const etag = (await call(shop, `GET /companies/${from.id}`, { as: admin })).headers.get("etag") ?? "";
    const merge = () => post(`/companies/${from.id}/merges`, { into: into.id }, other, { "if-match": etag });
    const credits = () => Promise.all([from, into].map(({ id }) => ownCredit({ companyId: id, userId: null })));
    return { ...one, merge, credits };
  }

  it.each([true, false])(
    "what is paid too much is the credit of the one that stays; paid first: %s",
    async (isFirst) => {
      const { id, number, merge, credits } = await build();
      const book = () => post("/payments", { invoice: number, amount: "40.00", day: today });
      const both = isFirst ? ([book, merge] as const) : ([merge, book] as const);
      const answers = await meet(shop.db, holding(id), ...both);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await credits()).toEqual([0n, 553n]);
    },
  );

  it.each([true, false])("credit is returned once; returned first: %s", async (isFirst) => {
    const { id, number, merge, credits } = await build();
    await pay(number, "40.00");
    const body = { invoice: number, from: "credit", amount: "5.53", day: today, reason: "Back" };
    const back = () => post("/refunds", body);
    const both = isFirst ? ([back, merge] as const) : ([merge, back] as const);
    const answers = await meet(shop.db, holding(id), ...both);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await credits()).toEqual([0n, 0n]);
  });

  it.each([true, false])("a payment is taken back whole; taken back first: %s", async (isFirst) => {
    const { id, number, merge, credits } = await build();
    const booking = await pay(number, "40.00");
    const reverse = () => post("/reversals", { booking, reason: "Of another" });
    const both = isFirst ? ([reverse, merge] as const) : ([merge, reverse] as const);
    const answers = await meet(shop.db, holding(id), ...both);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await credits()).toEqual([0n, 0n]);
  });
});
