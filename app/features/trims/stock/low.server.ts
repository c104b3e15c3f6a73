import { and, asc, gt, sql } from "drizzle-orm";
import { inSearch } from "#app/features/trims/find/filter.server.ts";
import { readSearch } from "#app/features/trims/find/search.server.ts";
import { shape } from "#app/features/trims/queries.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { withTotal } from "#app/platform/db/page.server.ts";

type Wanted = { q: string | undefined; limit: number; after: number | undefined };

/**
 * The trims whose stock is below their mark, by article number, one more than `limit` if there is one; and how many
 * there are. What is typed is read as in the list of all trims; `without` names the words that were left out.
 */
export async function listLow(db: Db, { q, limit, after }: Wanted) {
  const search = q ? await readSearch(db, q) : undefined;
  const asked = and(sql`${trims.isLow}`, inSearch({}, search));
  const listed = db
    .select({ ...shape, lowStockAt: trims.lowStockAt, counted: db.$count(trims, asked) })
    .from(trims)
    .where(and(asked, after === undefined ? undefined : gt(trims.number, after)))
    .orderBy(asc(trims.number))
    .limit(limit + 1);
  const { rows, total } = await withTotal(listed, after, () => db.$count(trims, asked));
  return { rows, total, without: total > 0 ? (search?.without ?? []) : [] };
}
