import type { z } from "zod";
import { MAX_ROWS } from "#app/contract/page.ts";
import { invalidInput } from "#app/contract/problem.ts";
import { refuse } from "./refusal.server.ts";

type Page = { limit?: number | undefined; after?: string | undefined };

/** How many rows to read and where to start: `limit` (1,000 by default) and the cursor parsed by `schema`. */
export function readPage<Cursor>(page: Page, schema: z.ZodType<Cursor>): { limit: number; after: Cursor | undefined } {
  const limit = page.limit ?? MAX_ROWS;
  if (page.after === undefined) return { limit, after: undefined };
  const after = schema.safeParse(page.after);
  return { limit, after: after.success ? after.data : refuseCursor() };
}

/** A cursor of several parts, such as a sort key and an id. */
export function encodeCursor(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** The parts of such a cursor. @throws Refusal for anything that `schema` does not accept */
export function decodeCursor<Parts>(schema: z.ZodType<Parts>, cursor: string): Parts {
  const read = schema.safeParse(parseJson(Buffer.from(cursor, "base64url").toString()));
  return read.success ? read.data : refuseCursor();
}

/** @throws Refusal of a cursor that is none of ours */
export function refuseCursor(): never {
  refuse(invalidInput, "after: take it from the Link header", [{ field: "after", message: "unknown" }]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The total to report when a count stopped one past `limit`; the answer then says there are more. */
export function countUpTo(call: { setHeader(name: string, value: string): void }, limit: number, found: number) {
  sayIfMore(call, found > limit);
  return Math.min(found, limit);
}

/** Adds a header if there are more than the total. */
export function sayIfMore(call: { setHeader(name: string, value: string): void }, isMore: boolean): void {
  if (isMore) call.setHeader("X-Total-Count-Capped", "true");
}

type PageCall = { request: Request; setHeader(name: string, value: string): void };
type Rows<Row> = { rows: Row[]; total: number; toCursor: (row: Row) => string | number };

/** One row beyond `limit` means there is a next page. Its `Link` (RFC 8288) keeps the other parameters. */
export function answerPage<Row>(
  call: PageCall,
  { rows, total, limit, toCursor }: Rows<Row> & { limit: number },
): Row[] {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  call.setHeader("X-Total-Count", String(total));
  if (rows.length > limit && last !== undefined) {
    const next = new URL(call.request.url);
    next.searchParams.set("after", String(toCursor(last)));
    call.setHeader("Link", `<${next.pathname}${next.search}>; rel="next"`);
  }
  return shown;
}

/**
 * A page if `limit` was asked for; otherwise the whole list, of which `rows` are the first 1,001 at most.
 * @param next the next 1,001 rows behind this one
 */
export function answerList<Row>(
  call: PageCall,
  { limit, ...page }: Rows<Row> & { limit: number | undefined },
  next: (last: Row) => Promise<Row[]>,
): Row[] | AsyncIterable<Row[]> {
  const isWhole = limit === undefined && page.rows.length > MAX_ROWS;
  if (!isWhole) return answerPage(call, { ...page, limit: limit ?? MAX_ROWS });
  call.setHeader("X-Total-Count", String(page.total));
  return readOn(page.rows, next);
}

/**
 * A list page by page, beginning with the `first`, each without the row that says that more follow.
 * @param next the next 1,001 rows behind this one
 */
export async function* readOn<Row>(first: Row[], next: (last: Row) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let rows = first; ; ) {
    const shown = rows.slice(0, MAX_ROWS);
    yield shown;
    const last = shown.at(-1);
    if (rows.length <= MAX_ROWS || last === undefined) return;
    rows = await next(last);
  }
}
