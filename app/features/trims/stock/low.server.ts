import { and, asc, count, gt, type SQL, sql } from "drizzle-orm";
import { offered, shape } from "#app/features/trims/queries.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { matchesWords } from "#app/platform/db/columns.server.ts";

type Wanted = { q: string | undefined; limit: number; after: number | undefined };

/** The trims whose stock is below their mark, by article number; one more than `limit` if there is one. */
export function listLow(db: Db, { q, limit, after }: Wanted) {
  return db
    .select({ ...shape, lowStockAt: trims.lowStockAt })
    .from(trims)
    .where(and(isLow(q), after === undefined ? undefined : gt(trims.number, after)))
    .orderBy(asc(trims.number))
    .limit(limit + 1);
}

/** How many offered trims are low and match the words. */
export async function countLow(db: Db, q: string | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(trims).where(isLow(q));
  return row?.total ?? 0;
}

function isLow(q: string | undefined): SQL | undefined {
  return and(sql`${trims.isLow}`, offered, q ? matchesWords(trims.words, q) : undefined);
}
