import { and, asc, gt } from "drizzle-orm";
import { offered, shape } from "#app/features/trims/queries.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { CatalogueTrim } from "./columns.server.ts";

const all = { ...shape, lowStockAt: trims.lowStockAt };

/** The items after this number, by number. */
export function listCatalogue(db: Db | Tx, after: number, limit: number): Promise<CatalogueTrim[]> {
  return db
    .select(all)
    .from(trims)
    .where(and(offered, gt(trims.number, after)))
    .orderBy(asc(trims.number))
    .limit(limit);
}
