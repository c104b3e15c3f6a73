import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dayAt } from "#app/contract/calendar.ts";
import { companies } from "#app/features/companies/tables.server.ts";
import { listLedgers, sumCredit } from "#app/features/money/ledger.server.ts";
import { NOTE_MAX } from "#app/features/orders/facts.ts";
import { buildTrim, buildTrims, newOrder, newSheet } from "#test/builders.ts";
import { buildCompany } from "#test/companies.ts";
import { listMails } from "#test/mails.ts";
import { startPapers } from "#test/papers.ts";
import { call, signedIn } from "#test/people.ts";
import { listOpenDeposits } from "./deposits.server.ts";

const { shop, admin, fetchPdf } = await startPapers();
const desk = await signedIn(shop.db, { role: "admin", staffRoles: ["orders", "warehouse"] });
const day = "2026-01-31";

async function post(path: string, body: object, as = admin) {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const response = await call(shop, `POST ${path}`, { as, body, headers });
  return { status: response.status, ...(await response.json()) };
}
const read = async (path: string, as = admin) => (await call(shop, `GET ${path}`, { as })).json();

type Order = { _id: string; number: number };

/** A sheet of a company with a deposit of 30 %: two orders over $3.48, accepted; $2.09 is its deposit. */
async function sendSheet(percent = 30) {
  const { id: companyId, purchaser } = await buildCompany(shop.db, {});
  await shop.db.update(companies).set({ depositPercent: percent }).where(eq(companies.id, companyId));
  const trims = await buildTrims(shop.db, 2, { price: "0.0345" });
  const sent = await post("/orderSheets", { ...newSheet(purchaser, trims, 101), country: "US" }, purchaser);
  const { orders }: { orders: Order[] } = await read(`/orderSheets/${sent.number}`);
  for (const { _id } of orders) await move(_id, "review", "in-review", "accepted");
  const [first, second] = orders.map(({ _id }) => _id);
  return {
    companyId,
    buyer: purchaser,
    name: `S-${sent.number}`,
    number: sent.number,
    first: first ?? "",
    second: second ?? "",
  };
}
const move = (id: string, track: string, from: string, to: string, more: object = {}, as = admin) =>
  post(`/orders/${id}/moves`, { track, from, to, ...more }, as);
const produce = (id: string, more: object = {}, as = admin) => move(id, start.track, start.from, start.to, more, as);
const start = { track: "shipping", from: "pending", to: "in-production" };

/** What the history of an order says about having been begun without its deposit. */
async function listOverrides(id: string): Promise<string[]> {
  const { events }: { events: { note?: string }[] } = await read(`/orders/${id}`);
  return events.flatMap(({ note }) => (note?.startsWith("Begun before the deposit") ? note : []));
}
const depositOf = async (number: number) => (await read(`/orderSheets/${number}`)).deposit;

describe("a deposit", () => {
  it("is what was agreed when the order was placed, and both sides see what is missing", async () => {
    const { companyId, buyer, name, number, first } = await sendSheet();
    await shop.db.update(companies).set({ depositPercent: 100 }).where(eq(companies.id, companyId));
    const deposit = {
      name,
      percent: 30,
      due: "2.09",
      received: "0.00",
      open: "2.09",
      isWaiting: true,
      isInvoiced: false,
    };
    expect(await depositOf(number)).toEqual(deposit);
    expect((await read(`/orders/${first}`, buyer)).deposit).toEqual(deposit);
    expect(await read(`/orders/${first}/paymentInstructions`, buyer)).toMatchObject({
      invoices: [],
      deposit: { reference: name, amount: "2.09" },
    });
    expect((await read("/statement", buyer)).openDeposits).toMatchObject([{ sheet: number, amount: "2.09" }]);
    expect((await read("/statement", (await buildCompany(shop.db, {})).purchaser)).openDeposits).toEqual([]);
    const { text } = await fetchPdf(`/orderSheets/${number}/proforma.pdf`, buyer);
    expect(text).toContain("Deposit: 30 %, $2.09, due before production");
  });

  it("holds production and packing up to the cent, one by one and of many", async () => {
    const { name, first, second } = await sendSheet();
    const refused = { status: 409, code: "deposit-due", now: { due: "2.09", received: "0.00", open: "2.09" } };
    expect(await produce(first)).toMatchObject(refused);
    expect(await move(first, "shipping", "pending", "packed")).toMatchObject(refused);
    expect(await post("/payments", { invoice: name, amount: "2.08", day, open: "2.09" })).toMatchObject({
      ...{ status: 200, open: "0.01", credit: "0.00" },
    });
    const many = await call(shop, "POST /orderMoves", {
      as: admin,
      body: { ids: [first, second], track: "shipping", from: "pending", to: "in-production" },
    });
    expect(await many.json()).toMatchObject([
      { ok: false, code: "deposit-due" },
      { ok: false, code: "deposit-due" },
    ]);
    expect(await post("/payments", { invoice: name, amount: "0.01", day })).toMatchObject({ open: "0.00" });
    expect((await produce(first)).status).toBe(200);
    expect((await produce(second)).status).toBe(200);
    const mails = (await listMails(shop.db)).filter(({ text }) => text.includes(name));
    expect(mails.filter(({ text }) => text.includes("The deposit has come in: we can begin."))).toHaveLength(1);
  });

  it("is passed over for a reason by whoever manages money, which history and record keep", async () => {
    const { first } = await sendSheet();
    const beforeDeposit = "Paid by cheque, seen";
    expect((await produce(first, { beforeDeposit }, desk)).status).toBe(403);
    expect((await produce(first, { beforeDeposit: " " })).status).toBe(400);
    expect((await move(first, "payment", "pending", "invoiced", { beforeDeposit })).status).toBe(400);
    expect((await produce(first, { beforeDeposit })).status).toBe(200);
    const said = `Begun before the deposit of $2.09 was paid, $2.09 is missing: ${beforeDeposit}`;
    expect((await read(`/orders/${first}`)).events).toContainEqual(
      expect.objectContaining({ kind: "note", note: said, noteFor: "internal" }),
    );
  });

  it.each([
    ["nothing", "", 400],
    ["blanks", " \n\t", 400],
    ["what nobody sees", "\u200b\u2060", 400],
    ["one character", "x", 200],
    ["500 characters", "x".repeat(500), 200],
    ["as many as a note has", "x".repeat(NOTE_MAX), 200],
    ["one more", "x".repeat(NOTE_MAX + 1), 400],
  ])("takes as the reason %s: %#", async (_, beforeDeposit, status) => {
    const { first, second } = await sendSheet();
    const body = { ids: [second], ...start, beforeDeposit };
    const many = await call(shop, "POST /orderMoves", { as: admin, body });
    const one = await produce(first, { beforeDeposit });
    expect([one.status, many.status]).toEqual([status, status]);
    for (const id of [first, second]) {
      const notes = await listOverrides(id);
      expect(notes.map((said) => said.endsWith(`: ${beforeDeposit}`))).toEqual(status === 200 ? [true] : []);
      expect((await read(`/orders/${id}`)).shipping).toBe(status === 200 ? "in-production" : "pending");
    }
  });

  it("is passed over once by two of staff at the same moment, and the other is told who was faster", async () => {
    const { first, second } = await sendSheet();
    const other = await signedIn(shop.db, { name: "Ewa Lindgren", role: "admin" });
    const body = { ids: [first, second], ...start, beforeDeposit: "Seen" };
    const answers: { id: string; ok: boolean; code?: string; detail?: string }[] = (
      await Promise.all([admin, other].map(async (as) => (await call(shop, "POST /orderMoves", { as, body })).json()))
    ).flat();
    for (const id of [first, second]) {
      const [done, late] = answers.filter((one) => one.id === id).toSorted((a, b) => Number(b.ok) - Number(a.ok));
      expect([done, late]).toMatchObject([{ ok: true }, { ok: false, code: "wrong-state" }]);
      expect(late?.detail).toMatch(/ moved this order | put this order | started /i);
      expect(await listOverrides(id)).toHaveLength(1);
      const moved = (await read(`/orders/${id}`)).events.filter(({ to }: { to?: string }) => to === "in-production");
      expect(moved).toHaveLength(1);
    }
  });

  it("that comes in while it is passed over is booked, and both are true afterwards", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { name, number, first } = await sendSheet();
      const [paid, begun] = await Promise.all([
        post("/payments", { invoice: name, amount: "2.09", day, open: "2.09" }),
        produce(first, { beforeDeposit: "Seen" }),
      ]);
      expect([paid.status, begun.status]).toEqual([200, 200]);
      expect(await depositOf(number)).toMatchObject({ received: "2.09", open: "0.00" });
      expect((await read(`/orders/${first}`)).shipping).toBe("in-production");
      // Whoever came first: what the history says was missing was missing then.
      expect(["", "$2.09 is missing: Seen"]).toContain(
        (await listOverrides(first)).map((said) => said.split(", ").at(-1)).join(),
      );
    }
  });

  it("is not passed over for an order that is cancelled meanwhile", async () => {
    const { first, second } = await sendSheet();
    await call(shop, `DELETE /orders/${first}`, { as: admin });
    const body = { ids: [first, second], ...start, beforeDeposit: "Seen" };
    const many = await call(shop, "POST /orderMoves", { as: admin, body });
    expect(await many.json()).toMatchObject([{ id: first, ok: false, code: "wrong-state" }, { ok: true }]);
    expect(await listOverrides(first)).toEqual([]);
    for (let round = 0; round < 5; round += 1) {
      const { buyer, first: id } = await sendSheet();
      const [, begun] = await Promise.all([
        call(shop, `DELETE /orders/${id}`, { as: buyer }),
        produce(id, { beforeDeposit: "Seen" }),
      ]);
      const { review, shipping } = await read(`/orders/${id}`);
      const state = begun.status === 200 ? ["accepted", "in-production"] : ["cancelled", "pending"];
      expect([review, shipping]).toEqual(state);
      expect(await listOverrides(id)).toHaveLength(begun.status === 200 ? 1 : 0);
    }
  });

  it("that was passed over is waited for again once that is taken back, by whoever did it", async () => {
    const { number, first } = await sendSheet();
    expect((await produce(first, { beforeDeposit: "Seen" })).status).toBe(200);
    const other = await signedIn(shop.db, { role: "admin" });
    const back = (as = admin) => move(first, "shipping", "in-production", "pending", {}, as);
    expect(await back(other)).toMatchObject({ status: 409, code: "wrong-state" });
    expect((await back()).status).toBe(200);
    expect(await depositOf(number)).toMatchObject({ open: "2.09", isWaiting: true });
    expect(await produce(first)).toMatchObject({ status: 409, code: "deposit-due" });
    expect((await produce(first, { beforeDeposit: "Seen again" })).status).toBe(200);
    expect(await listOverrides(first)).toEqual([
      expect.stringMatching(/: Seen$/),
      expect.stringMatching(/: Seen again$/),
    ]);
  });

  it("is taken off the invoice, and the rest is to be paid", async () => {
    const { buyer, name, number, first } = await sendSheet();
    await post("/payments", { invoice: name, amount: "2.09", day });
    await move(first, "payment", "pending", "invoiced");
    const { text } = await fetchPdf(`/orderSheets/${number}/invoice.pdf`, buyer);
    for (const words of ["Deposit received", "−$2.09", "$4.87"]) expect(text).toContain(words);
    const [invoice] = await read(`/invoices?order=${first}`);
    expect(invoice).toMatchObject({ total: "6.96", open: "4.87", state: "partly-paid" });
    expect((await read(`/invoices/${invoice.number}`)).entries).toMatchObject([{ kind: "payment", amount: "2.09" }]);
    expect((await read("/statement", buyer)).closing).toBe("4.87");
    expect((await post("/payments", { invoice: name, amount: "1", day })).status).toBe(404);
    expect(await read(`/orders/${first}/paymentInstructions`, buyer)).toMatchObject({ deposit: null });
  });

  it("of 100 % pays the invoice at once", async () => {
    const { name, first, second } = await sendSheet(100);
    await post("/payments", { invoice: name, amount: "6.96", day });
    await move(first, "payment", "pending", "invoiced");
    const [invoice] = await read(`/invoices?order=${first}`);
    expect(invoice).toMatchObject({ open: "0.00", state: "paid" });
    for (const id of [first, second]) {
      const { payment, events } = await read(`/orders/${id}`);
      expect(payment).toBe("paid");
      const moves = events.flatMap(({ track, to }: Record<string, string>) => (track === "payment" ? to : []));
      expect(moves).toEqual(["invoiced", "paid"]);
    }
  });

  it("of an order that is cancelled is credit, which can pay another deposit, and is taken back with its payment", async () => {
    const { companyId, name, number, first, second } = await sendSheet();
    const { insertedId } = await post("/payments", { invoice: name, amount: "2.09", day });
    await call(shop, `DELETE /orders/${first}`, { as: admin });
    const credit = () => sumCredit(shop.db, { companyId, userId: null });
    expect(await credit()).toBe(104n);
    expect(await depositOf(number)).toMatchObject({ due: "1.04", received: "1.05", open: "0.00" });
    expect(
      await post("/refunds", { invoice: name, from: "credit", amount: "1.00", day, reason: "Back" }),
    ).toMatchObject({
      status: 200,
    });
    expect(await post("/allocations", { invoice: name, amount: "0.04" })).toMatchObject({ status: 200 });
    expect(await post("/reversals", { booking: insertedId, reason: "Of another" })).toMatchObject({
      ...{ status: 409, code: "above-most" },
    });
    expect(await credit()).toBe(0n);
    const [ledger] = await listLedgers(shop.db, { orderId: second });
    expect([ledger?.invoiceId, ledger?.paid]).toEqual([null, 109n]);
  });

  it("lowers what counts against the credit limit", async () => {
    const { companyId, name } = await sendSheet();
    await post("/payments", { invoice: name, amount: "2.09", day });
    expect((await read(`/companies/${companyId}`)).credit).toEqual({ open: "0.00", uninvoiced: "4.87" });
  });

  it("that is reversed is missing again", async () => {
    const { name, number, first } = await sendSheet();
    const { insertedId } = await post("/payments", { invoice: name, amount: "2.09", day });
    expect((await post("/reversals", { booking: insertedId, reason: "Of another" })).status).toBe(200);
    expect(await depositOf(number)).toMatchObject({ received: "0.00", open: "2.09", isWaiting: true });
    expect((await read(`/orders/${first}`)).payment).toBe("pending");
  });

  it("is found by the statement of the bank, by its sheet and amount", async () => {
    const { name, number } = await sendSheet();
    const file = new TextEncoder().encode(`31.01.2026;2.09;Deposit Sheet S-${number} thanks\n`);
    const response = await shop.app.request("/api/bankStatements", {
      method: "POST",
      headers: { authorization: `Bearer ${admin.token}`, "content-type": "text/csv" },
      body: file,
    });
    const { lines, open } = await response.json();
    expect(lines).toMatchObject([{ word: "certain", reason: "sheet and amount", invoices: [name] }]);
    expect(open).toContainEqual(expect.objectContaining({ number: name, open: "2.09" }));
    const { day, amount, text, nth } = lines[0];
    expect(
      await post("/bankLines", {
        lines: [{ ...{ day, amount, text, nth }, invoices: [{ number: name, open: "2.09" }] }],
      }),
    ).toMatchObject({ 0: { ok: true } });
    expect(await depositOf(number)).toMatchObject({ open: "0.00" });
    expect(await read("/payments")).toContainEqual(expect.objectContaining({ invoices: [name], amount: "2.09" }));
  });

  it("is open for an order alone too, with its charges, until the order ends", async () => {
    const { id: companyId, purchaser } = await buildCompany(shop.db, {});
    await shop.db.update(companies).set({ depositPercent: 30 }).where(eq(companies.id, companyId));
    const trim = await buildTrim(shop.db, { price: "0.10" });
    const { insertedId } = await post("/orders", newOrder(purchaser, trim), purchaser);
    const { number, version } = await read(`/orders/${insertedId}`);
    await post(`/orders/${insertedId}/charges`, { version, kind: "freight", amount: "10.00", reason: "By air" });
    const listed = async (timeZone = "UTC") =>
      (await listOpenDeposits(shop.db, timeZone)).filter((one) => one.orderNumbers.includes(number));
    expect(await listed()).toMatchObject([{ number: `No. ${number}`, open: "6.00", sheetNumber: null, poNumbers: [] }]);
    const { createdAt } = await read(`/orders/${insertedId}`);
    // The first of the world's zones and the last are never on one day.
    for (const zone of ["Pacific/Kiritimati", "Etc/GMT+12"])
      expect(await listed(zone)).toMatchObject([{ dueOn: dayAt(new Date(createdAt), zone) }]);
    await move(insertedId, "review", "in-review", "declined", { note: "No stock" });
    expect(await listed()).toEqual([]);
  });
});
