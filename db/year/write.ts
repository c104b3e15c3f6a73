import { readFile } from "node:fs/promises";
import { getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { audit } from "#app/features/audit/tables.server.ts";
import { companies, companyAddresses, companyMembers } from "#app/features/companies/tables.server.ts";
import type { Seller } from "#app/features/documents/facts.ts";
import { creditNoteCounters, creditNotes, invoicedOrders, invoices } from "#app/features/documents/tables.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { payments, reminders } from "#app/features/money/tables.server.ts";
import { claimPictures, claims } from "#app/features/orders/claims/tables.server.ts";
import { deliveries, deliveryLines } from "#app/features/orders/deliveries/tables.server.ts";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { profiles } from "#app/features/profiles/tables.server.ts";
import { reviews } from "#app/features/reviews/tables.server.ts";
import { approvals } from "#app/features/sheets/tables.server.ts";
import { shape } from "#app/features/trims/queries.server.ts";
import { stockMovements, trims } from "#app/features/trims/tables.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { type People, planYear } from "./rows.ts";

export type YearSettings = { now: Date; timeZone: string; seller: Seller };

/**
 * Writes a year of trade into a shop that has its catalogue and nothing else, in few statements. The triggers keep
 * counts and sums as for any order; nothing is mailed.
 */
export async function writeYear(tx: Tx, people: People, { now, timeZone, seller }: YearSettings): Promise<void> {
  const catalogue = await tx.select(shape).from(trims).orderBy(trims.number);
  const year = planYear({ now: now.getTime(), timeZone, seller, ...people, trims: catalogue });
  await insertRows(tx, users, year.users);
  await insertRows(tx, profiles, year.profiles);
  await insertRows(tx, companies, year.companies);
  await insertRows(tx, companyMembers, year.companyMembers);
  await insertRows(tx, companyAddresses, year.companyAddresses);
  await insertRows(tx, approvals, year.approvals);
  await tx.execute(sql`update ${trims} set created_at = ${year.openedAt}`);
  await tx.execute(sql`
    update ${stockMovements} set created_at = ${year.openedAt}, delta = first.delta
    from json_to_recordset(${JSON.stringify(year.firstStocks)}::json) as first("trimId" uuid, delta int)
    where trim_id = first."trimId"`);
  await insertRows(tx, stockMovements, year.movements);
  await insertRows(tx, orderSheets, year.sheets);
  await insertRows(tx, orders, year.orders);
  await insertRows(tx, orderEvents, year.events);
  await writeDeliveries(tx, timeZone);
  await insertRows(tx, invoices, year.invoices);
  await insertRows(tx, invoicedOrders, year.invoicedOrders);
  await insertRows(tx, payments, year.payments);
  await insertRows(tx, reminders, year.reminders);
  await insertRows(tx, creditNotes, year.creditNotes);
  await insertRows(tx, claims, year.claims);
  const bytes = await readFile(new URL("./claim.webp", import.meta.url));
  for (const { id: claimId, state } of year.claims) {
    if (state === "open") await tx.insert(claimPictures).values({ claimId, bytes });
  }
  for (const { year: of, serial } of year.serials) await countInvoices(tx, of, serial);
  for (const { year: of, serial } of year.creditNotes) {
    await tx.insert(creditNoteCounters).values({ year: of, last: serial });
  }
  await insertRows(tx, reviews, year.reviews);
  await withoutIndex(tx, "audit_words", () => insertRows(tx, audit, year.audit));
  for (const table of ["companies", "orders", "order_sheets"])
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${table}, 'number'), (select max(number) from ${sql.identifier(table)}))`,
    );
  await tx.execute(sql`analyze orders, order_events, order_sheets, audit`);
}

/** The last number of a year only rises one by one. */
async function countInvoices(tx: Tx, year: number, serial: number): Promise<void> {
  await tx.execute(
    sql.raw(`do $$ begin
      insert into invoice_counters (year, last) values (${year}, 1);
      for latest in 2..${serial} loop update invoice_counters set last = latest where year = ${year}; end loop;
    end $$`),
  );
}

/** Building an index of words afterwards is faster than row by row. */
async function withoutIndex(tx: Tx, name: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await tx.execute<{ definition: string }>(
    sql`select pg_get_indexdef(${name}::regclass) as definition`,
  );
  await tx.execute(sql`drop index ${sql.identifier(name)}`);
  await work();
  for (const { definition } of rows) await tx.execute(sql.raw(definition));
}

/** What has shipped left in one delivery for each parcel number, or without one, for each minute. Their ids are UUIDs of version 8. */
async function writeDeliveries(tx: Tx, timeZone: string): Promise<void> {
  await tx.execute(sql`
    with shipped as (
      select o.id, o.order_quantity, o.carrier, o.tracking_number, o.tracking_url, e.created_at, e.actor_id,
        overlay(overlay(md5(concat_ws(chr(31), o.user_id, o.email, o.address, coalesce(o.carrier, ''),
          coalesce(o.tracking_number, date_trunc('minute', e.created_at)::text))) placing '8' from 13)
          placing '8' from 17)::uuid as delivery_id
      from ${orders} o join ${orderEvents} e on e.order_id = o.id and e.to_state = 'shipped'
      where o.shipping in ('shipped', 'delivered')
    ), sent as (
      insert into ${deliveries} (id, created_at, shipped_on, carrier, tracking_number, tracking_url, actor_id)
      select distinct on (delivery_id) delivery_id, created_at, (created_at at time zone ${timeZone})::date, carrier,
        tracking_number, tracking_url, actor_id
      from shipped order by delivery_id, created_at returning id
    )
    insert into ${deliveryLines} (delivery_id, order_id, pieces)
    select delivery_id, shipped.id, order_quantity from shipped join sent on sent.id = delivery_id`);
}

/** So few rows that a slow machine inserts them before their statement times out. */
const AT_ONCE = 1000;

/** All rows have the same fields; those they lack take their defaults. */
async function insertRows<Table extends PgTable>(tx: Tx, table: Table, rows: object[]): Promise<void> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([field, { generated }]) => !generated && field in (rows[0] ?? {}),
  );
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const json = rows.map((row) =>
    Object.fromEntries(columns.map(([field, { name }]) => [name, (row as Record<string, unknown>)[field]])),
  );
  for (let at = 0; at < json.length; at += AT_ONCE) {
    const part = JSON.stringify(json.slice(at, at + AT_ONCE));
    await tx.execute(
      sql`insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, ${part}::json)`,
    );
  }
}
