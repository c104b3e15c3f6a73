import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allStatuses } from "#app/features/orders/rules.ts";
import { writeBackup } from "#app/platform/backup/backup.server.ts";
import { restoreBackup } from "#app/platform/backup/restore.server.ts";
import { type Connection, type Db, sqlState } from "#app/platform/db/client.server.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { prepareMailQueue } from "#app/platform/mail/mail-queue.server.ts";
import { createDatabase } from "#test/database.ts";
import { migrateUntil } from "#test/migrations.ts";

const quiet = () => {};
const buyer = "00000000-0000-7000-8000-000000000001";
const folder = mkdtempSync(join(tmpdir(), "rivet-codes-"));

/** The words of before, by their codes. */
const words: Record<string, string> = {
  "in-review": "in review",
  pending: "Pending",
  "in-production": "In production",
  packed: "Packed",
  shipped: "Shipped",
  delivered: "Delivered",
  invoiced: "Invoiced",
  paid: "Paid",
  refunded: "Refunded",
};
const wordOf = (code: string) => words[code] ?? code;

/** Kind, track, from, to, note and its reader: each kind of event, and notes for both. */
const events = [
  ["placed", null, null, null, "Please hurry", "buyer"],
  ["move", "review", "in-review", "accepted", null, null],
  ["move", "shipping", "pending", "in-production", "Watch the die", "internal"],
  ["back", "shipping", "in-production", "pending", null, null],
  ["move", "payment", "pending", "invoiced", null, null],
  ["note", null, null, null, "Pending, says the house", "internal"],
  ["move", "review", "accepted", "cancelled", "The mill is closed", "buyer"],
] as const;

let before: { db: Db; connection: Connection };
let restored: { db: Db; connection: Connection };

beforeAll(async () => {
  before = await createDatabase({ empty: true });
  await migrateUntil(before.db, "store-states-as-codes");
  await fill(before.db);
  // A backup is of a shop that has run, and so has the queue of its mails and the indexes that are made meanwhile.
  await prepareMailQueue(before.db);
  const file = join(folder, "shop.backup");
  await writeBackup(before.connection, file, quiet);
  restored = await createDatabase({ empty: true });
  await restoreBackup(restored.connection, file, quiet);
  for (const { connection } of [before, restored]) await migrateDatabase(connection);
});
afterAll(() => rmSync(folder, { recursive: true }));

const statusesOfThen = allStatuses.filter(({ shipping }) => shipping !== "partly-shipped");

/** An order of each combination of states, whose pieces are its place among them. */
async function fill(db: Db): Promise<void> {
  // Later migrations have added states of their own.
  const placed = statusesOfThen.map((status) => ({
    review: wordOf(status.review),
    shipping: wordOf(status.shipping),
    payment: wordOf(status.payment),
  }));
  await db.execute(sql`
    insert into orders (id, user_id, name, email, phone, address, product_name, order_quantity, unit_price, due_on, review,
      shipping, payment)
    select gen_random_uuid(), ${buyer}, 'Ada', 'ada@mill.example', '12345', 'x', 'Rivet', n, 1, '2026-12-24', review,
      shipping, payment
    from rows from (json_to_recordset(${JSON.stringify(placed)}::json) as (review text, shipping text, payment text))
      with ordinality as placed (review, shipping, payment, n)`);
  const stored = events.map(([kind, track, from, to, note, reader]) => {
    return {
      kind,
      track,
      from: from && wordOf(from),
      to: to && wordOf(to),
      note,
      reader: reader === "internal" ? "house" : reader,
    };
  });
  await db.execute(sql`
    insert into order_events (id, order_id, kind, track, from_state, to_state, note, note_for, actor_role)
    select gen_random_uuid(), (select id from orders where order_quantity = 1), kind, track, "from", "to", note, reader,
      'admin'
    from json_to_recordset(${JSON.stringify(stored)}::json) as event
      (kind text, track text, "from" text, "to" text, note text, reader text)`);
  await db.execute(sql`
    insert into pending_move_mails (call_id, order_id, move, due_at)
    select gen_random_uuid(), id, '{"kind":"back","from":"In production","to":"Pending","carrier":"Nordlink"}', now()
    from orders where order_quantity = 1`);
  await db.execute(sql`
    insert into pending_order_notifications (order_id, is_verified, what)
    select id, true, what from orders, unnest(array['placed', 'cancelled', 'held back']) as what where order_quantity = 1`);
  await db.execute(sql`insert into users (id, name, email) values (${buyer}, 'Ada', 'ada@mill.example')`);
  await db.execute(sql`
    insert into sessions (id, user_id, token, expires_at, second_step)
    select gen_random_uuid(), ${buyer}, step, now(), step from unnest(array['app', 'recovery code']) as step`);
  await db.execute(sql`
    insert into audit (id, email, name, act, object, object_id, before, after)
    values (gen_random_uuid(), 'ada@mill.example', 'Ada', 'move-order', 'No. 1 Rivet', '1', '{"payment":"Pending"}',
      '{"payment":"Invoiced"}')`);
  await db.execute(sql`
    insert into invoices (id, year, serial, number, issued_on, due_on, content, sha256)
    select gen_random_uuid(), 2026, 1, '2026-1', '2026-11-24', '2026-12-24', content,
      encode(sha256(convert_to(content, 'UTF8')), 'hex') from (values ('{"state":"Invoiced"}')) as written (content)`);
}

const shops = [
  ["that migrates", () => before],
  ["restored from a backup of before", () => restored],
] as const;

it.each(shops)("a shop %s has the codes of its orders' states, and counts by them", async (_, shop) => {
  const { db } = shop();
  const { rows } = await db.execute(sql`select review, shipping, payment from orders order by order_quantity`);
  expect(rows).toEqual(statusesOfThen);
  const counts = statusesOfThen.flatMap(({ review, payment }, at) =>
    review === "in-review" || review === "accepted" ? [{ pieces: at + 1, isOwed: payment === "invoiced" }] : [],
  );
  const sum = (some: typeof counts) => some.reduce((all, { pieces }) => all + pieces, 0);
  const { rows: sums } = await db.execute(sql`
    select (select sum(orders)::int from sales) as orders, (select sum(pieces)::int from sales) as pieces,
      (select pieces::int from buyers) as bought, (select unpaid::int from buyers) as unpaid`);
  const owed = sum(counts.filter(({ isOwed }) => isOwed));
  expect(sums).toEqual([{ orders: counts.length, pieces: sum(counts), bought: sum(counts), unpaid: owed }]);
  await db.execute(sql`
    insert into orders (id, name, email, phone, address, product_name, order_quantity, unit_price)
    values (gen_random_uuid(), 'Ada', 'ada@mill.example', '12345', 'x', 'Rivet', 1000, 1)`);
  const { rows: fresh } = await db.execute(
    sql`delete from orders where order_quantity = 1000 returning review, shipping, payment`,
  );
  expect(fresh).toEqual([{ review: "in-review", shipping: "pending", payment: "pending" }]);
  const word = db.execute(sql`update orders set shipping = 'Packed' where order_quantity = 1`);
  expect(sqlState(await word.catch((error: unknown) => error))).toBe("23514");
});

it.each(shops)("a shop %s has codes in its events, which only grow as before", async (_, shop) => {
  const { db } = shop();
  const { rows } = await db.execute(
    sql`select kind, track, from_state, to_state, note, note_for from order_events order by seq`,
  );
  expect(rows.map((row) => Object.values(row))).toEqual(events);
  for (const change of ["update order_events set to_state = 'paid'", "delete from order_events"]) {
    expect(sqlState(await db.execute(sql.raw(change)).catch((error: unknown) => error))).toBe("42501");
  }
});

it.each(shops)("a shop %s keeps the words of its audit log and invoices", async (_, shop) => {
  const { db } = shop();
  const { rows: audited } = await db.execute(
    sql`select action, before, after from audit where words @@ search_query('move')`,
  );
  expect(audited).toEqual([{ action: "move-order", before: { payment: "Pending" }, after: { payment: "Invoiced" } }]);
  const { rows: issued } = await db.execute(sql`select content from invoices`);
  expect(issued).toEqual([{ content: '{"state":"Invoiced"}' }]);
});

it.each(shops)("a shop %s has the indexes of its lists by codes", async (_, shop) => {
  const { rows } = await shop().db.execute(sql`
    select indexname from pg_indexes where indexdef like '%''in-review''%' or indexdef like '%''invoiced''%' order by 1`);
  expect(rows.map(({ indexname }) => indexname)).toEqual([
    "orders_company_due",
    "orders_not_paid",
    "orders_trim_listed",
    "orders_unpaid_listed",
  ]);
  const { rows: unchecked } = await shop().db.execute(sql`select conname from pg_constraint where not convalidated`);
  expect(unchecked).toEqual([]);
});

it("a shop that migrates writes the mails that were pending", async () => {
  const { rows: moves } = await before.db.execute(sql`select move from pending_move_mails`);
  expect(moves).toEqual([{ move: { kind: "back", from: "in-production", to: "pending", carrier: "Nordlink" } }]);
  const { rows: what } = await before.db.execute(sql`select what from pending_order_notifications order by seq`);
  expect(what.map((row) => row.what)).toEqual(["placed", "cancelled", "held-back"]);
  const { rows: steps } = await before.db.execute(sql`select second_step as step from sessions order by 1`);
  expect(steps.map(({ step }) => step)).toEqual(["app", "recovery-code"]);
});

it("no view or function of the shop names a state by its word", async () => {
  const { rows } = await before.db.execute(sql`
    select name from (
      select viewname as name, definition from pg_views where schemaname = 'public'
      union all select matviewname, definition from pg_matviews where schemaname = 'public'
      union all select indexname, indexdef from pg_indexes where schemaname = 'public'
      union all select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace
    ) as defined where definition ~ ${`'(${Object.values(words).join("|")}|house|held back|recovery code)'`}`);
  expect(rows).toEqual([]);
});
