import { lt, sql } from "drizzle-orm";
import { forgetRows } from "#app/platform/daily/forget.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { idempotencyKeys, rateLimits } from "./tables.server.ts";

/** Deletes keys older than a day, since no honest retry comes later, and limits that have expired. */
export async function forgetOld(db: Db): Promise<void> {
  await forgetRows(db, idempotencyKeys, sql`${idempotencyKeys.createdAt} < now() - interval '1 day'`);
  await forgetRows(db, rateLimits, lt(rateLimits.expire, sql`now()`));
}
