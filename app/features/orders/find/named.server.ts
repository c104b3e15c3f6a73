import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { readArticle } from "#app/contract/article.ts";
import { readCountry } from "#app/contract/search-terms.ts";
import { cleanCode, cleanLine, foldText, foldWords } from "#app/contract/text.ts";
import { allStatuses } from "#app/features/orders/rules.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { MAX_INTEGER, matchesQuery } from "#app/platform/db/columns.server.ts";
import { type Filter, isOfStaff, matching, ofBuyers } from "./filter.server.ts";
import { correctTyped } from "./search.server.ts";

/** From this many characters on, the beginning of a PO number is enough. */
const SHORTEST_PO = 3;
/** Only the newest sheets count: a beginning shared by thousands means nothing. */
const MOST_SHEETS = 1000;

/** The number in `S-31` or `Sheet S-31`. */
export function readSheetNumber(q: string): number | undefined {
  const number = Number(/^(?:sheet\s+(?:s-?)?|s-)0*([1-9][0-9]{0,9})$/i.exec(foldText(q))?.[1]);
  return number <= MAX_INTEGER ? number : undefined;
}

/** A sheet also matches by its written number, by its country, and by its PO number or the beginning of it. */
export function sheetWays(q: string): SQL[] {
  const number = readSheetNumber(q);
  const country = readCountry(foldWords(q));
  // As PO numbers are stored, and as older ones may be.
  const written = [cleanCode(q), cleanLine(q)].map((code) => code.replace(/^PO\b[\s:.#]*/i, "").toLowerCase());
  const poNumber = sql`lower(${orderSheets.poNumber})`;
  return [
    ...(number ? [eq(orderSheets.number, number)] : []),
    ...(country ? [matchesQuery(orderSheets.words, country)] : []),
    ...[...new Set(written)].flatMap((po) => {
      if (po.length >= SHORTEST_PO) return [sql`${poNumber} like ${`${po.replace(/[\\%_]/g, "\\$&")}%`}`];
      return po.length > 0 ? [sql`${poNumber} = ${po}`] : [];
    }),
  ];
}

/**
 * The filter with what its search names by a number: an article is searched for by its name, which its orders bear, a sheet
 * by its id.
 */
export async function nameMeant(db: Db | Tx, filter: Filter): Promise<Filter> {
  const article = readArticle(filter.q ?? "");
  if (!article?.isItem || article.name !== "") return nameSheets(db, filter);
  const [trim] = await db.select({ name: trims.name }).from(trims).where(eq(trims.number, article.number));
  return trim ? { ...filter, q: trim.name } : filter;
}

/** The same, and with its typing errors corrected if no order has what was typed. */
export async function nameTyped(db: Db | Tx, filter: Filter): Promise<Filter> {
  const named = await nameMeant(db, filter);
  if (named.q === undefined || (await isAnywhere(db, named))) return named;
  const corrected = await correctTyped(db, named.q, { isStaff: isOfStaff(filter) });
  return corrected ? { ...filter, q: corrected.q } : named;
}

/** Whether any order has the words, whatever else is asked for. */
async function isAnywhere(db: Db | Tx, { q, mine, userId, companyId, sheets, placed }: Filter): Promise<boolean> {
  const found = matching({
    q,
    sheets,
    statuses: allStatuses,
    placed: placed && { timeZone: placed.timeZone },
    ...{ mine, userId, companyId },
  });
  const { rows } = await db.execute<{ isAny: boolean }>(sql`
    with met as materialized (select from ${orders} where ${found}) select exists (select from met) as "isAny"`);
  return rows[0]?.isAny ?? false;
}

/**
 * The filter with the sheets that its search names. They are looked up first, so that an index finds their orders; a
 * search that names none costs only this short query. The written number of a sheet means only that sheet: as words,
 * `S-31` would match everything that begins with an S and with 31.
 */
export async function nameSheets(db: Db | Tx, filter: Filter): Promise<Filter> {
  const ways = filter.q === undefined ? undefined : or(...sheetWays(filter.q));
  if (!ways) return filter;
  const found = await db
    .select({ id: orderSheets.id, number: orderSheets.number })
    .from(orderSheets)
    .where(and(ways, ofBuyers(filter, orderSheets)))
    .orderBy(desc(orderSheets.id))
    .limit(MOST_SHEETS);
  const written = readSheetNumber(filter.q ?? "");
  const meant = found.find(({ number }) => number === written);
  if (meant && filter.sheet === undefined) return { ...filter, q: undefined, sheet: meant.id };
  return { ...filter, sheets: found.map(({ id }) => id) };
}
