import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import type { Actor } from "#app/features/audit/queries.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder, newSheet } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { eraseNotes } from "./erasure.server.ts";

const terminal: Actor = {
  who: { id: null, name: "Terminal", email: "npm run admin" },
  from: { address: null, userAgent: null },
};

let shop: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
});

const read = async (path: string, as = admin) => (await call(shop, `GET ${path}`, { as })).json();
/** All that the database holds, but for the mails, which are forgotten once they are sent. */
const everything = async (word: string) => {
  const { rows } = await shop.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const found = [];
  for (const { name } of rows) {
    const table = sql.identifier(name);
    const { rowCount } = await shop.db.execute(sql`select 1 from ${table} t where t::text like ${`%${word}%`}`);
    if (rowCount) found.push(name);
  }
  return found;
};

async function orderWithNotes(buyer: TestPerson): Promise<string> {
  const body = { ...newSheet(buyer, [await buildTrim(shop.db)]), note: "Ring Astrid's secret number" };
  const headers = { "idempotency-key": randomUUID() };
  const { orderIds } = await (await call(shop, "POST /orderSheets", { as: buyer, body, headers })).json();
  const move = { track: "review", from: "in-review", to: "declined", note: "A secret reason", noteFor: "buyer" };
  const answers = [
    await call(shop, `POST /orders/${orderIds[0]}/moves`, { as: admin, body: move }),
    await call(shop, `POST /buyers/${buyer.id}/notes`, { as: admin, body: { note: "Has a secret" } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  return orderIds[0];
}

it("the notes about a buyer are erased everywhere, those about others stay, and the record says so", async () => {
  const [buyer, other] = [await signedIn(shop.db), await signedIn(shop.db)];
  const id = await orderWithNotes(buyer);
  expect((await everything("secret")).toSorted()).toEqual(["buyer_notes", "order_events", "order_sheets"]);
  expect(await read("/declineReasons")).toEqual(["A secret reason"]);
  const before = await read(`/orders/${id}`);
  expect(await eraseNotes(shop.db, buyer.email, terminal)).toBe(3);
  expect(await everything("secret")).toEqual([]);
  expect(await read("/declineReasons")).toEqual([]);
  const after = await read(`/orders/${id}`);
  expect(before.sheetNote).toBe("Ring Astrid's secret number");
  expect(after.sheetNote).toBe("Erased");
  const { sheetNote } = before;
  expect(JSON.stringify({ ...after, sheetNote }).replaceAll('"Erased"', '"A secret reason"')).toBe(
    JSON.stringify(before),
  );
  expect((await read(`/buyers/${buyer.id}`)).notes).toEqual([]);
  const [entry] = await read("/audit");
  expect(entry).toMatchObject({ action: "erase-notes", object: buyer.email, objectId: buyer.id, after: { notes: 3 } });

  await orderWithNotes(other);
  expect(await eraseNotes(shop.db, buyer.email, terminal)).toBe(0);
  expect(await everything("secret")).toHaveLength(3);
  await call(shop, `DELETE /profiles/${other.id}`, { as: admin });
  expect(await eraseNotes(shop.db, other.email, terminal)).toBe(3);
  expect(await everything("secret")).toEqual([]);
});

it("the reasons of freight and discounts are erased with the notes, and their sums stay", async () => {
  const buyer = await signedIn(shop.db);
  const [one, other] = [await buildTrim(shop.db), await buildTrim(shop.db)];
  const place = (path: string, body: object) =>
    call(shop, `POST ${path}`, { as: buyer, body, headers: { "idempotency-key": randomUUID() } });
  const { insertedId } = await (await place("/orders", newOrder(buyer, one))).json();
  const { number } = await (await place("/orderSheets", newSheet(buyer, [other]))).json();
  for (const path of [`/orders/${insertedId}`, `/orderSheets/${number}`]) {
    const body = { version: 1, kind: "freight", amount: "85.00", reason: "A hidden quarrel" };
    const headers = { "idempotency-key": randomUUID() };
    expect((await call(shop, `POST ${path}/charges`, { as: admin, body, headers })).status).toBe(200);
  }
  expect(await everything("hidden quarrel")).toContain("charges");
  // Two charges, and what the history says of each.
  expect(await eraseNotes(shop.db, buyer.email, terminal)).toBe(4);
  expect(await everything("hidden quarrel")).toEqual([]);
  expect((await read(`/orders/${insertedId}`)).charges).toMatchObject([{ amount: "85.00", reason: "Erased" }]);
  expect(await eraseNotes(shop.db, buyer.email, terminal)).toBe(0);
});

it("nobody has ordered under an unknown e-mail, or one that has not ordered", async () => {
  const person = await signedIn(shop.db);
  expect(await eraseNotes(shop.db, "nobody@denim.example", terminal)).toBeUndefined();
  expect(await eraseNotes(shop.db, person.email, terminal)).toBeUndefined();
});

it.each([
  ["a word of a note", "update order_events set note = 'Other' where note is not null"],
  ["more than its words", "update order_events set note = 'Erased', to_state = 'accepted' where note is not null"],
  ["an event without a note", "update order_events set note = 'Erased', note_for = 'buyer' where note is null"],
  ["who did it", "update order_events set actor_id = null"],
  ["all of them", "delete from order_events"],
  ["the table", "truncate order_events"],
])("of an event nothing else can be changed: %s", async (_what, statement) => {
  await orderWithNotes(await signedIn(shop.db));
  const rows = () => shop.db.execute(sql`select * from order_events order by seq`);
  const before = (await rows()).rows;
  await expect(shop.db.execute(sql.raw(statement))).rejects.toMatchObject({ cause: { code: "42501" } });
  expect((await rows()).rows).toEqual(before);
});
