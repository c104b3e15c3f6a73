import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { companyMembers } from "#app/features/companies/tables.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildCompany, buildTrim, newOrder, newSheet } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { call, callPatiently, signedIn, type TestPerson } from "#test/people.ts";

let shop: TestApp;
let manager: TestPerson;
let second: TestPerson;
let asker: TestPerson;
let viewer: TestPerson;
/** Manages another company, and knows all ids. */
let rival: TestPerson;
let stranger: TestPerson;
let trim: Awaited<ReturnType<typeof buildTrim>>;

beforeAll(async () => {
  shop = await startTestApp({ limits: "off" });
  rival = await signedIn(shop.db);
  stranger = await signedIn(shop.db);
  await buildCompany(shop.db, [{ person: rival }]);
});

beforeEach(async () => {
  manager = await signedIn(shop.db, { name: "Aylin Erdem" });
  second = await signedIn(shop.db, { name: "Deniz Koç" });
  asker = await signedIn(shop.db, { name: "Elif Sarıgöl" });
  viewer = await signedIn(shop.db);
  await buildCompany(shop.db, [
    { person: manager },
    { person: second },
    { person: asker, role: "purchaser", orderLimit: "5.00" },
    { person: viewer, role: "viewer" },
  ]);
  trim = await buildTrim(shop.db);
});

const keyed = () => ({ "idempotency-key": randomUUID() });

function ask(as: TestPerson, body: object, headers: Record<string, string> = {}) {
  return call(shop, "POST /approvals", { as, body, headers: { ...keyed(), ...headers } });
}

async function askSheet(pieces = 100): Promise<string> {
  const answer = await ask(asker, { sheet: newSheet(asker, [trim], pieces) });
  expect(answer.status).toBe(200);
  return (await answer.json()).insertedId;
}

function decide(as: TestPerson, id: string, body: object) {
  return call(shop, `POST /approvals/${id}/moves`, { as, body, headers: keyed() });
}

const approve = (as: TestPerson, id: string, prices?: object) =>
  decide(as, id, { to: "approved", ...(prices && { prices }) });

async function listed(as: TestPerson, query = "") {
  return (await call(shop, `GET /approvals${query}`, { as })).json();
}

const stock = async () => (await shop.db.select().from(trims).where(eq(trims.id, trim.id)))[0]?.quantity;

describe("POST /approvals", () => {
  it("stores what was asked at its prices, holds no stock, and mails every other manager", async () => {
    const id = await askSheet();
    expect(await stock()).toBe(1000);
    const [waiting] = await listed(manager, "?state=waiting");
    expect(waiting).toMatchObject({
      ...{ _id: id, state: "waiting", isSheet: true, total: "6.20", totalNow: "6.20", decidedBy: null },
      asker: { name: "Elif Sarıgöl", email: asker.email, orderLimit: "5.00", isMe: false },
      lines: [{ trimId: trim.id, orderQuantity: 100, unitPrice: "0.0620", unitPriceNow: "0.0620", fault: null }],
    });
    const mails = (await listMails(shop.db)).filter(({ subject }) => subject.includes("Elif Sarıgöl asks"));
    const theirs = mails.map(({ to }) => to.address).filter((to) => [manager.email, second.email].includes(to));
    expect(theirs.toSorted()).toEqual([manager.email, second.email].toSorted());
  });

  it("empties the draft of the version that was seen, and refuses another one", async () => {
    const lines = [{ trimId: trim.id, orderQuantity: 100 }];
    const saved = await call(shop, "PUT /orderDraft", {
      as: asker,
      body: { lines },
      headers: { "if-match": '"none"' },
    });
    const sheet = newSheet(asker, [trim]);
    expect((await ask(asker, { sheet }, { "if-match": '"none"' })).status).toBe(412);
    expect((await ask(asker, { sheet }, { "if-match": saved.headers.get("etag") ?? "" })).status).toBe(200);
    const draft = await (await call(shop, "GET /orderDraft", { as: asker })).json();
    expect(draft.lines).toEqual([]);
  });

  it("is once for its key, and refuses what could not be ordered", async () => {
    const headers = keyed();
    const body = { order: newOrder(asker, trim) };
    const [first, again] = [await ask(asker, body, headers), await ask(asker, body, headers)];
    expect(await again.json()).toEqual(await first.json());
    expect(await listed(asker)).toHaveLength(1);
    expect((await ask(asker, { sheet: newSheet(asker, [trim], 99) })).status).toBe(409);
    expect((await ask(asker, { sheet: newSheet(asker, [trim], 1001) })).status).toBe(409);
  });

  it("is for members who may order alone", async () => {
    const status = async (who: TestPerson) => (await ask(who, { sheet: newSheet(who, [trim]) })).status;
    expect(await Promise.all([viewer, stranger].map(status))).toEqual([403, 404]);
    expect((await call(shop, "POST /approvals", { body: { sheet: newSheet(asker, [trim]) } })).status).toBe(401);
  });
});

describe("what was asked", () => {
  it("is seen by the asker and the managers of the company, and decided by managers alone", async () => {
    const id = await askSheet();
    expect((await listed(asker)).map((one: { _id: string }) => one._id)).toEqual([id]);
    for (const who of [viewer, rival, stranger]) expect(await listed(who)).toEqual([]);
    const statuses = [];
    for (const who of [asker, viewer, stranger, rival]) statuses.push((await approve(who, id)).status);
    expect(statuses).toEqual([403, 404, 404, 404]);
    expect((await decide(manager, id, { to: "withdrawn" })).status).toBe(403);
    expect((await listed(asker))[0].state).toBe("waiting");
  });

  it("becomes the asker's sheet when a manager approves it, and event, mail and record name the manager", async () => {
    const id = await askSheet();
    const { sentAs } = await (await approve(manager, id)).json();
    const sheet = await (await call(shop, `GET /orderSheets/${sentAs}`, { as: asker })).json();
    expect(sheet).toMatchObject({ name: "Elif Sarıgöl", total: "6.20", enteredBy: null });
    expect(sheet.events[0].by).toMatchObject({ role: "buyer", name: "Aylin Erdem", isMe: false });
    expect(await stock()).toBe(900);
    expect(await listed(asker)).toMatchObject([{ state: "approved", decidedBy: "Aylin Erdem", sentAs }]);
    const mails = (await listMails(shop.db)).filter(({ to }) => to.address === asker.email);
    expect(mails.map(({ subject }) => subject)).toContain("Order sheet: approved by Aylin Erdem, $6.20");
    const recorded = and(eq(audit.objectId, id), eq(audit.userId, manager.id));
    expect((await shop.db.select().from(audit).where(recorded)).map(({ action }) => action)).toEqual([
      "approve-purchase",
    ]);
  });

  it("becomes an order if one was asked for", async () => {
    const { insertedId } = await (await ask(asker, { order: newOrder(asker, trim, 200) })).json();
    const { sentAs } = await (await approve(manager, insertedId)).json();
    const order = await (await call(shop, `GET /orders/${sentAs}`, { as: asker })).json();
    expect(order).toMatchObject({ email: asker.email, orderQuantity: 200, sheetId: null });
  });

  it.each(["order", "sheet"])("takes the fields of the address along, as an %s", async (kind) => {
    const shipTo = { street: "Tista 3", postcode: "1767", town: "Halden", country: "NO" };
    const body = kind === "order" ? newOrder(asker, trim) : newSheet(asker, [trim]);
    const { insertedId } = await (await ask(asker, { [kind]: { ...body, shipTo } })).json();
    const address = "Tista 3\n1767 Halden\nNorway";
    expect((await listed(manager))[0]).toMatchObject({ address, shipTo });
    expect((await approve(manager, insertedId)).status).toBe(200);
    expect((await shop.db.select().from(orders).where(eq(orders.userId, asker.id)))[0]).toMatchObject({
      address,
      shipTo,
    });
  });

  it("goes back with a reason, and may then be taken back", async () => {
    const id = await askSheet();
    expect((await decide(manager, id, { to: "returned", reason: " " })).status).toBe(400);
    expect((await decide(manager, id, { to: "returned", reason: "Split it" })).status).toBe(200);
    expect(await listed(asker)).toMatchObject([{ state: "returned", reason: "Split it", decidedBy: "Aylin Erdem" }]);
    expect((await approve(second, id)).status).toBe(409);
    expect((await decide(asker, id, { to: "withdrawn" })).status).toBe(200);
    expect((await decide(asker, id, { to: "withdrawn" })).status).toBe(409);
    expect(await stock()).toBe(1000);
  });

  it("is not sent at a risen price until the approver has seen it", async () => {
    const id = await askSheet();
    await shop.db.update(trims).set({ price: "0.0700" }).where(eq(trims.id, trim.id));
    const refused = await approve(manager, id);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "price-changed", now: { "lines.0.unitPrice": "0.0700" } });
    expect(await shop.db.$count(orderSheets, eq(orderSheets.userId, asker.id))).toBe(0);
    expect((await listed(manager))[0]).toMatchObject({ state: "waiting", total: "6.20", totalNow: "7.00" });
    expect((await approve(manager, id, [{ trimId: trim.id, unitPrice: "0.0700" }])).status).toBe(200);
    const [order] = await shop.db.select().from(orders).where(eq(orders.userId, asker.id));
    expect(order?.unitPrice).toBe("0.0700");
  });

  it("is not sent while there is too little of it", async () => {
    const id = await askSheet(500);
    await shop.db.update(trims).set({ quantity: 499 }).where(eq(trims.id, trim.id));
    const refused = await approve(manager, id);
    expect([refused.status, (await refused.json()).code]).toEqual([409, "above-available"]);
    expect((await listed(manager))[0].lines[0]).toMatchObject({ available: 499, fault: expect.any(String) });
    expect(await stock()).toBe(499);
  });

  it.each(["viewer", undefined] as const)("is not sent for an asker who is now %s", async (role) => {
    const id = await askSheet();
    const theirs = eq(companyMembers.userId, asker.id);
    await (role
      ? shop.db.update(companyMembers).set({ role }).where(theirs)
      : shop.db.delete(companyMembers).where(theirs));
    const refused = await approve(manager, id);
    expect([refused.status, (await refused.json()).code]).toEqual([409, "asker-cannot-order"]);
    expect(await shop.db.$count(orders, eq(orders.userId, asker.id))).toBe(0);
  });

  it("is sent for the company or not at all, if the asker is removed at that moment", async () => {
    trim = await buildTrim(shop.db, { quantity: 100_000 });
    const theirs = eq(companyMembers.userId, asker.id);
    const [membership] = await shop.db.select().from(companyMembers).where(theirs);
    if (!membership) throw new Error("the asker is no member");
    const outcomes = new Set<number>();
    for (let round = 0; round < 24; round++) {
      const id = await askSheet();
      const before = await shop.db.$count(orders, eq(orders.userId, asker.id));
      const remove = () => call(shop, `DELETE /company/members/${asker.id}`, { as: second });
      const [approved, removed] = await Promise.all(
        round % 2 ? [approve(manager, id), remove()] : [remove(), approve(manager, id)].toReversed(),
      );
      expect(removed?.status).toBe(200);
      outcomes.add(approved?.status ?? 0);
      const placed = await shop.db.select().from(orders).where(eq(orders.userId, asker.id));
      expect(placed.length - before).toBe(approved?.status === 200 ? 1 : 0);
      expect(placed.every(({ companyId }) => companyId === membership.companyId)).toBe(true);
      const answer = await approved?.json();
      if (approved?.status !== 200) expect(answer).toMatchObject({ code: "asker-cannot-order" });
      await shop.db.insert(companyMembers).values(membership);
    }
    expect([...outcomes].every((status) => status === 200 || status === 409)).toBe(true);
  });

  it("is never sent at a price above the one that was asked, though it rises at that moment", async () => {
    trim = await buildTrim(shop.db, { quantity: 100_000 });
    for (let round = 0; round < 24; round++) {
      await shop.db.update(trims).set({ price: "0.0620" }).where(eq(trims.id, trim.id));
      const id = await askSheet();
      const [approved] = await Promise.all([
        approve(manager, id),
        shop.db.update(trims).set({ price: "0.0700" }).where(eq(trims.id, trim.id)),
      ]);
      expect([200, 409]).toContain(approved.status);
      if (approved.status === 409) expect((await approved.json()).code).toBe("price-changed");
    }
    const placed = await shop.db.select().from(orders).where(eq(orders.userId, asker.id));
    expect(placed.every(({ unitPrice }) => unitPrice === "0.0620")).toBe(true);
  });

  it("becomes one sheet, however many approve it at once", async () => {
    const id = await askSheet();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        callPatiently(shop, `POST /approvals/${id}/moves`, { as: at % 2 ? manager : second, body: { to: "approved" } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array(59).fill(409)]);
    expect(await shop.db.$count(orderSheets, eq(orderSheets.userId, asker.id))).toBe(1);
    expect(await stock()).toBe(900);
  });
});
