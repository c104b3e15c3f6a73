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

/** One row beyond `limit` means there is a next page. Its `Link` (RFC 8288) keeps the other parameters. */
export function answerPage<Row>(
  call: { request: Request; setHeader(name: string, value: string): void },
  {
    rows,
    total,
    limit,
    toCursor,
  }: { rows: Row[]; total: number; limit: number; toCursor: (row: Row) => string | number },
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
