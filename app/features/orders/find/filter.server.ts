import { and, eq, gte, inArray, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { daysBetween } from "#app/contract/calendar.ts";
import type { Line } from "#app/contract/line.ts";
import { type Standing, states } from "#app/features/orders/facts.ts";
import { allStandings } from "#app/features/orders/rules.ts";
import { orderCounts, orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { type Days, isWithinDays } from "#app/platform/db/days.server.ts";

/** Which orders: one person's or all, the words of a search, and what else they have in common. */
export type Filter = {
  userId?: string;
  q?: string | undefined;
  /** The sheets that `q` names, by their ids. */
  sheets?: readonly string[];
  /** Their states; without it, all that are neither declined nor cancelled. */
  standings?: readonly Standing[] | undefined;
  /** In any state: a list of states is read separately. */
  isAnywhere?: boolean;
  placed?: Days | undefined;
  wanted?: { from?: string | undefined; to?: string | undefined } | undefined;
  /** Invoiced and to be paid before this day. */
  dueBefore?: string | undefined;
  /** By its id or number. */
  sheet?: string | number | undefined;
  line?: Line | undefined;
};

/** Neither declined nor cancelled. */
export const notEnded = inArray(orders.review, ["in review", "accepted"]);

/** Invoiced and not paid, worded as in the index. */
const isUnpaid = sql`${orders.review} = 'accepted' and ${orders.payment} = 'Invoiced'`;

/** The filter with the states in which an order may be past due. */
export function invoiced({ standings = allStandings, ...filter }: Filter): Filter {
  return { ...filter, standings: standings.filter((at) => at.review === "accepted" && at.payment === "Invoiced") };
}

/** The conditions on an order's own columns, apart from its buyer and the words searched for. */
export function traits(filter: Filter): SQL | undefined {
  const { userId, standings, isAnywhere, placed, wanted, dueBefore, sheet, line } = filter;
  return and(
    isAnywhere ? undefined : standings ? standsAt(standings, userId !== undefined) : notEnded,
    placed && isWithinDays(orders, placed),
    wanted?.from ? gte(orders.wantedOn, wanted.from) : undefined,
    wanted?.to ? lte(orders.wantedOn, wanted.to) : undefined,
    dueBefore ? and(isUnpaid, lt(orders.dueOn, dueBefore)) : undefined,
    sheet === undefined ? undefined : eq(orders.sheetId, idOf(sheet)),
    // Hidden from the planner, which would join the trims, and sort all orders that they have.
    line
      ? sql`coalesce(${orders.trimId} in (select ${trims.id} from ${trims} where ${trims.line} = ${line}), false)`
      : undefined,
  );
}

function idOf(sheet: string | number): string | SQL {
  if (typeof sheet === "string") return sheet;
  return sql`(select ${orderSheets.id} from ${orderSheets} where ${orderSheets.number} = ${sheet})`;
}

/** `traits`, with a single state worded as in the indexes by state, so that these have the order of the list. */
export function traitsInPlace(filter: Filter): SQL | undefined {
  const [only, ...others] = filter.standings ?? [];
  if (!only || others.length > 0) return traits(filter);
  const { review, shipping, payment } = only;
  const stands = and(eq(orders.review, review), eq(orders.shipping, shipping), eq(orders.payment, payment));
  return and(stands, traits({ ...filter, isAnywhere: true }));
}

/** Whether a list shows no less than all orders that have not ended. */
export function isWhole(filter: Filter): boolean {
  return !filter.standings && !hasOtherTraits(filter);
}

/** Whether the filter has only words and the state of the review. */
export function asksOfReview(filter: Filter): boolean {
  return !hasOtherTraits(filter) && reviewsOf(filter.standings ?? []).every(isWholeReview);
}

/** Whether the filter has a line, and besides it only states. */
export function isOfLine({ line, ...filter }: Filter): boolean {
  return line !== undefined && filter.userId === undefined && filter.q === undefined && !hasOtherTraits(filter);
}

/** Whether the filter has more than states, about which stored counts know nothing. */
export function hasOtherTraits({ placed, wanted, dueBefore, sheet, line }: Filter): boolean {
  return Boolean(placed?.from || placed?.to || wanted?.from || wanted?.to || dueBefore || sheet !== undefined || line);
}

/** One person's orders are few: no index by state finds them sooner, and planning for one took longer than reading. */
function standsAt(standings: readonly Standing[], isOfPerson: boolean): SQL {
  if (isOfPerson) {
    const places = standings.map(({ review, shipping, payment }) => `${review},${shipping},${payment}`);
    return sql`${orders.review} || ',' || ${orders.shipping} || ',' || ${orders.payment} = any(${sql.param(places)}::text[])`;
  }
  return or(...reviewsOf(standings).map(standsWithin)) ?? sql`false`;
}

/** As briefly as possible: comparing 36 combinations one by one took ten times as long as reading the rows. */
function standsWithin(ofReview: readonly [Standing, ...Standing[]]): SQL | undefined {
  const isOfReview = eq(orders.review, ofReview[0].review);
  if (isWholeReview(ofReview)) return isOfReview;
  const [shipments, payments] = [new Set(ofReview.map((at) => at.shipping)), new Set(ofReview.map((at) => at.payment))];
  if (shipments.size * payments.size === ofReview.length) {
    return and(isOfReview, isOneOf(orders.shipping, shipments), isOneOf(orders.payment, payments));
  }
  const rest = ofReview.map(({ shipping, payment }) => sql`(${shipping}, ${payment})`);
  return and(isOfReview, sql`(${orders.shipping}, ${orders.payment}) in (${sql.join(rest, sql`, `)})`);
}

function isOneOf<Name extends "shipping" | "payment">(column: (typeof orders)[Name], among: Set<Standing[Name]>) {
  return among.size === states[column.name as Name].length ? undefined : inArray(column, [...among]);
}

const isWholeReview = (ofReview: readonly [Standing, ...Standing[]]) =>
  ofReview.length === allStandings.filter(({ review }) => review === ofReview[0].review).length;

function reviewsOf(standings: readonly Standing[]): [Standing, ...Standing[]][] {
  return Object.values(Object.groupBy(standings, ({ review }) => review)) as [Standing, ...Standing[]][];
}

/** Up to this many days are looked up one by one. */
const MOST_DAYS = 62;

/** Whether the filter asks for goods wanted on a few days, with both ends given. */
export function wantsFewDays({ wanted }: Filter): boolean {
  if (!wanted?.from || !wanted.to) return false;
  return daysBetween(wanted.from, wanted.to) < MOST_DAYS;
}

/** How many orders have each combination of states, without empty ones. One person's are counted; totals are stored. */
export async function countStandings(db: Db | Tx, userId?: string): Promise<(Standing & { count: number })[]> {
  const { review, shipping, payment } = userId === undefined ? orderCounts : orders;
  const count = userId === undefined ? sql`sum(${orderCounts.count})` : sql`count(*)`;
  const all = db
    .select({ review, shipping, payment, count: count.mapWith(Number) })
    .from(userId === undefined ? orderCounts : orders)
    .where(userId === undefined ? undefined : eq(orders.userId, userId))
    .groupBy(review, shipping, payment)
    .orderBy(review, shipping, payment);
  return (await all.having(sql`${count} > 0`)) as (Standing & { count: number })[];
}
