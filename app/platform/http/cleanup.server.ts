import { lt, sql } from "drizzle-orm";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { idempotencyKeys, rateLimits } from "./tables.server.ts";

/** Deletes keys older than a day, since no honest retry comes later, and limits that have expired. */
export async function forgetOld(db: Db | Tx): Promise<void> {
  await db.delete(idempotencyKeys).where(sql`${idempotencyKeys.createdAt} < now() - interval '1 day'`);
  await db.delete(rateLimits).where(lt(rateLimits.expire, sql`now()`));
}
