// @module-tag trial

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, it } from "vitest";
import { countAnew } from "#app/features/orders/sums/sums.server.ts";
import { prepareSearch } from "#app/features/trims/find/search-engine.server.ts";
import type { Connection } from "#app/platform/db/client.server.ts";
import { FUNCTIONS } from "#app/platform/db/functions.server.ts";
import { MIGRATIONS, migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { seedDemo } from "#db/seed.ts";
import { createDatabase } from "../database.ts";
import { migrateUntil } from "../migrations.ts";
import { countPlainly, readSums } from "../sums.ts";

// A shop of before migration 0052, when triggers kept counts and sums of orders, comes to the present version.

/** Besides those of the demo's year. `KILLS=0 ORDERS=1000000 npx vitest run test/trials/upgrade` measures the downtime. */
const ORDERS = Number(process.env.ORDERS ?? 2_000);
const IS_KILLED = process.env.KILLS !== "0";
/** With more, the sums are not compared: this process would count them row by row. */
const MOST_SUMMED = 20_000;
const ORDERS_AT_ONCE = 10_000;
const POLL_MS = 20;

const FIRST_NEW = "clean-what-was-typed";
const RENAMED: Record<string, string> = {
  low_stock_notified: "low_stock_told",
  pending_order_notifications: "untold_orders",
  pending_sheet_notifications: "untold_sheets",
  notified_at: "told_at",
  action: "act",
};
/** Values that are stored as codes now, and the words that they were. */
const FORMER_WORDS = {
  "in-review": "in review",
  pending: "Pending",
  "in-production": "In production",
  packed: "Packed",
  shipped: "Shipped",
  delivered: "Delivered",
  invoiced: "Invoiced",
  paid: "Paid",
  refunded: "Refunded",
  internal: "house",
};
const CODES = Object.fromEntries(Object.entries(FORMER_WORDS).map(([code, word]) => [word, code]));
/** The columns that hold such values. */
const CODED: Record<string, string[]> = {
  orders: ["review", "shipping", "payment"],
  order_events: ["from_state", "to_state", "note_for"],
};
/** What is counted or copied from other tables. */
const DERIVED = ["order_sums", "trim_orders", "trim_words"];

/** Indexes that the files of `online/` made then, which have gone with them. */
const FORMER_INDEXES = `
  create index orders_trim_ended on orders (trim_id, id) where review in ('declined', 'cancelled');
  create index orders_state_email on orders (review, shipping, payment, email, id);
  create index orders_state_item on orders (review, shipping, payment, product_name, id);
  create index orders_state_quantity on orders (review, shipping, payment, order_quantity, id);
  create index orders_email_lines on orders (email, id, product_name, name, review, order_quantity);
  create index orders_mill_lines on orders (substr(email, strpos(email, '@')), product_name, id, email, review, order_quantity);
  create index orders_item_listed on orders (product_name, id, review);
  create index buyers_unpaid on buyers (unpaid, id) where orders > 0`;

type Table = { name: string; former: string; columns: { name: string; former: string }[] };

/** The tables that both versions have, each after those that its rows refer to. */
async function listTables(now: pg.Client, then: pg.Client): Promise<Table[]> {
  const read = async (client: pg.Client) => {
    const { rows } = await client.query<{ name: string; columns: string[] }>(`
      select relname as name, array_agg(attname::text order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
      group by 1 order by 1`);
    return rows;
  };
  const former = new Map((await read(then)).map(({ name, columns }) => [name, columns]));
  const tables = (await read(now)).flatMap(({ name, columns }) => {
    const its = former.get(RENAMED[name] ?? name);
    if (!its || DERIVED.includes(name)) return [];
    const both = columns.map((column) => ({ name: column, former: RENAMED[column] ?? column }));
    return { name, former: RENAMED[name] ?? name, columns: both.filter((column) => its.includes(column.former)) };
  });
  const first = ["users", "families", "trims", "invoices"];
  return tables.toSorted((a, b) => rank(a) - rank(b));
  function rank({ name }: Table): number {
    return first.includes(name) ? first.indexOf(name) : first.length;
  }
}

/** The value of a column as SQL, translated where it is a state. */
function translate(table: string, column: string, words: object): string {
  const name = pg.escapeIdentifier(column);
  if (!CODED[table]?.includes(column)) return name;
  return `coalesce(${pg.escapeLiteral(JSON.stringify(words))}::jsonb ->> ${name}, ${name})`;
}

const list = (names: readonly string[]) => names.map((name) => pg.escapeIdentifier(name)).join(", ");

/** Copies what a shop of today holds into one of then, by plain SQL; returns the names of the tables that have rows. */
async function copyRows(now: pg.Client, then: pg.Client, tables: readonly Table[]): Promise<string[]> {
  const filled: string[] = [];
  await then.query("begin");
  for (const { name, former, columns } of tables) {
    const selected = columns.map(
      (column) => `${translate(name, column.name, FORMER_WORDS)} as ${pg.escapeIdentifier(column.former)}`,
    );
    const { rows } = await now.query<{ rows: string }>(
      `select json_agg(t)::text as rows from (select ${selected.join(", ")} from ${list([name])}) t having count(*) > 0`,
    );
    const names = list(columns.map((column) => column.former));
    // Their last number is written at once here, not one by one.
    const isCounter = former === "invoice_counters";
    if (isCounter) await then.query("alter table invoice_counters disable trigger user");
    for (const { rows: json } of rows) {
      filled.push(name);
      await then.query(
        `insert into ${list([former])} (${names}) overriding system value
         select ${names} from json_populate_recordset(null::${list([former])}, $1)`,
        [json],
      );
    }
    if (isCounter) await then.query("alter table invoice_counters enable trigger user");
  }
  await then.query("commit");
  const { rows: counters } = await then.query<{ statement: string }>(`
    select format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 1)) from %I', relname, attname, attname, relname)
      as statement
    from pg_attribute join pg_class on attrelid = pg_class.oid
    where attidentity <> '' and relnamespace = 'public'::regnamespace`);
  for (const { statement } of counters) await then.query(statement);
  return filled;
}

/** Orders like those of the demo's year, with the event of their placing and the stock that they took. */
async function addOrders(then: pg.Client): Promise<void> {
  await then.query("create table model as select row_number() over () - 1 as at, * from orders");
  for (let made = 0; made < ORDERS; made += ORDERS_AT_ONCE) {
    await then.query(`
      with added as (
        insert into orders (id, user_id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price,
          created_at, review, shipping, payment, carrier, tracking_number, tracking_url, due_on)
        select gen_random_uuid(), user_id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price,
          created_at, review, shipping, payment, carrier, tracking_number, tracking_url, due_on
        from generate_series(${made}, ${Math.min(made + ORDERS_AT_ONCE, ORDERS) - 1}) n
          join model on at = n % (select count(*) from model)
        returning *
      ), happened as (
        insert into order_events (id, order_id, created_at, kind, actor_id, actor_role)
        select gen_random_uuid(), id, created_at, 'placed', user_id, 'buyer' from added
      )
      insert into stock_movements (id, trim_id, delta, why)
      select gen_random_uuid(), trim_id, sum(order_quantity), 'delivered' from added
      where review in ('in review', 'accepted') and trim_id is not null group by trim_id`);
  }
  await then.query("drop table model");
  // What the shop had still to write, and had written.
  await then.query(`
    insert into untold_orders (order_id, is_verified) select id, true from orders order by number desc limit 5;
    insert into untold_sheets (sheet_id, is_verified) select id, false from order_sheets order by number desc limit 2;
    insert into low_stock_told (trim_id) select id from trims where is_low limit 3`);
}

/** What that shop's starts did after its migrations. */
async function finishFormer(then: pg.Client): Promise<void> {
  const { rows: unchecked } = await then.query<{ statement: string }>(`
    select format('alter table %s validate constraint %I', conrelid::regclass, conname) as statement
    from pg_constraint where not convalidated and connamespace = 'public'::regnamespace`);
  for (const { statement } of unchecked) await then.query(statement);
  await then.query("create table drizzle.__online_migrations (file text primary key)");
  for (const file of listOnline().filter((name) => name < "0052")) {
    for (const statement of readOnline(file).split(/;\s*$/m)) if (statement.trim()) await then.query(statement);
    await then.query("insert into drizzle.__online_migrations values ($1)", [file]);
  }
  await then.query(FORMER_INDEXES);
  await then.query("vacuum analyze");
}

const listOnline = () => readdirSync(`${MIGRATIONS}/online`).toSorted();
const readOnline = (file: string) => readFileSync(`${MIGRATIONS}/online/${file}`, "utf8");

/** Per table its rows and the sum of their hashes, which no order of rows changes; and how many trims miss pieces. */
async function readAll(client: pg.Client, tables: readonly Table[], version: "name" | "former") {
  const all: Record<string, unknown> = {};
  for (const table of tables) {
    const words = version === "former" ? CODES : {};
    const columns = table.columns.map((column) => translate(table.name, column[version], words)).join(", ");
    const { rows } = await client.query(`
      select count(*) as rows, sum(('x' || left(md5(row(${columns})::text), 16))::bit(64)::bigint) as hashes
      from ${list([table[version]])}`);
    all[table.name] = rows[0];
  }
  const { rows } = await client.query(`
    select count(*) as trims from trims
    where quantity + (select coalesce(sum(order_quantity), 0) from orders
        where trim_id = trims.id and review not in ('declined', 'cancelled'))
      <> (select sum(delta) from stock_movements where trim_id = trims.id)`);
  return { ...all, "trims that miss pieces": rows[0] };
}

/** Makes each insert into the tables that note what was applied wait for ever if `trial.stop` names it. */
const WAIT_AT_NOTES = `
  create schema trial;
  create table trial.stop (note text);
  create function trial.wait() returns trigger language plpgsql as $$ begin
    if exists (select from trial.stop where note in (to_jsonb(new) ->> 'created_at', to_jsonb(new) ->> 'file')) then
      perform pg_sleep(3600);
    end if;
    return new;
  end $$;
  create table drizzle.__functions (file text primary key, hash text not null);
  create trigger wait before insert on drizzle.__drizzle_migrations for each row execute function trial.wait();
  create trigger wait before insert on drizzle.__online_migrations for each row execute function trial.wait();
  create trigger wait before insert on drizzle.__functions for each row execute function trial.wait()`;

function startMigrating(connection: Connection): ChildProcess {
  const module = JSON.stringify("#app/platform/db/migrate.server.ts");
  const code = `import { migrateDatabase } from ${module}; await migrateDatabase(${JSON.stringify(connection)});`;
  return spawn(process.execPath, ["--input-type=module", "--eval", code], { stdio: ["ignore", "ignore", "inherit"] });
}

/** Starts the upgrade, kills its process once its connection waits for this event, and until it has gone. */
async function killAt(event: "PgSleep" | "virtualxid", client: pg.Client, connection: Connection): Promise<void> {
  const readEvents = async () => {
    const { rows } = await client.query<{ event: string | null }>(
      `select wait_event as event from pg_stat_activity
       where datname = current_database() and application_name = 'rivet-and-reed migration'`,
    );
    return rows.map(({ event }) => event);
  };
  const child = startMigrating(connection);
  const gone = once(child, "exit");
  while (!(await readEvents()).includes(event)) {
    expect(child.exitCode, `it ended before it came to ${event}`).toBeNull();
    await pause(POLL_MS);
  }
  child.kill("SIGKILL");
  await gone;
  while ((await readEvents()).length > 0) await pause(POLL_MS);
}

async function killAtEach(client: pg.Client, holder: pg.Client, connection: Connection): Promise<string[]> {
  await client.query(WAIT_AT_NOTES);
  const { rows: applied } = await client.query<{ last: string }>(
    "select max(created_at) as last from drizzle.__drizzle_migrations",
  );
  const journal: { entries: { when: number }[] } = JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, "utf8"));
  const migrations = journal.entries.filter(({ when }) => when > Number(applied[0]?.last)).map(({ when }) => `${when}`);
  const online = listOnline().filter((name) => name >= "0052");
  const stops = [...migrations, ...readdirSync(FUNCTIONS).toSorted().slice(-1), ...online];
  for (const stop of stops) {
    await client.query("delete from trial.stop");
    if (online.includes(stop) && readOnline(stop).includes("CONCURRENTLY")) {
      // An index is made, or dropped, once all older snapshots have gone.
      await holder.query(
        "begin isolation level repeatable read; select from orders limit 1; select from audit limit 1",
      );
      await holder.query("select from users limit 1; select from reviews limit 1; select from order_events limit 1");
      await killAt("virtualxid", client, connection);
      await holder.query("commit");
    }
    await client.query("insert into trial.stop values ($1)", [stop]);
    await killAt("PgSleep", client, connection);
  }
  await client.query("drop schema trial cascade");
  return stops;
}

/** Columns, constraints, indexes, triggers, views and functions. */
async function readSchema(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select format('%s.%s %s %s', table_name, column_name, data_type, coalesce(generation_expression, column_default)) as line
      from information_schema.columns where table_schema = 'public'
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(pg_trigger.oid) from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace
    union all select definition from pg_matviews where schemaname = 'public'
    union all select definition from pg_views where schemaname = 'public'
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by 1`);
  return rows.map(({ line }) => line);
}

async function connect(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client(connection);
  // A failed test drops the database under it.
  client.on("error", () => {});
  await client.connect();
  return client;
}

it(`a shop of before 0052 with its year and ${ORDERS} more orders comes through with all that it holds`, {
  timeout: 300_000 + ORDERS * 10,
}, async () => {
  const today = await createDatabase();
  const seller = { address: ["Loom Lane 3"], contact: "help@shop.example", bank: [], terms: [] };
  await seedDemo(today.db, { now: new Date(), timeZone: "UTC", seller });
  const shop = await createDatabase({ empty: true });
  await migrateUntil(shop.db, FIRST_NEW);
  await shop.db.execute(sql`do $$ begin
    execute format('alter database %I set client_connection_check_interval = 100', current_database()); end $$`);
  const now = await connect(today.connection);
  const [then, holder] = [await connect(shop.connection), await connect(shop.connection)];

  const tables = await listTables(now, then);
  const filled = await copyRows(now, then, tables);
  expect(filled).toEqual(
    expect.arrayContaining(["accounts", "audit", "invoices", "orders", "order_events", "reviews"]),
  );
  await addOrders(then);
  await finishFormer(then);
  const before = await readAll(then, tables, "former");
  expect(before["trims that miss pieces"]).toEqual({ trims: "0" });

  if (IS_KILLED) expect((await killAtEach(then, holder, shop.connection)).length).toBeGreaterThan(15);
  const startMs = performance.now();
  await migrateDatabase(shop.connection, prepareSearch);
  const tookS = ((performance.now() - startMs) / 1000).toFixed(1);
  console.log(`${ORDERS} orders: ${IS_KILLED ? "the last start" : "the upgrade"} took ${tookS} s`);

  expect(await readAll(then, tables, "name")).toEqual(before);
  expect(await readSchema(then)).toEqual(await readSchema(now));
  if (ORDERS <= MOST_SUMMED) {
    await countAnew(shop.db);
    expect(await readSums(shop.db)).toEqual(await countPlainly(shop.db));
  }
  for (const client of [now, then, holder]) await client.end();
  await Promise.all([today.drop(), shop.drop()]);
});
