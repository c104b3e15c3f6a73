import { sql } from "drizzle-orm";
import { roundToCents } from "#app/contract/money.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { foldShares } from "#app/features/trims/order-shares.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

type Order = typeof orders.$inferSelect;
type Sum = { orders: number; pieces: bigint; cents: bigint };

/** The Monday, the first of the month, and the day itself, of a moment in a time zone. */
function daysOf(at: string, timeZone: string) {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date(at));
  const ms = Date.parse(day);
  const monday = new Date(ms - ((new Date(ms).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
  return { day, week: monday, month: `${day.slice(0, 7)}-01` };
}

/** All sums, counted again from every order by the one function that rounds money. */
export async function countAnew(db: Db, timeZone = "UTC"): Promise<string[]> {
  const [rows, catalogue] = await Promise.all([db.select().from(orders), db.select().from(trims)]);
  const lineOf = new Map(catalogue.map(({ id, line }) => [id, line ?? ""]));
  const sums = new Map<string, Sum>();
  const add = (key: string, { orderQuantity, total }: Order) => {
    const { orders, pieces, cents } = sums.get(key) ?? { orders: 0, pieces: 0n, cents: 0n };
    const value = BigInt(roundToCents(total).replace(".", ""));
    sums.set(key, { orders: orders + 1, pieces: pieces + BigInt(orderQuantity), cents: cents + value });
  };
  for (const order of rows.filter(({ review }) => review === "in review" || review === "accepted")) {
    const { day, week, month } = daysOf(order.createdAt, timeZone);
    add(`week ${week} ${lineOf.get(order.trimId ?? "") ?? ""}`, order);
    if (order.trimId) add(`month ${month} ${order.trimId}`, order);
    if (order.payment === "Invoiced") add(`due ${order.dueOn}`, order);
    if (!order.userId) continue;
    add(`buyer ${order.userId}`, order);
    add(`day ${order.userId} ${day}`, order);
    if (order.payment === "Invoiced") add(`unpaid ${order.userId}`, order);
  }
  const days = Map.groupBy(
    [...sums.keys()].filter((key) => key.startsWith("day ")),
    (key) => key.split(" ")[1],
  );
  const spans = [...days].map(([buyer, keys]) => {
    const all = keys.map((key) => key.split(" ")[2]).toSorted();
    return `span ${buyer} ${all.length} ${all[0]} ${all.at(-1)}`;
  });
  const withoutPieces = ["due", "unpaid"];
  // An order may be worth less than half a cent: then its buyer owes nothing.
  const shown = [...sums].filter(([key, { cents }]) => !key.startsWith("unpaid") || cents !== 0n);
  const lines = shown.map(([key, { orders, pieces, cents }]) => {
    const isShort = withoutPieces.includes(key.split(" ")[0] ?? "");
    return `${key}: ${key.startsWith("unpaid") ? "" : orders} ${isShort ? "" : pieces} ${cents}`;
  });
  return [...lines, ...spans].toSorted();
}

/** The same sums, as the shop reads them. */
export async function readKept(db: Db): Promise<string[]> {
  await foldShares(db);
  const { rows } = await db.execute<{ line: string }>(sql`
    select format('week %s %s: %s %s %s', week, line, sum(orders), sum(pieces), (sum(value) * 100)::bigint) as line
      from sales_weeks group by week, line having sum(orders) <> 0
    union all select format('month %s %s: %s %s %s', month, trim_id, orders, pieces, (value * 100)::bigint)
      from sales_months where orders <> 0
    union all select format('due %s: %s  %s', due_on, sum(orders), (sum(value) * 100)::bigint) from order_dues
      group by due_on having sum(orders) <> 0
    union all select format('buyer %s: %s %s %s', id, orders, pieces, (value * 100)::bigint) from buyers where orders > 0
    union all select format('unpaid %s:   %s', id, (unpaid * 100)::bigint) from buyers where unpaid <> 0
    union all select format('day %s %s: %s %s %s', buyer_id, day, orders, pieces, (value * 100)::bigint)
      from buyer_days where orders <> 0
    union all select format('span %s %s %s %s', id, days, first_on, last_on) from buyers where orders > 0`);
  return rows.map(({ line }) => line).toSorted();
}

/** The id of an invented buyer. */
export const buyerId = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, "0")}`;

/** The phone on orders of `placeFor`. */
export const OWN = "67890";

/** One order of a buyer, on this day of 2026, newest whatever its day. */
export async function placeFor(
  db: Db,
  userId: string,
  { day, name = "A" }: { day: number; name?: string },
): Promise<void> {
  await db.insert(orders).values({
    ...{ userId, name, email: "a@mill.example", phone: OWN, address: "x", productName: "x" },
    ...{ orderQuantity: 1, unitPrice: "1", createdAt: new Date(Date.UTC(2026, 0, day)).toISOString() },
  });
}

/** As a page reads a buyer's sums. */
export async function readBuyer(db: Db, id: string) {
  await foldShares(db);
  const { rows } = await db.execute(sql`select orders, days, name from buyers where id = ${id}`);
  return rows[0];
}
