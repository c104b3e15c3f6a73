import { sql } from "drizzle-orm";
import { roundToCents, toCents } from "#app/contract/money.ts";
import { creditNotes } from "#app/features/documents/tables.server.ts";
import { payments } from "#app/features/money/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
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

/** All sums, counted from every order by the one function that rounds money. */
export async function countPlainly(db: Db, timeZone = "UTC"): Promise<string[]> {
  const [rows, catalogue, paid, credited] = await Promise.all([
    db.select().from(orders),
    db.select().from(trims),
    db.select().from(payments),
    db.select().from(creditNotes),
  ]);
  const lineOf = new Map(catalogue.map(({ id, line }) => [id, line ?? ""]));
  const sums = new Map<string, Sum>();
  const days = new Map<string, Set<string>>();
  const add = (key: string, { orderQuantity, total }: Order) => {
    const { orders, pieces, cents } = sums.get(key) ?? { orders: 0, pieces: 0n, cents: 0n };
    const value = BigInt(roundToCents(total).replace(".", ""));
    sums.set(key, { orders: orders + 1, pieces: pieces + BigInt(orderQuantity), cents: cents + value });
  };
  for (const order of rows.filter(({ review }) => review === "in-review" || review === "accepted")) {
    const { day, week, month } = daysOf(order.createdAt, timeZone);
    add(`week ${week} ${lineOf.get(order.trimId ?? "") ?? ""}`, order);
    if (order.trimId) add(`month ${month} ${order.trimId}`, order);
    if (!order.userId) continue;
    add(`buyer ${order.userId}`, order);
    days.set(order.userId, (days.get(order.userId) ?? new Set()).add(day));
    if (order.payment !== "invoiced") continue;
    add(`unpaid ${order.userId}`, order);
    const owed = sums.get(`unpaid ${order.userId}`);
    for (const { orderId, amount } of [...paid, ...credited])
      if (owed && orderId === order.id) owed.cents -= toCents(amount);
  }
  const ofBuyers = [...days].flatMap(([buyer, on]) => {
    const all = [...on].toSorted();
    return [`days ${buyer} ${all.join(" ")}`, `span ${buyer} ${all[0]} ${all.at(-1)}`];
  });
  // Whatever became of them.
  const ordered = Map.groupBy(
    rows.flatMap(({ trimId }) => trimId ?? []),
    (trimId) => trimId,
  );
  const ofTrims = [...ordered].map(([trimId, all]) => `trim ${trimId}: ${all.length}`);
  // An order may be worth less than half a cent: then its buyer owes nothing.
  const shown = [...sums].filter(([key, { cents }]) => !key.startsWith("unpaid") || cents !== 0n);
  const lines = shown.map(([key, { orders, pieces, cents }]) =>
    key.startsWith("unpaid") ? `${key}:   ${cents}` : `${key}: ${orders} ${pieces} ${cents}`,
  );
  return [...lines, ...ofBuyers, ...ofTrims].toSorted();
}

/** The same sums, as the shop reads them. */
export async function readSums(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ line: string }>(sql`
    select format('week %s %s: %s %s %s', week, coalesce(line, ''), sum(orders), sum(pieces), (sum(value) * 100)::bigint)
      as line from sales left join trims on trims.id = trim_id group by week, coalesce(line, '')
    union all select format('month %s %s: %s %s %s', month, trim_id, sum(orders), sum(pieces), (sum(value) * 100)::bigint)
      from sales where trim_id is not null group by month, trim_id
    union all select format('buyer %s: %s %s %s', id, orders, pieces, (value * 100)::bigint) from buyers
    union all select format('unpaid %s:   %s', id, (unpaid * 100)::bigint) from buyers where unpaid <> 0
    union all select format('days %s %s', id, array_to_string(days, ' ')) from buyers
    union all select format('span %s %s %s', id, first_on, last_on) from buyers
    union all select format('trim %s: %s', trim_id, orders) from trim_orders where orders > 0`);
  return rows.map(({ line }) => line).toSorted();
}

/** The id of an invented buyer. */
export const buyerId = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, "0")}`;
