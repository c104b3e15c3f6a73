import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { listOrders } from "#app/features/orders/find/list.server.ts";
import { nameSheets } from "#app/features/orders/find/named.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder, newSheet } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

const ORDERS = 6000;
const LINES = 20;

let shop: TestApp;
let admin: TestPerson;
let buyer: TestPerson;
let sent: { insertedId: string; number: number; orderIds: string[] };

/** Many sheets of others, of which every hundredth has a number of its own, and one of ours. */
beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
  buyer = await signedIn(shop.db);
  await shop.db.execute(sql`
    insert into order_sheets (id, user_id, name, email, phone, address, po_number, lines, pieces, total)
    select (lpad(to_hex(n), 12, '0') || '7000b' || lpad(to_hex(n), 15, '0'))::uuid, gen_random_uuid(), 'Buyer', 'b@mill.example',
      '1', 'x', case when n % 100 = 0 then 'Rare-' || n else 'Season-' || n end, ${LINES}, ${LINES}, 1
    from generate_series(1, ${ORDERS / LINES}) n`);
  await shop.db.execute(sql`
    insert into orders (id, name, email, phone, address, product_name, order_quantity, unit_price, sheet_id, sheet_number, po_number)
    select (lpad(to_hex(n), 12, '0') || '7000a' || lpad(to_hex(n), 15, '0'))::uuid, 'Buyer', 'b@mill.example', '1', 'x', 'Cord',
      1, 1, sheet.id, sheet.number, sheet.po_number
    from generate_series(0, ${ORDERS - 1}) n join order_sheets as sheet on sheet.number = 1 + n / ${LINES}`);
  await shop.db.execute(sql`analyze orders, order_sheets`);
  const trims = [await buildTrim(shop.db), await buildTrim(shop.db)];
  const response = await call(shop, "POST /orderSheets", {
    as: buyer,
    body: { ...newSheet(buyer, trims), poNumber: "P4500\u20112271/ä_%\u200b" },
    headers: { "idempotency-key": randomUUID() },
  });
  sent = await response.json();
});

async function find(path: string, query: Record<string, string>, as: TestPerson) {
  const response = await call(shop, `GET ${path}?${new URLSearchParams({ limit: "50", ...query })}`, { as });
  expect(response.status).toBe(200);
  const rows: { _id: string; poNumber: string }[] = await response.json();
  return { ids: rows.map(({ _id }) => _id), total: Number(response.headers.get("x-total-count")), rows };
}

/** How many order rows this connection has read, by PostgreSQL's own count. */
async function countRead(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ read: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'orders'`);
  return rows[0]?.read ?? Number.NaN;
}

describe("orders of a sheet", () => {
  it("are found by the sheet's name and by the PO number or its beginning, by buyer and admin", async () => {
    const expected = sent.orderIds.toSorted();
    const names = [
      `S-${sent.number}`,
      `S\u2011${sent.number}\u200b`,
      `S–${sent.number}`,
      `Sheet S-${sent.number}`,
      `sheet s-00${sent.number}`,
      `sheet ${sent.number}`,
    ];
    for (const q of [
      ...names,
      "P4500-2271/ä_%",
      "P4500-2271/Ä",
      "p45",
      "PO P4500",
      "po: p4500-22",
      "P4500–2271",
      "P4500\u20112271\u200b",
      "P4500 2271",
      "p45002271",
      "P4500_2271",
    ]) {
      const all = await find("/allOrders", { q }, admin);
      expect([q, all.ids.toSorted(), all.total]).toEqual([q, expected, 2]);
      const mine = await find("/orders", { q, email: buyer.email }, buyer);
      expect([q, mine.ids.toSorted()]).toEqual([q, expected]);
    }
  });

  it("are alone meant by its written number, not orders with words that begin like it", async () => {
    const trim = await buildTrim(shop.db, { name: `Steel snap ${sent.number}5 mm` });
    expect((await call(shop, "POST /orders", { as: admin, body: newOrder(admin, trim) })).status).toBe(200);
    expect((await find("/allOrders", { q: `s ${sent.number}` }, admin)).total).toBeGreaterThan(0);
    const found = await find("/allOrders", { q: `S-${sent.number}` }, admin);
    expect(found.ids.toSorted()).toEqual(sent.orderIds.toSorted());
  });

  it.each(["500-2271", "P4501_2271", "P4500-2271/ö", "%4500", "S-0", "S-99999999999", "Rare-100"])(
    "are not found by %s",
    async (q) => {
      expect((await find("/orders", { q, email: buyer.email }, buyer)).ids).toEqual([]);
    },
  );

  it("fill pages and counts like any search, and the spreadsheet too", async () => {
    const rare = await find("/allOrders", { q: "rare-", sort: "oldest" }, admin);
    expect([rare.total, rare.ids.length]).toEqual([60, 50]);
    expect(new Set(rare.rows.map(({ poNumber }) => poNumber))).toEqual(new Set(["Rare-100", "Rare-200", "Rare-300"]));
    const csv = await (await call(shop, "GET /allOrders.csv?q=Rare-300", { as: admin })).text();
    expect(csv.trim().split("\n")).toHaveLength(1 + LINES);
  });

  it.each(["insertedId", "number"] as const)("are listed by the sheet's %s, also by state", async (key) => {
    const sheet = String(sent[key]);
    expect((await find("/allOrders", { sheet }, admin)).ids.toSorted()).toEqual(sent.orderIds.toSorted());
    expect((await find("/allOrders", { sheet, state: "in-review" }, admin)).total).toBe(2);
    expect((await find("/allOrders", { sheet, state: "accepted" }, admin)).total).toBe(0);
    expect((await find("/orders", { sheet, email: buyer.email }, buyer)).total).toBe(2);
    expect((await find("/orders", { sheet, email: admin.email }, admin)).total).toBe(0);
  });

  it("are found without reading the others", async () => {
    const read = await shop.db.transaction(async (tx) => {
      const filter = await nameSheets(tx, { q: "Rare-200" });
      const before = await countRead(tx);
      const { rows } = await listOrders(tx, filter, { sort: "newest", rows: LINES, after: undefined });
      expect(rows).toHaveLength(LINES);
      return (await countRead(tx)) - before;
    });
    // Once for the count, once for the page.
    expect(read).toBe(2 * LINES);
  });
});
