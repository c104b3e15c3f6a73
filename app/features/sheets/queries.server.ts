import { and, desc, eq, lt, or, type SQL, sql } from "drizzle-orm";
import type { IdOrNumber } from "#app/contract/id.ts";
import { sheetWays } from "#app/features/orders/find/named.server.ts";
import { shape as orderShape } from "#app/features/orders/find/rows.server.ts";
import { orderEvents } from "#app/features/orders/life/tables.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { isNamed, matchesWords, newId } from "#app/platform/db/columns.server.ts";
import { withTotal } from "#app/platform/db/page.server.ts";
import { preparedSql } from "#app/platform/db/statements.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { orderDrafts, untoldSheets } from "./tables.server.ts";

/** The pieces of one trim. */
export type Pieces = { trimId: string; orderQuantity: number };

/** A trim while it is locked. */
export type LockedTrim = {
  id: string;
  name: string;
  number: number;
  moq: number;
  quantity: number;
  /** What one piece costs at this quantity. */
  unitPrice: string;
};

const asTable = sql`json_to_recordset(${sql.placeholder("lines")}::json) as line("trimId" uuid, "orderQuantity" int)`;

const lock = preparedSql<LockedTrim>(
  "lock_trims",
  sql`
    with locked as materialized (
      select id, name, number, moq, quantity, price from ${trims}
      where id in (select "trimId" from ${asTable}) and removed_at is null
      order by id for no key update of trims
    )
    select id, name, number, moq, quantity,
      coalesce(price_break_reached(id, "orderQuantity"), price) as "unitPrice"
    from locked join ${asTable} on "trimId" = id`,
);

/**
 * Locks the trims of these lines until the transaction ends, one after the other by id, so that two sheets never wait
 * for each other. Prices are read once the locks are held: `price_break_reached` is volatile, and sees the breaks of
 * then.
 */
export async function lockTrims(tx: Tx, lines: readonly Pieces[]): Promise<Map<string, LockedTrim>> {
  const rows = await lock(tx, { lines: JSON.stringify(lines) });
  return new Map(rows.map((row) => [row.id, row]));
}

/** A line that was judged, and the order that it becomes. */
export type JudgedLine = Pieces & { orderId: string; productName: string; unitPrice: string };

/** What the orders of a sheet have in common, and their sums. */
export type WrittenSheet = Omit<typeof orderSheets.$inferInsert, "id" | "number" | "createdAt">;

const write = preparedSql<{ number: number }>(
  "write_sheet",
  sql`
    with line as materialized (
      select * from json_to_recordset(${sql.placeholder("lines")}::json) as line ("at" int, "orderId" uuid,
        "eventId" uuid, "trimId" uuid, "orderQuantity" int, "productName" text, "unitPrice" numeric)
    ), sheet as (
      insert into ${orderSheets} (id, user_id, name, email, phone, address, company, country, po_number, wanted_on, note,
        lines, pieces, total)
      select id, "userId", name, email, phone, address, company, country, "poNumber", "wantedOn", note, lines, pieces,
        total
      from json_to_record(${sql.placeholder("sheet")}::json) as given (id uuid, "userId" uuid, name text, email text,
        phone text, address text, company text, country text, "poNumber" text, "wantedOn" date, note text,
        lines smallint, pieces bigint, total numeric)
      returning *
    ), taken as (
      update ${trims} set quantity = quantity - "orderQuantity" from line where id = "trimId"
    ), placed as (
      insert into ${orders} (id, user_id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price,
        sheet_id, sheet_number, po_number, wanted_on)
      select "orderId", user_id, "trimId", name, email, phone, address, "productName", "orderQuantity", "unitPrice",
        id, number, po_number, wanted_on
      from sheet, line order by "at"
    ), happened as (
      insert into ${orderEvents} (id, order_id, kind, actor_id, actor_role)
      select "eventId", "orderId", 'placed', user_id, ${sql.placeholder("role")}::text from sheet, line order by "at"
    ), sent as (
      delete from ${orderDrafts} using sheet
      where order_drafts.user_id = sheet.user_id and version::text = coalesce(${sql.placeholder("draft")}, version::text)
    ), untold as (
      insert into ${untoldSheets} (sheet_id, is_verified) select id, ${sql.placeholder("isVerified")}::boolean from sheet
    )
    select number from sheet`,
);

/**
 * Takes the pieces of these lines from stock, writes the sheet, its orders and their events, deletes the draft, and
 * notes that nobody has been told; all in one statement. The trims must be locked, must have enough, and stand on one
 * line each. Returns id and number of the sheet. The numbers of its orders rise in the order of the lines.
 */
export async function writeSheet(
  tx: Tx,
  who: Person,
  sheet: WrittenSheet,
  lines: readonly JudgedLine[],
  draft?: string,
) {
  const id = newId();
  const [written] = await write(tx, {
    sheet: JSON.stringify({ ...sheet, id }),
    lines: JSON.stringify(lines.map((line, at) => ({ ...line, at, eventId: newId() }))),
    role: who.isAdmin ? "admin" : "buyer",
    isVerified: who.isVerified,
    draft: draft ?? null,
  });
  if (!written) throw new Error("the sheet was not written");
  return { id, number: written.number };
}

/** The contract's sheet, without its orders. */
export const shape = {
  _id: orderSheets.id,
  number: orderSheets.number,
  name: orderSheets.name,
  email: orderSheets.email,
  phone: orderSheets.phone,
  address: orderSheets.address,
  company: orderSheets.company,
  country: orderSheets.country,
  poNumber: orderSheets.poNumber,
  wantedOn: orderSheets.wantedOn,
  note: orderSheets.note,
  createdAt: orderSheets.createdAt,
  lines: orderSheets.lines,
  pieces: orderSheets.pieces,
  total: orderSheets.total,
};

/** A sheet by its id or number, and its buyer. */
export async function findSheet(db: Db | Tx, idOrNumber: IdOrNumber) {
  const [found] = await db
    .select({ ...shape, userId: orderSheets.userId })
    .from(orderSheets)
    .where(isNamed(orderSheets, idOrNumber));
  return found;
}

/** The orders of a sheet in the order of its lines, wherever they stand. */
export function listOrdersOf(db: Db | Tx, sheetId: string) {
  return db
    .select(orderShape)
    .from(orders)
    .leftJoin(trims, eq(trims.id, orders.trimId))
    .where(eq(orders.sheetId, sheetId))
    .orderBy(orders.number);
}

/** Searches are counted up to this limit. */
export const COUNT_LIMIT = 1000;

/** Which sheets: one person's or all, and what they are searched for. */
export type SheetFilter = { userId?: string | undefined; q?: string | undefined };

/**
 * Newest first, older than the sheet `after`; one row more than `limit` if there is one. And how many match, up to
 * COUNT_LIMIT + 1.
 */
export function listSheets(db: Db | Tx, filter: SheetFilter, { limit, after }: { limit: number; after?: string }) {
  const found = db
    .select({ id: orderSheets.id })
    .from(orderSheets)
    .where(matching(filter))
    .limit(COUNT_LIMIT + 1)
    .as("found");
  const counted = db.$count(found);
  const page = db
    .select({ ...shape, counted })
    .from(orderSheets)
    .where(and(matching(filter), after ? lt(orderSheets.id, after) : undefined))
    .orderBy(desc(orderSheets.id))
    .limit(limit + 1);
  return withTotal(page, after, () => counted);
}

function matching({ userId, q }: SheetFilter): SQL | undefined {
  return and(
    userId === undefined ? undefined : eq(orderSheets.userId, userId),
    q ? or(matchesWords(orderSheets.words, q), ...sheetWays(q)) : undefined,
  );
}
