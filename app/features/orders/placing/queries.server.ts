import { and, asc, inArray, isNull, sql } from "drizzle-orm";
import type { ShipTo } from "#app/contract/ship-to.ts";
import { companies } from "#app/features/companies/tables.server.ts";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import { orders, pendingOrderNotifications } from "#app/features/orders/tables.server.ts";
import { profiles } from "#app/features/profiles/tables.server.ts";
import { priceBreaks, trims } from "#app/features/trims/tables.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { preparedSql } from "#app/platform/db/statements.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";

/** A trim as it is while its row is locked. */
export type LockedTrim = {
  id: string;
  number: number;
  name: string;
  moq: number;
  quantity: number;
  price: string;
  priceBreaks: { from: number; price: string }[];
};

/**
 * Locks these trims until the transaction ends, one after the other by id, so that two transactions never wait for each
 * other; trims that have left the catalogue are missing. Their breaks are read in a statement of its own: one that
 * waited for a lock sees other tables as they were before.
 */
export async function lockTrims(tx: Tx, ids: readonly string[]): Promise<Map<string, LockedTrim>> {
  const locked = await tx
    .select({
      id: trims.id,
      number: trims.number,
      name: trims.name,
      moq: trims.moq,
      quantity: trims.quantity,
      price: trims.price,
    })
    .from(trims)
    .where(and(inArray(trims.id, [...ids]), isNull(trims.removedAt)))
    .orderBy(trims.id)
    .for("no key update");
  const breaks = await tx
    .select()
    .from(priceBreaks)
    .where(
      inArray(
        priceBreaks.trimId,
        locked.map(({ id }) => id),
      ),
    )
    .orderBy(asc(priceBreaks.from));
  const byTrim = Map.groupBy(breaks, ({ trimId }) => trimId);
  return new Map(locked.map((trim) => [trim.id, { ...trim, priceBreaks: byTrim.get(trim.id) ?? [] }]));
}

/** An order that has passed every check, or the line of a sheet. */
export type NewOrder = {
  id: string;
  /** Who places it, and whose it becomes. */
  by: Person;
  buyer: Pick<Person, "id" | "name" | "email" | "isVerified">;
  /** The company it is for: its buyer's, or else only its name as the sheet says it, or for one alone the profile. */
  company: { companyId: string | undefined; company: string } | undefined;
  trim: Pick<LockedTrim, "id" | "name">;
  orderQuantity: number;
  unitPrice: string;
  phone: string;
  address: string;
  shipTo: ShipTo | null;
  sheet?: { id: string; number: number; poNumber?: string | null | undefined; wantedOn?: string | null | undefined };
};

const write = preparedSql(
  "write_orders",
  sql`
    with line as materialized (
      select * from json_to_recordset(${sql.placeholder("lines")}::json) as line ("at" int, id uuid, "eventId" uuid,
        "userId" uuid, "trimId" uuid, name text, email text, phone text, address text, "productName" text,
        "orderQuantity" int, "unitPrice" numeric, "sheetId" uuid, "sheetNumber" int, "poNumber" text, "wantedOn" date,
        "companyId" uuid, company text, "shipTo" jsonb, "actorId" uuid, "actorRole" text, "isVerified" boolean)
    ), taken as (
      update ${trims} set quantity = quantity - pieces
      from (select "trimId", sum("orderQuantity") as pieces from line group by "trimId") as by_trim
      where id = "trimId"
    ), placed as (
      insert into ${orders} (id, user_id, trim_id, name, email, phone, address, product_name, order_quantity,
        unit_price, sheet_id, sheet_number, po_number, wanted_on, company_id, company, tolerance,
        deposit_percent, ship_to)
      select id, "userId", "trimId", name, email, phone, address, "productName", "orderQuantity", "unitPrice",
        "sheetId", "sheetNumber", "poNumber", "wantedOn", "companyId",
        case when "sheetId" is null then coalesce(company, (
          select ${profiles.company} from ${profiles} where ${profiles.userId} = "userId")) else company end,
        coalesce((select ${companies.tolerance} from ${companies} where ${companies.id} = "companyId"), 0),
        coalesce((select ${companies.depositPercent} from ${companies} where ${companies.id} = "companyId"), 0),
        "shipTo"
      from line order by "at"
    ), happened as (
      insert into ${orderEvents} (id, order_id, kind, actor_id, actor_role)
      select "eventId", id, 'placed', "actorId", "actorRole" from line order by "at"
    )
    insert into ${pendingOrderNotifications} (order_id, is_verified)
    select id, "isVerified" from line where "sheetId" is null order by "at"`,
);

/**
 * Takes the pieces from stock, and writes the orders and their events, in this order; all in one statement. Orders
 * without a sheet are left for their mails to be written. The trims must be locked and have enough:
 * `CHECK (quantity >= 0)` refuses the rest.
 */
export async function writeOrders(tx: Tx, placed: readonly NewOrder[]): Promise<void> {
  const lines = placed.map(({ id, by, buyer, company, trim, sheet, ...order }, at) => ({
    ...{ at, id, eventId: newId(), ...order },
    ...{ userId: buyer.id, name: buyer.name, email: buyer.email, isVerified: buyer.isVerified },
    ...{ actorId: by.id, actorRole: by.isAdmin ? "admin" : "buyer", trimId: trim.id, productName: trim.name },
    ...{ companyId: company?.companyId, company: company?.company },
    ...{ sheetId: sheet?.id, sheetNumber: sheet?.number, poNumber: sheet?.poNumber, wantedOn: sheet?.wantedOn },
  }));
  await write(tx, { lines: JSON.stringify(lines) });
}
