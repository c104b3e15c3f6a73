import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, dayAt } from "#app/contract/calendar.ts";
import { roundToCents, toCents, writeCents } from "#app/contract/money.ts";
import { audit } from "#app/features/audit/tables.server.ts";
import { companies } from "#app/features/companies/tables.server.ts";
import { sumOrder } from "#app/features/money/ledger.server.ts";
import { restOf } from "#app/features/money/rules.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, buildTrims, newOrder, newSheet } from "#test/builders.ts";
import { buildCompany } from "#test/companies.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

let shop: TestApp;
let owner: TestPerson;
let accounts: TestPerson;
/** Works on orders, not on money. */
let desk: TestPerson;

beforeAll(async () => {
  shop = await startTestApp({ limits: "off" });
  owner = await signedIn(shop.db, { role: "admin" });
  accounts = await signedIn(shop.db, { role: "admin", staffRoles: ["accounts"] });
  desk = await signedIn(shop.db, { role: "admin", staffRoles: ["orders"] });
});

const usual = { termsDays: null, creditLimit: null, tolerance: 0, notes: "" };
const versionOf = async (id: string) => (await call(shop, `GET /companies/${id}`, { as: owner })).headers.get("etag");

async function setTerms(as: TestPerson, id: string, some: object, ifMatch?: string) {
  const headers = { "if-match": ifMatch ?? (await versionOf(id)) ?? "" };
  const response = await call(shop, `PUT /companies/${id}/terms`, { as, headers, body: { ...usual, ...some } });
  return { status: response.status, answer: await response.json() };
}

async function place(as: TestPerson) {
  const answer = await call(shop, "POST /orders", { as, body: newOrder(as, await buildTrim(shop.db)) });
  const { insertedId } = await answer.json();
  return insertedId;
}

const read = async (id: string) => (await call(shop, `GET /orders/${id}`, { as: owner })).json();

describe("a company as staff see it", () => {
  it("has members, terms and notes, by id or number, and its members never see the notes", async () => {
    const { id, number, name, manager } = await buildCompany(shop.db);
    await setTerms(accounts, id, { ...usual, notes: "Call Aylin\nfirst" });
    const answer = await (await call(shop, `GET /companies/${number}`, { as: desk })).json();
    expect(answer).toMatchObject({ _id: id, number, name, ...usual, notes: "Call Aylin\nfirst", closedAt: null });
    expect(answer.members.map(({ role }: { role: string }) => role)).toEqual(["manager", "purchaser", "viewer"]);
    const own = await (await call(shop, "GET /company", { as: manager })).json();
    expect(Object.keys(own)).not.toContain("notes");
    expect((await call(shop, "GET /companies/999999", { as: desk })).status).toBe(404);
  });

  it("gets its terms from whoever looks after money, and from others its tolerance and notes alone", async () => {
    const { id } = await buildCompany(shop.db);
    const agreed = { termsDays: 45, creditLimit: "$10,000.50", tolerance: 5 };
    expect((await setTerms(accounts, id, agreed)).answer).toMatchObject({ ...agreed, creditLimit: "10000.50" });
    expect(await setTerms(desk, id, { ...agreed, termsDays: 60 })).toMatchObject({ status: 403 });
    expect(await setTerms(desk, id, { ...agreed, creditLimit: "10000.51" })).toMatchObject({ status: 403 });
    expect(await setTerms(desk, id, { ...agreed, tolerance: 3, notes: "Spring" })).toMatchObject({ status: 200 });
    const rows = await shop.db.select().from(audit).where(eq(audit.objectId, id)).orderBy(audit.id);
    expect(rows).toMatchObject([
      { action: "set-company-terms", after: { termsDays: 45, creditLimit: "10000.50", tolerance: 5 } },
      { action: "set-company-terms", userId: desk.id, before: { tolerance: 5 }, after: { tolerance: 3 } },
    ]);
  });

  it.each([
    { tolerance: 11 },
    { tolerance: -1 },
    { tolerance: 0.5 },
    { termsDays: -1 },
    { termsDays: 121 },
    { creditLimit: "-1" },
    { creditLimit: "1.234.567" },
    { creditLimit: "1e9" },
    { notes: "x".repeat(4001) },
  ])("refuses terms such as %j", async (some) => {
    const { id } = await buildCompany(shop.db);
    expect(await setTerms(accounts, id, some)).toMatchObject({ status: 400, answer: { code: "invalid-input" } });
  });

  it("is changed by one of two who started from the same version, and the other is sent how it is now", async () => {
    const { id } = await buildCompany(shop.db);
    const version = (await versionOf(id)) ?? "";
    const answers = await Promise.all([10, 20].map((termsDays) => setTerms(accounts, id, { termsDays }, version)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const [company] = await shop.db.select().from(companies).where(eq(companies.id, id));
    const refused = answers.find(({ status }) => status === 412);
    expect(refused?.answer).toMatchObject({ code: "company-changed", now: { termsDays: company?.termsDays } });
  });
});

describe("the terms of a company", () => {
  it("decide by when an invoice without a day is to be paid, also when an order is accepted and invoiced at once", async () => {
    const { id, purchaser } = await buildCompany(shop.db, { termsDays: 45 });
    const [first, second] = [await place(purchaser), await place(purchaser)];
    const move = (order: string, body: object) =>
      call(shop, `POST /orders/${order}/moves`, {
        as: owner,
        headers: { "idempotency-key": crypto.randomUUID() },
        body,
      });
    const accepted = { track: "review", from: "in-review", to: "accepted" };
    expect((await move(first, { ...accepted, invoice: {} })).status).toBe(200);
    await move(second, accepted);
    await move(second, { track: "payment", from: "pending", to: "invoiced" });
    const today = dayAt(new Date(), "UTC");
    for (const order of [first, second]) {
      expect(await read(order)).toMatchObject({ companyId: id, termsDays: 45, dueOn: addDays(today, 45) });
    }
  });

  it("give new orders their tolerance, and leave placed ones as they are", async () => {
    const { id, purchaser } = await buildCompany(shop.db);
    const before = await place(purchaser);
    await setTerms(desk, id, { tolerance: 5 });
    const [after, others] = [await place(purchaser), await place(await signedIn(shop.db))];
    const tolerances = await Promise.all([before, after, others].map(async (one) => (await read(one)).tolerance));
    expect(tolerances).toEqual([0, 5, 0]);
  });
});

describe("the list of buyers", () => {
  const list = async (path: string) => (await call(shop, `GET ${path}`, { as: desk })).json();
  const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id);

  it("has a row for a company, with its people and all its orders, and none for its members", async () => {
    const { id, number, name, manager, purchaser, viewer, join } = await buildCompany(shop.db, {
      name: "Yıldız Konfeksiyon",
      documentsEmail: "muhasebe@yildiz.example",
    });
    await Promise.all([join("viewer"), place(purchaser), place(manager)]);
    const rows = await list("/buyers?q=yildiz");
    expect(rows).toEqual([
      expect.objectContaining({
        ...{ _id: id, name, email: "muhasebe@yildiz.example", orders: 2, pieces: 200, value: "12.40", unpaid: "0.00" },
        members: { number, count: 4, named: [manager, purchaser, viewer].map(toNamed) },
      }),
    ]);
    expect(await list("/companies?q=yildiz")).toEqual(rows);
    expect(idsOf(await list("/buyers?q=yildiz&by=person")).toSorted()).toEqual([manager.id, purchaser.id].toSorted());
    // By a member, who need not have ordered.
    for (const member of [purchaser, viewer]) expect(idsOf(await list(`/buyers?q=${member.email}`))).toEqual([id]);
  });

  it("still has people without a company, and companies without orders and without people", async () => {
    const alone = await signedIn(shop.db, { name: "Ottilie Alone" });
    await place(alone);
    const [empty] = await shop.db.insert(companies).values({ name: "Alone Ltd", country: "GB" }).returning();
    const rows = await list("/buyers?q=alone&sort=name");
    expect(rows).toMatchObject([
      { _id: empty?.id, orders: 0, lastOn: null, members: { count: 0, named: [] } },
      { _id: alone.id, orders: 1, members: null },
    ]);
    expect(idsOf(await list("/companies?q=alone"))).toEqual([empty?.id]);
  });

  it.each(["name", "-last", "last", "-value", "orders"])("pages by keyset when sorted by %s", async (sort) => {
    await Promise.all([buildCompany(shop.db), buildCompany(shop.db)]);
    const whole = await list(`/buyers?sort=${sort}`);
    const paged: { _id: string }[] = [];
    for (let path: string | undefined = `/buyers?sort=${sort}&limit=2`; path; ) {
      const response = await call(shop, `GET ${path}`, { as: desk });
      paged.push(...(await response.json()));
      path = /<\/api([^>]*)>/.exec(response.headers.get("link") ?? "")?.[1];
    }
    expect(idsOf(paged)).toEqual(idsOf(whole));
    expect(new Set(idsOf(whole)).size).toBe(whole.length);
  });
});

const toNamed = ({ id, name, email }: TestPerson) => ({ _id: id, name, email });

describe("what counts against a credit limit", () => {
  it("is what is left to pay with tax, and what is accepted without an invoice", async () => {
    const { id, purchaser } = await buildCompany(shop.db);
    const placed = await Promise.all(Array.from({ length: 4 }, () => place(purchaser)));
    const [inReview, accepted, invoiced, paid] = placed;
    const move = async (order: string | undefined, track: string, ...states: string[]) => {
      for (const [at, from] of states.slice(0, -1).entries()) {
        const body = { track, from, to: states[at + 1] };
        expect((await call(shop, `POST /orders/${order}/moves`, { as: owner, body })).status).toBe(200);
      }
    };
    for (const order of [accepted, invoiced, paid]) await move(order, "review", "in-review", "accepted");
    await move(invoiced, "payment", "pending", "invoiced");
    await move(paid, "payment", "pending", "invoiced", "paid");
    await call(shop, `DELETE /orders/${inReview}`, { as: owner });
    const { credit, newest } = await (await call(shop, `GET /companies/${id}`, { as: accounts })).json();
    expect(credit).toEqual({ open: "6.20", uninvoiced: "6.20" });
    expect(newest).toHaveLength(4);
    expect(await sumPlainly(id)).toEqual(credit);
  });

  it("has the freight that the next invoice will bill, also after one that billed it was credited", async () => {
    const { id, purchaser } = await buildCompany(shop.db);
    const order = await place(purchaser);
    const { version } = await read(order);
    const post = async (path: string, body: object) => {
      const headers = { "idempotency-key": crypto.randomUUID() };
      expect((await call(shop, `POST ${path}`, { as: owner, body, headers })).status).toBe(200);
    };
    const credit = async () => (await (await call(shop, `GET /companies/${id}`, { as: accounts })).json()).credit;
    await post(`/orders/${order}/charges`, { version, kind: "freight", amount: "10.00", reason: "By air" });
    await post(`/orders/${order}/moves`, { track: "review", from: "in-review", to: "accepted" });
    expect(await credit()).toEqual({ open: "0.00", uninvoiced: "16.20" });
    await post(`/orders/${order}/moves`, { track: "payment", from: "pending", to: "invoiced" });
    expect(await credit()).toEqual({ open: "16.20", uninvoiced: "0.00" });
    const [{ number }] = await (await call(shop, `GET /invoices?order=${order}`, { as: owner })).json();
    await post("/creditNotes", { invoice: number, reason: "Wrong address" });
    expect(await credit()).toEqual({ open: "0.00", uninvoiced: "16.20" });
  });
});

describe("accepting above the credit limit", () => {
  const limited = async (creditLimit: string) => {
    const { id, purchaser } = await buildCompany(shop.db, { creditLimit });
    return { id, place: () => place(purchaser) };
  };
  const accept = (order: string, more: object = {}, as = owner) =>
    call(shop, `POST /orders/${order}/moves`, {
      as,
      body: { track: "review", from: "in-review", to: "accepted", ...more },
    });
  const statesOf = async (ids: string[]) => (await Promise.all(ids.map(read))).map(({ review }) => review);

  it("is refused with the figures, and to the cent", async () => {
    const exact = await limited("12.40");
    const [first, second] = [await exact.place(), await exact.place()];
    expect([(await accept(first)).status, (await accept(second)).status]).toEqual([200, 200]);
    const less = await limited("12.39");
    const [third, fourth] = [await less.place(), await less.place()];
    expect((await accept(third)).status).toBe(200);
    const refused = await accept(fourth);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({
        code: "over-credit",
        detail: expect.stringContaining("With this $6.20 it would be $0.01 above."),
        now: { limit: "12.39", open: "0.00", uninvoiced: "6.20", this: "6.20" },
      }),
    ]);
    expect(await statesOf([fourth])).toEqual(["in-review"]);
    // What is paid counts no more.
    for (const [from, to] of [
      ["pending", "invoiced"],
      ["invoiced", "paid"],
    ]) {
      await call(shop, `POST /orders/${third}/moves`, { as: owner, body: { track: "payment", from, to } });
    }
    expect((await accept(fourth)).status).toBe(200);
  });

  it("counts the freight and discounts of what is accepted, of a sheet with the first of its orders", async () => {
    const alone = await limited("16.19");
    const order = await alone.place();
    const post = async (path: string, as: TestPerson, body: object) => {
      const headers = { "idempotency-key": crypto.randomUUID() };
      return (await call(shop, `POST ${path}`, { as, body, headers })).json();
    };
    const freight = { kind: "freight", amount: "10.00", reason: "By air" };
    const { version } = await read(order);
    await post(`/orders/${order}/charges`, owner, { version, ...freight });
    const refused = await accept(order);
    expect([refused.status, (await refused.json()).now]).toMatchObject([409, { uninvoiced: "0.00", this: "16.20" }]);
    const { purchaser } = await buildCompany(shop.db, { creditLimit: "22.40" });
    const trims = await buildTrims(shop.db, 2);
    const sheet = await post("/orderSheets", purchaser, { ...newSheet(purchaser, trims), country: "SE" });
    await post(`/orderSheets/${sheet.number}/charges`, owner, { version: 1, ...freight });
    const [first = "", second = ""]: string[] = sheet.orderIds;
    expect([(await accept(first)).status, (await accept(second)).status]).toEqual([200, 200]);
    const third = await accept(await place(purchaser));
    expect((await third.json()).now).toMatchObject({ uninvoiced: "22.40" });
  });

  it("needs a reason of somebody who may manage money, which history and record keep, and the buyer never sees", async () => {
    const { place } = await limited("0");
    const order = await place();
    const overCredit = "Paid by wire today";
    expect((await accept(order, { overCredit }, desk)).status).toBe(403);
    expect((await accept(order, { overCredit: "  " })).status).toBe(400);
    expect((await accept(order, { overCredit })).status).toBe(200);
    const said = `Accepted $6.20 above the credit limit of $0.00: ${overCredit}`;
    const { events } = await read(order);
    expect(events).toContainEqual(expect.objectContaining({ kind: "note", note: said, noteFor: "internal" }));
    const rows = await shop.db.select().from(audit).where(eq(audit.objectId, order));
    expect(rows).toMatchObject([{ action: "move-order", after: { review: "accepted", overCredit: said } }]);
    expect(
      (
        await call(shop, `POST /orders/${order}/moves`, {
          as: owner,
          body: { track: "shipping", from: "pending", to: "packed", overCredit },
        })
      ).status,
    ).toBe(400);
  });

  it("is refused for those of many that would be above it, one by one", async () => {
    const { place } = await limited("12.40");
    const ids = [await place(), await place(), await place()];
    const body = { ids, track: "review", from: "in-review", to: "accepted" };
    const answers = await (await call(shop, "POST /orderMoves", { as: desk, body })).json();
    expect(answers).toMatchObject([{ ok: true }, { ok: true }, { ok: false, code: "over-credit" }]);
  });

  it("is refused to all but those that the limit allows, when many are accepted at once", async () => {
    const { id, place } = await limited("25.00");
    const ids = await Promise.all(Array.from({ length: 8 }, place));
    const statuses = (await Promise.all(ids.map((order) => accept(order)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 409, 409, 409, 409]);
    expect((await sumPlainly(id)).uninvoiced).toBe("24.80");
  });
});

/** The same, counted in another way. */
async function sumPlainly(companyId: string) {
  const all = await shop.db.select().from(orders).where(eq(orders.companyId, companyId));
  let [open, uninvoiced] = [0n, 0n];
  for (const { id, total, review, payment } of all) {
    if (review !== "accepted") continue;
    if (payment === "pending") uninvoiced += toCents(roundToCents(total));
    const rest = restOf(await sumOrder(shop.db, id));
    if (payment === "invoiced" && rest > 0n) open += rest;
  }
  return { open: writeCents(open), uninvoiced: writeCents(uninvoiced) };
}
