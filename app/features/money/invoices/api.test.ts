import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addDays, dayAt } from "#app/contract/calendar.ts";
import { toCents, writeCents } from "#app/contract/money.ts";
import { companies, companyMembers } from "#app/features/companies/tables.server.ts";
import type { Invoice, InvoicePage, InvoiceSums } from "#app/features/money/invoices.contract.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { encodeCursor } from "#app/platform/http/pagination.server.ts";
import { startPapers } from "#test/papers.ts";
import { call } from "#test/people.ts";

const { shop, admin, buyer, place, send, move, accept } = await startPapers();

const today = dayAt(new Date(), "UTC");

async function post(path: string, body: object) {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const response = await call(shop, `POST ${path}`, { as: admin, body, headers });
  expect([path, response.status]).toEqual([path, 200]);
  return response.json();
}

const get = async (path: string) => call(shop, `GET ${path}`, { as: admin });
const list = async (query = ""): Promise<Invoice[]> => (await get(`/invoices${query}`)).json();
const sums = async (query = ""): Promise<InvoiceSums> => (await get(`/invoiceSums${query}`)).json();
const find = async (number: string): Promise<InvoicePage> => (await get(`/invoices/${number}`)).json();

/** An invoice of one order over $34.47. */
async function issue(): Promise<{ id: string; number: string }> {
  const id = await place(999);
  await accept(id);
  expect((await move(id, { track: "payment", from: "pending", to: "invoiced" })).status).toBe(200);
  const [newest] = await list("?limit=1");
  return { id, number: newest?.number ?? expect.unreachable() };
}

/** As if it had been issued long ago, which triggers forbid. */
async function makeDue(number: string, dueOn: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update invoices set due_on = ${dueOn} where number = ${number}`);
  });
}

describe("the list of invoices", () => {
  it("says of each what is left, its state and its buyer, and finds it by state, age, words and days", async () => {
    const all = [];
    for (let at = 0; at < 6; at++) all.push(await issue());
    const [open, partly, paid, credited, late, ancient] = all.map(({ number }) => number);
    await makeDue(late ?? "", addDays(today, -30));
    await makeDue(ancient ?? "", addDays(today, -61));
    await post("/payments", { invoice: partly, amount: "4.47", day: today });
    await post("/payments", { invoice: paid, amount: "34.47", day: today });
    await post("/creditNotes", { invoice: credited, reason: "Wrong address" });
    const numbers = async (query: string) => (await list(query)).map(({ number }) => number).toSorted();
    expect(await numbers("?state=owed")).toEqual([open, partly, late, ancient]);
    expect(await numbers("?state=open")).toEqual([open, late, ancient]);
    expect(await numbers("?state=partly-paid")).toEqual([partly]);
    expect(await numbers("?state=paid")).toEqual([paid]);
    expect(await numbers("?state=credited")).toEqual([credited]);
    expect(await numbers("?age=not-due")).toEqual([open, partly]);
    expect(await numbers("?age=to-30")).toEqual([late]);
    expect(await numbers("?age=to-60")).toEqual([]);
    expect(await numbers("?age=over-60")).toEqual([ancient]);
    expect(await numbers(`?q=${partly}`)).toEqual([partly]);
    const [{ id } = expect.unreachable()] = all;
    expect(await numbers(`?order=${id}`)).toEqual([open]);
    for (const q of [open, `invoice ${open}`]) {
      const found = await (await get(`/allOrders?q=${encodeURIComponent(q ?? "")}`)).json();
      expect(found.map(({ _id }: { _id: string }) => _id)).toEqual([id]);
    }
    expect(await numbers(`?from=${today}`)).toHaveLength(6);
    expect(await numbers(`?from=${addDays(today, 1)}`)).toEqual([]);
    expect(await list("?state=partly-paid")).toMatchObject([
      { total: "34.47", open: "30.00", state: "partly-paid", name: buyer.name, email: buyer.email, reminders: 0 },
    ]);
    expect(await sums()).toMatchObject({
      owed: { count: 4, sum: "133.41" },
      ages: { "not-due": { count: 2, sum: "64.47" }, "to-30": { count: 1, sum: "34.47" }, "over-60": { count: 1 } },
      states: { open: 3, "partly-paid": 1, paid: 1, credited: 1 },
      toReturn: { count: 0, sum: "0.00" },
    });
    const [line] = (await find(paid ?? "")).lines;
    await post("/creditNotes", { invoice: paid, lines: [{ order: line?._id, amount: "4.47" }], reason: "Bent" });
    expect(await numbers("?state=to-return"), "what was paid and is credited").toEqual([paid]);
    expect(await sums()).toMatchObject({ toReturn: { count: 1, sum: "4.47" }, states: { paid: 1 } });
  });

  it("is read page by page in every sorting, each row once", async () => {
    const all = await list();
    for (const sort of ["number", "-number", "due", "-due", "buyer", "-buyer", "open", "-open"]) {
      const seen: Invoice[] = [];
      for (let path = `/invoices?sort=${sort}&limit=2`; path; ) {
        const response = await get(path);
        seen.push(...(await response.json()));
        path = /<\/api([^>]*)>/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
      }
      expect(seen.map(({ _id }) => _id).toSorted()).toEqual(all.map(({ _id }) => _id).toSorted());
      if (sort === "open") {
        expect(seen.map(({ open }) => Number(open))).toEqual(
          seen.map(({ open }) => Number(open)).toSorted((a, b) => a - b),
        );
      }
    }
    expect((await get("/invoices?sort=due&after=x")).status).toBe(400);
    const beyond = encodeCursor(["-number", [9_007_199_254_740_991, 1], crypto.randomUUID()]);
    expect((await get(`/invoices?after=${beyond}`)).status).toBe(400);
  });

  it("is narrowed to a company, whose name stands first", async () => {
    const [company] = await shop.db.insert(companies).values({ name: "Norrland Denim", country: "SE" }).returning();
    const companyId = company?.id ?? "";
    await shop.db.insert(companyMembers).values({ userId: buyer.id, companyId, role: "manager" });
    const { id, number } = await issue();
    expect(await list(`?company=${companyId}`)).toMatchObject([{ number, companyId, company: "Norrland Denim" }]);
    const [row] = await shop.db.select().from(orders).where(eq(orders.id, id));
    expect(row?.companyId).toBe(companyId);
    expect(await sums(`?company=${companyId}`)).toMatchObject({ owed: { count: 1, sum: "34.47" } });
    expect(await find(number)).toMatchObject({ account: { invoices: 1, open: "34.47", pastDue: "0.00" } });
  });
});

describe("an invoice", () => {
  it("is open again when the payment is reversed of which it was credited and refunded", async () => {
    const { number } = await issue();
    const paid = await post("/payments", { invoice: number, amount: "34.47", day: today });
    await post("/creditNotes", { invoice: number, reason: "Bent" });
    await post("/refunds", { invoice: number, amount: "34.47", day: today, reason: "Bent" });
    expect(await find(number)).toMatchObject({ state: "credited", open: "0.00" });
    await post("/reversals", { booking: paid.insertedId, reason: "The bank took it back" });
    expect(await find(number)).toMatchObject({ state: "open", open: "34.47" });
  });

  it("says of a booking what its reversal takes back, on other invoices and as credit too", async () => {
    const { number } = await issue();
    await post("/payments", { invoice: number, amount: "40.00", day: today });
    const { number: other } = await issue();
    await post("/allocations", { invoice: other, amount: "5.53" });
    const ofPage = async (one: string) => (await find(one)).entries.map(({ amount, whole }) => [amount, whole]);
    expect(await ofPage(number)).toEqual([["34.47", "40.00"]]);
    expect(await ofPage(other)).toEqual([["5.53", "5.53"]]);
  });

  it("has its lines, and everything that was booked on it once", async () => {
    const { orderIds } = await send(2);
    for (const id of orderIds) await accept(id);
    const [first = ""] = orderIds;
    await move(first, { track: "payment", from: "pending", to: "invoiced" });
    const [{ number } = expect.unreachable()] = await list("?limit=1");
    await post("/payments", { invoice: number, amount: "5.00", day: today, reference: "TRF 1" });
    const wrong = await post("/payments", { invoice: number, amount: "1.00", day: today });
    await post("/reversals", { booking: wrong.insertedId, reason: "Of another" });
    await post("/creditNotes", { invoice: number, lines: [{ order: first, pieces: 1 }], reason: "Bent" });
    const page = await find(number);
    expect(page).toMatchObject({
      number,
      total: "6.96",
      net: "6.96",
      open: "1.93",
      state: "partly-paid",
      paid: "5.00",
    });
    expect(page.lines).toMatchObject([
      { pieces: 101, creditablePieces: 100, creditable: "3.45", total: "3.48", goods: "3.48" },
      { pieces: 101, creditablePieces: 101, creditable: "3.48", total: "3.48" },
    ]);
    expect(page.lines.reduce((sum, { open }) => sum + toCents(open), 0n)).toBe(toCents(page.open));
    const shown = page.entries.map(({ kind, amount, isReversed }) => [kind, amount, isReversed]);
    expect(shown).toEqual([
      ["payment", "5.00", false],
      ["payment", "1.00", true],
      ["reversal", "-1.00", false],
      ["credit-note", "0.03", false],
    ]);
    expect(page.entries[0]).toMatchObject({
      reference: "TRF 1",
      by: admin.name,
      orders: [page.lines[0]?.number, page.lines[1]?.number],
    });
    const booked = page.entries.reduce((sum, { amount }) => sum + toCents(amount), 0n);
    expect(writeCents(toCents(page.total) - booked)).toBe(page.open);
    expect((await get("/invoices/2001-00001")).status).toBe(404);
    expect((await get("/invoices/x")).status).toBe(400);
  });
});
