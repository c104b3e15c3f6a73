import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { auditActions } from "#app/audit-actions.server.ts";
import { inTransaction } from "#app/platform/db/client.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { recordAction } from "./queries.server.ts";
import { audit } from "./tables.server.ts";

let shop: TestApp;
let admin: TestPerson;
let buyer: TestPerson;
let order: { id: string; item: string };

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin", name: "Ada Admin" });
  buyer = await signedIn(shop.db);
  const trim = await buildTrim(shop.db, { name: "Domed rivet, antique brass" });
  const placed = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) });
  order = { id: (await placed.json()).insertedId, item: trim.name };
  const headers = { "user-agent": "Loom/1.0" };
  await call(shop, `PUT /profiles/admin/${buyer.email}`, { as: admin });
  await call(shop, `DELETE /profiles/admin/${buyer.email}`, { as: admin });
  await call(shop, `DELETE /orders/${order.id}`, { as: admin, headers });
});

const list = async (query = "") => (await call(shop, `GET /audit${query}`, { as: admin })).json();

describe("GET /audit", () => {
  it("lists who did what to what, with values before and after, when and from where, newest first", async () => {
    const [first, ...rest] = await list();
    expect(first).toEqual({
      _id: expect.any(String),
      at: expect.stringMatching(/Z$/),
      ...{ email: admin.email, name: "Ada Admin", action: "delete-order", objectId: order.id },
      title: "Cancelled an order",
      object: `No. 1 ${order.item}`,
      before: { number: 1, email: buyer.email, productName: order.item, orderQuantity: 100, total: "6.2000" },
      after: null,
      address: null,
      userAgent: "Loom/1.0",
      count: 1,
    });
    expect(rest.map(({ action }: { action: string }) => action)).toEqual(["demote-admin", "make-admin"]);
  });

  it("is silent about what people do with their own", async () => {
    const before = await shop.db.$count(audit);
    const trim = await buildTrim(shop.db);
    const placed = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) });
    const cancelled = await call(shop, `DELETE /orders/${(await placed.json()).insertedId}`, { as: buyer });
    expect(await cancelled.json()).toMatchObject({ deletedCount: 1 });
    expect(await shop.db.$count(audit)).toBe(before);
  });

  it.each([
    ["rivet", 1],
    ["ada", 3],
    ["delete-order brass", 1],
    ["make", 1],
    ["cancelled", 1],
    ["Cancelled ada 6.2000", 1],
    ["revoked", 1],
    ["buyer admin", 2],
    ["nobody", 0],
    ["'", 0],
  ])("finds by %j", async (q, count) => {
    expect(await list(`?q=${encodeURIComponent(q)}`)).toHaveLength(count);
  });

  it("names every act in the API reference", async () => {
    const { components } = await (await call(shop, "GET /openapi.json", { as: admin })).json();
    expect(components.schemas.AuditEntry.properties.action.enum).toEqual(auditActions.map(({ code }) => code));
  });

  it("pages by keyset", async () => {
    const first = await call(shop, "GET /audit?limit=2", { as: admin });
    expect(first.headers.get("x-total-count")).toBe("3");
    const next = /<\/api\/audit(.*)>/.exec(first.headers.get("link") ?? "")?.[1];
    expect(await list(next)).toEqual([expect.objectContaining({ action: "make-admin" })]);
  });
});

it("an act over the network is recorded with its address", async () => {
  const server = createServer(getRequestListener(shop.app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const trim = await buildTrim(shop.db);
  const headers = { authorization: `Bearer ${admin.token}`, connection: "close" };
  await fetch(`http://127.0.0.1:${port}/api/trims/${trim.id}`, { method: "DELETE", headers });
  server.close();
  expect(await list(`?q=${trim.id}&limit=1`)).toEqual([
    expect.objectContaining({ action: "remove-trim", address: "127.0.0.1", userAgent: "node" }),
  ]);
});

it.each([
  ["that a trusted proxy saw", ["127.0.0.1"], "203.0.113.77", "203.0.113.77"],
  ["that a trusted proxy saw, not what its sender made up", ["127.0.0.1"], "192.0.2.1, 203.0.113.77", "203.0.113.77"],
  ["it came from, if nobody trusts who forwarded it", [], "203.0.113.77", "127.0.0.1"],
])("an act is recorded with the address %s", async (_, trustedProxies, forwarded, address) => {
  const proxied = await startTestApp({ trustedProxies });
  const boss = await signedIn(proxied.db, { role: "admin" });
  const trim = await buildTrim(proxied.db);
  const server = createServer(getRequestListener(proxied.app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const headers = { authorization: `Bearer ${boss.token}`, connection: "close", "x-forwarded-for": forwarded };
  await fetch(`http://127.0.0.1:${port}/api/trims/${trim.id}`, { method: "DELETE", headers });
  server.close();
  const actions = await (await call(proxied, "GET /audit", { as: boss })).json();
  expect(actions).toEqual([expect.objectContaining({ action: "remove-trim", address })]);
});

it("an act that no slice knows any more is shown by its code", async () => {
  const actor = { who: { id: null, email: admin.email, name: "Ada Admin" }, from: { address: null, userAgent: null } };
  const action = { code: "old-act", title: "Did what is done no more" };
  await inTransaction(shop.db, (tx) => recordAction(tx, actor, { action, object: "A rivet of old", objectId: "1" }));
  expect(await list("?q=old-act")).toEqual([expect.objectContaining({ action: "old-act", title: "old-act" })]);
});

it("lists the actions of some days in the shop's time zone, page by page", async () => {
  const abroad = await startTestApp({ timeZone: "Asia/Tokyo" });
  const reader = await signedIn(abroad.db, { role: "admin" });
  const done = {
    before: "2026-01-04T14:59:59.999Z",
    morning: "2026-01-04T15:00:00.000Z",
    evening: "2026-01-05T14:59:59.999Z",
    after: "2026-01-05T15:00:00.000Z",
  };
  const by = { email: reader.email, name: "Ada Admin", object: "A rivet", objectId: "1" };
  await abroad.db.insert(audit).values(
    Object.entries(done).map(([action, createdAt]) => {
      return { ...by, id: v7({ msecs: Date.parse(createdAt) }), createdAt, action };
    }),
  );
  const listed = async (query: string) => {
    const response = await call(abroad, `GET /audit?${query}`, { as: reader });
    const actions: { action: string }[] = await response.json();
    return { actions: actions.map(({ action }) => action), headers: response.headers };
  };
  const day = await listed("from=2026-01-05&to=2026-01-05&limit=1");
  expect(day.actions).toEqual(["evening"]);
  expect(day.headers.get("x-total-count")).toBe("2");
  const next = /\/api\/audit\?(.*)>/.exec(day.headers.get("link") ?? "")?.[1] ?? "";
  expect((await listed(next)).actions).toEqual(["morning"]);
  expect((await listed("to=2026-01-04")).actions).toEqual(["before"]);
  expect((await listed("from=2026-01-06")).actions).toEqual(["after"]);
  expect((await listed("from=2026-01-05&q=morning")).actions).toEqual(["morning"]);
  expect((await call(abroad, "GET /audit?from=yesterday", { as: reader })).status).toBe(400);
});

describe("what one call does to several orders", () => {
  let ids: string[];
  beforeAll(async () => {
    const trim = await buildTrim(shop.db, { name: "Jeans button, copper" });
    const place = async () => {
      const placed = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) });
      return (await placed.json()).insertedId as string;
    };
    ids = [await place(), await place(), await place()];
    const body = { ids, track: "review", from: "in-review", to: "declined", note: "No copper left" };
    await call(shop, "POST /orderMoves", { as: admin, body });
  });

  it("is one entry with their count, found by what only one of them says", async () => {
    const entries = await list("?action=move-order");
    expect(entries).toEqual([expect.objectContaining({ title: "Moved an order", count: 3 })]);
    expect(await list(`?q=${ids[0]}`)).toEqual([expect.objectContaining({ objectId: ids[0], count: 3 })]);
    const counted = await call(shop, "GET /audit?action=move-order&limit=1", { as: admin });
    expect(counted.headers.get("x-total-count")).toBe("1");
    expect(counted.headers.get("link")).toBeNull();
  });

  it("has each of them inside", async () => {
    const [{ _id }] = await list("?action=move-order");
    const inside = await list(`?of=${_id}`);
    expect(inside.map(({ objectId }: { objectId: string }) => objectId).toSorted()).toEqual(ids.toSorted());
    const [single] = await list("?action=delete-order");
    expect(await list(`?of=${single._id}`)).toEqual([single]);
  });

  it.each(["declined", "copper declined", "move-order"])("is found by %j", async (q) => {
    expect(await list(`?q=${encodeURIComponent(q)}`)).toEqual([expect.objectContaining({ count: 3 })]);
  });

  it("leaves the shop as one line for each", async () => {
    const csv = await (await call(shop, "GET /audit.csv?action=move-order", { as: admin })).text();
    const [heads, ...lines] = csv.trim().split("\r\n");
    expect(heads).toContain('"Time","Name","Email","Action","Object","Before","After","Address","Browser","Id"');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('"review: in review","review: declined"');
    expect(await list("?action=export-record")).toEqual([
      expect.objectContaining({ title: "Exported the record", after: { action: "move-order" } }),
    ]);
  });
});

describe("the audit", () => {
  it.each([
    "update audit set action = 'x'",
    "delete from audit",
    "truncate audit",
    "update audit set action = 'x' where false",
  ])("refuses to %s", async (statement) => {
    const before = await shop.db.$count(audit);
    await expect(shop.db.execute(sql.raw(statement))).rejects.toMatchObject({ cause: { code: "42501" } });
    expect(await shop.db.$count(audit)).toBe(before);
  });

  it("has no entry for an act that failed", async () => {
    const before = await shop.db.$count(audit);
    const trim = await buildTrim(shop.db, { quantity: 5 });
    expect((await call(shop, `PATCH /trims/${trim.id}`, { as: admin, body: { price: "1", restock: -6 } })).status).toBe(
      409,
    );
    expect((await call(shop, `DELETE /profiles/admin/${admin.email}`, { as: admin })).status).toBe(409);
    expect(await shop.db.$count(audit)).toBe(before);
  });
});

describe("the filters", () => {
  it("name who has done something, and every action", async () => {
    const { people, actions } = await (await call(shop, "GET /auditFilters", { as: admin })).json();
    expect(people).toContainEqual({ email: admin.email, name: "Ada Admin" });
    expect(actions).toEqual(auditActions.map(({ code, title }) => ({ code, title })));
  });

  it("narrow the list to one person's actions of one kind", async () => {
    const other = await signedIn(shop.db, { role: "admin", name: "Bo Second" });
    const trim = await buildTrim(shop.db);
    await call(shop, `DELETE /trims/${trim.id}`, { as: other });
    const by = `by=${encodeURIComponent(other.email)}`;
    expect(await list(`?${by}`)).toEqual([expect.objectContaining({ action: "remove-trim", name: "Bo Second" })]);
    expect(await list(`?${by}&action=make-admin`)).toEqual([]);
    expect(await list("?q=deleted%20bo")).toEqual([expect.objectContaining({ objectId: trim.id })]);
    expect(await list(`?by=${encodeURIComponent(other.email.slice(0, -1))}`)).toEqual([]);
  });
});
