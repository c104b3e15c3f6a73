import { and, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Line } from "#app/contract/line.ts";
import { foldText } from "#app/contract/text.ts";
import { companies, companyMembers } from "#app/features/companies/tables.server.ts";
import { type OrderStatus, type Side, states } from "#app/features/orders/facts.ts";
import { messages } from "#app/features/orders/messages/tables.server.ts";
import { allStatuses } from "#app/features/orders/rules.ts";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import { type Days, dayOrNever, isWithinDays } from "#app/platform/db/days.server.ts";
import { matchesTyped } from "./search.server.ts";

/**
 * Whose orders: `mine` are a person's own, for their present company or for none; `userId` all that a person ever placed;
 * `companyId` all of a company; `reader` all that a person may read: their own that no company bought, and those of their
 * present company. Without any of them, those of all buyers.
 */
export type Buyers = Partial<Record<"mine" | "userId" | "companyId" | "reader", string | undefined>>;

/** Which orders: whose, the words of a search, and what else they have in common. */
export type Filter = Buyers & {
  q?: string | undefined;
  /** Their numbers. */
  numbers?: readonly number[] | undefined;
  /** The sheets that `q` names, by their ids. */
  sheets?: readonly string[];
  /** Their states; without it, all that are neither declined nor cancelled, unless they are named by number. */
  statuses?: readonly OrderStatus[] | undefined;
  placed?: Days | undefined;
  shipped?: Days | undefined;
  wanted?: Span | undefined;
  /** The last day to pay its invoice. */
  due?: Span | undefined;
  /** Invoiced and to be paid before this day. */
  dueBefore?: string | undefined;
  /** Whose answer its conversation waits for, or that of its sheet. */
  waitingFor?: Side | undefined;
  /** By its id or number. */
  sheet?: string | number | undefined;
  line?: Line | undefined;
  /** How the name of its company begins. */
  company?: string | undefined;
};

/** From the first of these days to the last, both included; either may be open. */
type Span = { from?: string | undefined; to?: string | undefined };

/** Neither declined nor cancelled. */
export const notEnded = inArray(orders.review, ["in-review", "accepted"]);

/** Invoiced and not paid, worded as in the index. */
const isUnpaid = sql`${orders.review} = 'accepted' and ${orders.payment} = 'invoiced'`;

type Owned = { userId: AnyPgColumn; companyId: AnyPgColumn };

/** Whose orders or sheets they are, as a condition. */
export function ofBuyers({ mine, userId, companyId, reader }: Buyers, table: Owned = orders): SQL | undefined {
  const presentOf = (person: string | undefined) =>
    sql`(select ${companyMembers.companyId} from ${companyMembers} where ${companyMembers.userId} = ${person})`;
  return and(
    mine === undefined
      ? undefined
      : and(eq(table.userId, mine), or(isNull(table.companyId), sql`${table.companyId} = ${presentOf(mine)}`)),
    userId === undefined ? undefined : eq(table.userId, userId),
    companyId === undefined ? undefined : eq(table.companyId, companyId),
    reader === undefined
      ? undefined
      : or(and(eq(table.userId, reader), isNull(table.companyId)), sql`${table.companyId} = ${presentOf(reader)}`),
  );
}

/** Whether it asks for the orders of all buyers, as only staff may. */
export const isOfStaff = (buyers: Buyers) => !(buyers.mine ?? buyers.userId ?? buyers.companyId ?? buyers.reader);

/** The whole filter as one condition. */
export function matching(filter: Filter): SQL | undefined {
  const { q, numbers, sheets, statuses, placed, shipped, wanted, due, dueBefore, waitingFor, sheet, line, company } =
    filter;
  return and(
    ofBuyers(filter),
    numbers && inArray(orders.number, [...numbers]),
    statuses ? hasStatus(statuses) : (numbers ?? waitingFor) ? undefined : notEnded,
    waitsFor(waitingFor),
    placed && isWithinDays(orders, placed),
    hasShipped(shipped),
    isOn(orders.wantedOn, wanted),
    isOn(orders.dueOn, due),
    ofCompany(company),
    dueBefore ? and(isUnpaid, lt(orders.dueOn, dueBefore)) : undefined,
    sheet === undefined ? undefined : eq(orders.sheetId, idOf(sheet)),
    // An array: the indexes that end with the trim skip by it. A subquery would be joined, and all orders of it sorted.
    line
      ? sql`${orders.trimId} = any(array(select ${trims.id} from ${trims} where ${trims.line} = ${line}))`
      : undefined,
    q === undefined
      ? undefined
      : or(saysOrder(q) ? undefined : matchesTyped(orders, q, placed?.timeZone), ...meansOrder(q, sheets)),
  );
}

function isOn(column: AnyPgColumn, { from, to }: Span = {}): SQL | undefined {
  const day = dayOrNever(column);
  return and(from ? and(sql`${day} >= ${from}`, isNotNull(column)) : undefined, to ? sql`${day} <= ${to}` : undefined);
}

function hasShipped(days: Days | undefined): SQL | undefined {
  const within = days && isWithinDays(orderEvents, days);
  if (!within) return undefined;
  return sql`${orders.id} in (select ${orderEvents.orderId} from ${orderEvents}
    where ${within} and ${orderEvents.kind} = 'move' and ${orderEvents.to} = 'shipped')`;
}

function waitsFor(side: Side | undefined): SQL | undefined {
  if (!side) return undefined;
  const subjects = (column: AnyPgColumn) =>
    sql`(select ${column} from ${messages} where ${messages.waitingFor} = ${side} and ${column} is not null)`;
  return or(
    sql`${orders.id} in ${subjects(messages.orderId)}`,
    sql`coalesce(${orders.sheetId} in ${subjects(messages.sheetId)}, false)`,
  );
}

/** The company is named by the order or, if it is older, by its sheet. */
function ofCompany(name: string | undefined): SQL | undefined {
  if (!name) return undefined;
  const begins = (column: AnyPgColumn) => sql`starts_with(lower(${column}), lower(${name}))`;
  // Or as its company is called today.
  return sql`(${begins(orders.company)}
    or ${orders.companyId} = any(array(select ${companies.id} from ${companies} where ${begins(companies.name)}))
    or ${orders.sheetId} = any(array(select ${orderSheets.id} from ${orderSheets} where ${begins(orderSheets.company)})))`;
}

/** Whether a number is said to be that of an order: it is not looked for in phones and amounts then. */
function saysOrder(q: string): boolean {
  return !/^\d/.test(q.trim()) && readOrderNumber(q) !== undefined;
}

/** The number in `1586`, also after a number sign, or in `Order No. 1586`. No order has one of ten digits, but parcels do. */
export function readOrderNumber(q: string): number | undefined {
  const number = Number(/^(?:order\s+|order(?=#))?(?:(?:no|nr)\.?|#)?\s*0*([1-9][0-9]{0,8})$/i.exec(foldText(q))?.[1]);
  return number > 0 ? number : undefined;
}

/** The number in `2026-00001`, also after `invoice`. */
function readInvoiceNumber(q: string): string | undefined {
  return /^(?:inv(?:oice|\.)?\s*)?(?:(?:no|nr)\.?\s*)?(\d{4}-\d{5,9})$/i.exec(foldText(q))?.[1];
}

/** An order also matches by its written number, by the start of its id, with its sheet, and with its invoice. */
function meansOrder(q: string, sheets: readonly string[] = []): SQL[] {
  const number = readOrderNumber(q);
  const invoice = readInvoiceNumber(q);
  const digits = /^[0-9a-f-]{8,36}$/i.test(q) ? q.toLowerCase().replaceAll("-", "") : "";
  return [
    ...(number ? [eq(orders.number, number)] : []),
    // The tables of a slice above.
    ...(invoice
      ? [
          sql`${orders.id} in (select billed.order_id from invoices as invoice
            join invoiced_orders as billed on billed.invoice_id = invoice.id where invoice.number = ${invoice})`,
        ]
      : []),
    ...(digits.length >= 8 && digits.length <= 32
      ? [sql`${orders.id} between ${digits.padEnd(32, "0")}::uuid and ${digits.padEnd(32, "f")}::uuid`]
      : []),
    ...(sheets.length > 0 ? [sql`${orders.sheetId} = any(${sql.param(sheets)}::uuid[])`] : []),
  ];
}

function idOf(sheet: string | number): string | SQL {
  if (typeof sheet === "string") return sheet;
  return sql`(select ${orderSheets.id} from ${orderSheets} where ${orderSheets.number} = ${sheet})`;
}

/** Whether an index finds all orders of a company, or of some days, together. Those placed on a day are in no other order than all. */
export function isFoundTogether({ company, shipped, wanted, due }: Filter): boolean {
  const days = [shipped, wanted, due].flatMap((span) => [span?.from, span?.to]);
  return [company, ...days].some((asked) => asked !== undefined);
}

/** Whether the counts by state tell how many match. */
export function hasOnlyStatuses(filter: Filter): boolean {
  const { q, numbers, dueBefore, waitingFor, sheet, line, company, placed, shipped, wanted, due } = filter;
  if (!isOfStaff(filter)) return false;
  const days = [placed, shipped, wanted, due].flatMap((span) => [span?.from, span?.to]);
  return [q, numbers, dueBefore, waitingFor, sheet, line, company, ...days].every((other) => other === undefined);
}

/** As briefly as possible: comparing 36 combinations one by one took ten times as long as reading the rows. */
function hasStatus(statuses: readonly OrderStatus[]): SQL {
  const byReview = Map.groupBy(statuses, ({ review }) => review);
  return (
    or(...byReview.entries().map(([review, some]) => and(eq(orders.review, review), isWithin(review, some)))) ??
    sql`false`
  );
}

function isWithin(review: OrderStatus["review"], some: readonly OrderStatus[]): SQL | undefined {
  if (some.length === allStatuses.filter((each) => each.review === review).length) return undefined;
  const [shipments, payments] = [new Set(some.map((at) => at.shipping)), new Set(some.map((at) => at.payment))];
  if (shipments.size * payments.size === some.length) {
    return and(isOneOf(orders.shipping, shipments), isOneOf(orders.payment, payments));
  }
  const pairs = some.map(({ shipping, payment }) => sql`(${shipping}, ${payment})`);
  return sql`(${orders.shipping}, ${orders.payment}) in (${sql.join(pairs, sql`, `)})`;
}

function isOneOf<Name extends "shipping" | "payment">(column: (typeof orders)[Name], among: Set<OrderStatus[Name]>) {
  return among.size === states[column.name as Name].length ? undefined : inArray(column, [...among]);
}
