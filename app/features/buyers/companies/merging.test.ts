import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import {
  companies,
  companyAddresses,
  companyInvitations,
  companyMembers,
} from "#app/features/companies/tables.server.ts";
import { sumCredit } from "#app/features/money/ledger.server.ts";
import { payments } from "#app/features/money/tables.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { approvals } from "#app/features/sheets/tables.server.ts";
import { inTransaction } from "#app/platform/db/client.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder, newSheet } from "#test/builders.ts";
import { buildCompany } from "#test/companies.ts";
import { listMails } from "#test/mails.ts";
import { countWaiting } from "#test/meeting.ts";
import { call, callPatiently, signedIn, type TestPerson } from "#test/people.ts";

let shop: TestApp;
let desk: TestPerson;
let trim: Awaited<ReturnType<typeof buildTrim>>;

beforeAll(async () => {
  shop = await startTestApp({ limits: "off" });
  desk = await signedIn(shop.db, { role: "admin", staffRoles: ["orders"] });
  trim = await buildTrim(shop.db, { quantity: 1_000_000 });
});

async function send(target: string, body: object, more: Record<string, string> = {}) {
  const response = await callPatiently(shop, target, { as: desk, body, headers: more });
  return { status: response.status, answer: await response.json() };
}

async function merge(from: string, into: string) {
  const version = (await call(shop, `GET /companies/${from}`, { as: desk })).headers.get("etag") ?? "";
  return send(`POST /companies/${from}/merges`, { into }, { "if-match": version });
}

const ask = (as: TestPerson) => callPatiently(shop, "POST /approvals", { as, body: { sheet: newSheet(as, [trim]) } });

type Of = Awaited<ReturnType<typeof buildCompany>>;

/** Sends a request while a merger has moved the members, and commits that once the request waits. */
function whileMoving(from: Of, into: Of, send: () => Promise<Response>): Promise<{ sent: Promise<Response> }> {
  return inTransaction(shop.db, async (tx) => {
    await tx.update(companyMembers).set({ companyId: into.id }).where(eq(companyMembers.companyId, from.id));
    const sent = send();
    await expect.poll(() => countWaiting(shop.db), { timeout: 900, interval: 10 }).toBe(1);
    await tx.update(approvals).set({ companyId: into.id }).where(eq(approvals.companyId, from.id));
    return { sent };
  });
}

const place = (as: TestPerson) => callPatiently(shop, "POST /orders", { as, body: newOrder(as, trim) });
const company = async (id: string | number) => (await call(shop, `GET /companies/${id}`, { as: desk })).json();
const mailsTo = async ({ email }: { email: string }) =>
  (await listMails(shop.db)).filter(({ to }) => to.address === email);

describe("founding a company for a customer", () => {
  const fields = { name: "Ateliers Réunis", country: "FR" };

  it("invites the manager, who accepts with an account of this address, and is recorded", async () => {
    const email = `${randomUUID()}@ateliers.example`;
    const { status, answer } = await send("POST /companyFoundings", { ...fields, email });
    expect([status, answer]).toEqual([
      200,
      { acknowledged: true, insertedId: expect.any(String), number: expect.any(Number) },
    ]);
    expect(await company(answer.number)).toMatchObject({
      ...fields,
      members: [],
      invitations: [{ email, role: "manager" }],
    });
    const [mail] = await mailsTo({ email });
    const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
    const manager = await signedIn(shop.db, { email });
    expect((await callPatiently(shop, `POST /invitations/${token}`, { as: manager })).status).toBe(200);
    expect((await company(answer.number)).members).toMatchObject([{ email, role: "manager" }]);
    const rows = await shop.db.select().from(audit).where(eq(audit.objectId, answer.insertedId));
    expect(rows).toMatchObject([{ action: "found-company", userId: desk.id, after: { manager: email } }]);
  });

  it("is refused for members of other companies and for staff, with the field at fault", async () => {
    const { purchaser } = await buildCompany(shop.db);
    for (const [email, code] of [
      [purchaser.email, "already-member"],
      [desk.email, "staff-cannot-join"],
    ]) {
      const { status, answer } = await send("POST /companyFoundings", { ...fields, email });
      expect([status, answer.code, answer.errors[0].field]).toEqual([409, code, "email"]);
    }
    expect((await send("POST /companyFoundings", { ...fields, email: "nobody" })).status).toBe(400);
  });
});

describe("naming a manager", () => {
  it("is for companies without one: a member becomes it at once, anybody else is invited", async () => {
    const { id, manager, purchaser } = await buildCompany(shop.db);
    expect(await send(`POST /companies/${id}/managers`, { email: purchaser.email })).toMatchObject({
      ...{ status: 409, answer: { code: "has-manager", detail: expect.stringContaining(manager.name) } },
    });
    await shop.db.delete(companyMembers).where(eq(companyMembers.userId, manager.id));
    const email = `${randomUUID()}@ateliers.example`;
    for (let twice = 0; twice < 2; twice++) {
      expect((await send(`POST /companies/${id}/managers`, { email })).answer).toMatchObject({ isInvited: true });
    }
    expect((await company(id)).invitations).toMatchObject([{ email, role: "manager" }]);
    expect((await send(`POST /companies/${id}/managers`, { email: purchaser.email })).answer).toMatchObject({
      isInvited: false,
    });
    expect((await company(id)).members[0]).toMatchObject({ email: purchaser.email, role: "manager" });
    expect((await mailsTo(purchaser)).at(-1)?.subject).toMatch(/^You are a manager/);
  });
});

describe("merging two companies", () => {
  it("moves people, orders, sheets, invitations, addresses and credit, and the old number leads to the new", async () => {
    const [from, into] = [await buildCompany(shop.db), await buildCompany(shop.db, { termsDays: 14 })];
    await place(from.purchaser);
    const sheet = {
      as: from.purchaser,
      body: newSheet(from.purchaser, [trim]),
      headers: { "idempotency-key": randomUUID() },
    };
    expect((await call(shop, "POST /orderSheets", sheet)).status).toBe(200);
    await place(into.purchaser);
    const dock = { label: "Dock 4", street: "A 1", postcode: "1", town: "Umeå", country: "SE", isDefault: true };
    await shop.db.insert(companyAddresses).values([
      { ...dock, companyId: from.id },
      { ...dock, companyId: into.id },
    ]);
    await shop.db.insert(companyInvitations).values({
      ...{ companyId: from.id, email: "x@ateliers.example", role: "viewer", hash: randomUUID() },
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    });
    await shop.db.insert(payments).values({
      ...{ booking: randomUUID(), companyId: from.id, kind: "payment", amount: "12.34", day: "2026-11-28" },
    });
    const { status, answer } = await merge(from.id, into.id);
    expect([status, answer]).toEqual([200, { acknowledged: true, number: into.number, members: 3, orders: 2 }]);

    const left = [orders, orderSheets, companyMembers, companyInvitations, companyAddresses].map((table) =>
      shop.db.$count(table, eq(table.companyId, from.id)),
    );
    expect(await Promise.all(left)).toEqual([0, 0, 0, 0, 0]);
    const merged = await company(from.number);
    expect(merged).toMatchObject({ _id: into.id, number: into.number, termsDays: 14, orders: 3 });
    expect(merged.members).toHaveLength(6);
    expect(merged.addresses.map((one: typeof dock) => [one.label, one.isDefault])).toEqual([
      ["Dock 4", true],
      [`Dock 4, No. ${from.number}`, false],
    ]);
    const credits = [from.id, into.id].map((companyId) => sumCredit(shop.db, { companyId, userId: null }));
    expect(await Promise.all(credits)).toEqual([0n, 1234n]);
    // Its people see the orders of both, and the list of buyers has one row.
    const seen = await call(shop, "GET /companyOrders", { as: from.viewer });
    expect(await seen.json()).toHaveLength(3);
    const list = await (await call(shop, `GET /companies?q=${from.name.split(" ").at(-1)}`, { as: desk })).json();
    // Its old name is on its people's orders.
    expect(list.map(({ _id }: { _id: string }) => _id)).toEqual([into.id]);
    const listed = await call(shop, `GET /allOrders?company=${encodeURIComponent(into.name)}`, { as: desk });
    expect(await listed.json()).toHaveLength(3);
    for (const manager of [from.manager, into.manager]) {
      expect((await mailsTo(manager)).at(-1)?.subject).toBe(`${from.name} is part of ${into.name} now`);
    }
    const rows = await shop.db.select().from(audit).where(eq(audit.objectId, from.id));
    expect(rows).toMatchObject([{ action: "merge-company", after: { into: into.name, members: 3, orders: 2 } }]);
    expect(await merge(into.id, from.id)).toMatchObject({ status: 409, answer: { code: "company-closed" } });
  });

  it("takes back what was paid before of the credit of the company that stays", async () => {
    const [from, into] = [await buildCompany(shop.db), await buildCompany(shop.db)];
    const owner = await signedIn(shop.db, { role: "admin" });
    const book = async (path: string, body: object) => {
      const response = await callPatiently(shop, `POST ${path}`, { as: owner, body });
      expect(response.status).toBe(200);
      return response.json();
    };
    const issue = async () => {
      const { insertedId } = await (await place(from.purchaser)).json();
      await book(`/orders/${insertedId}/moves`, { track: "review", from: "in-review", to: "accepted", invoice: {} });
      const [invoice] = await (await call(shop, `GET /invoices?order=${insertedId}`, { as: owner })).json();
      return invoice.number;
    };
    const [first, second] = [await issue(), await issue()];
    const creditOf = ({ id }: { id: string }) => sumCredit(shop.db, { companyId: id, userId: null });
    const paid = await book("/payments", { invoice: first, amount: "100.00", day: "2026-01-31" });
    const used = await book("/allocations", { invoice: second, amount: "6.20" });
    const there = await creditOf(from);
    expect(there).toBe(10000n - 620n - 620n);
    expect((await merge(from.id, into.id)).status).toBe(200);
    await book("/reversals", { booking: used.insertedId, reason: "Of another" });
    expect([await creditOf(from), await creditOf(into)]).toEqual([0n, there + 620n]);
    await book("/reversals", { booking: paid.insertedId, reason: "Of another" });
    expect([await creditOf(from), await creditOf(into)]).toEqual([0n, 0n]);
  });

  it("is refused of a company with itself, of an older version and of an unknown one", async () => {
    const [from, into] = [await buildCompany(shop.db), await buildCompany(shop.db)];
    expect(await merge(from.id, from.id)).toMatchObject({ status: 409, answer: { code: "same-company" } });
    expect((await merge(from.id, randomUUID())).status).toBe(404);
    const stale = await send(
      `POST /companies/${from.id}/merges`,
      { into: into.id },
      { "if-match": `"${randomUUID()}"` },
    );
    expect([stale.status, stale.answer.code]).toEqual([412, "company-changed"]);
  });

  it("beside ordering leaves no order behind, and none without its company", async () => {
    for (let round = 0; round < 4; round++) {
      const [from, into] = [await buildCompany(shop.db), await buildCompany(shop.db)];
      const buyers = [from.manager, from.purchaser, await from.join("purchaser")];
      const placing = buyers.flatMap((buyer) => Array.from({ length: 6 }, () => place(buyer)));
      const answers = await Promise.all([...placing.slice(0, 9), merge(from.id, into.id), ...placing.slice(9)]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const rows = await shop.db
        .select()
        .from(orders)
        .where(sql`${orders.userId} in ${buyers.map(({ id }) => id)}`);
      expect(rows.map(({ companyId }) => companyId)).toEqual(Array.from({ length: 18 }, () => into.id));
    }
  });

  it("that is not committed yet makes an order wait, which is then the new company's", async () => {
    const [from, into] = [await buildCompany(shop.db), await buildCompany(shop.db)];
    const { sent } = await whileMoving(from, into, () => place(from.purchaser));
    expect((await sent).status).toBe(200);
    const rows = await shop.db.select().from(orders).where(eq(orders.userId, from.purchaser.id));
    expect(rows).toMatchObject([{ companyId: into.id, company: into.name }]);
  });

  it("that is not committed yet makes whoever asks for approval wait, and the request is then the new company's", async () => {
    const [from, into] = [await buildCompany(shop.db), await buildCompany(shop.db)];
    const { sent } = await whileMoving(from, into, () => ask(from.purchaser));
    expect((await sent).status).toBe(200);
    const rows = await shop.db.select().from(approvals).where(eq(approvals.userId, from.purchaser.id));
    expect(rows.map(({ companyId }) => companyId)).toEqual([into.id]);
  });

  it("crosswise merges one into the other, and refuses the second", async () => {
    for (let round = 0; round < 4; round++) {
      const [one, other] = [await buildCompany(shop.db), await buildCompany(shop.db)];
      const answers = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const rows = await shop.db
        .select()
        .from(companies)
        .where(sql`${companies.id} in ${[one.id, other.id]}`);
      expect(rows.filter(({ mergedInto }) => mergedInto !== null)).toHaveLength(1);
      const stays = rows.find(({ mergedInto }) => mergedInto === null)?.id ?? "";
      expect(await shop.db.$count(companyMembers, eq(companyMembers.companyId, stays))).toBe(6);
    }
  });
});
