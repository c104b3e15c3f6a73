import { sql } from "drizzle-orm";
import { type Db, sqlState } from "#app/platform/db/client.server.ts";
import type { Log } from "#app/platform/log.server.ts";

/** Not allowed, or not there: insufficient_privilege, feature_not_supported, undefined_file. */
const refusals = ["42501", "0A000", "58P01"];

/**
 * Adds pg_trgm, which corrects typing errors in searches, and its index. If the database does not allow it, one log
 * line says so, and searches work without corrections. On a database that already has both, it changes nothing.
 */
export async function prepareSearch(db: Db, log?: Log): Promise<void> {
  try {
    await db.execute(sql`create extension if not exists pg_trgm`);
  } catch (error) {
    if (!refusals.includes(sqlState(error) ?? "")) throw error;
    log?.warn(
      "Search does not correct typing errors: this database role may not add the extension pg_trgm. Let its owner run CREATE EXTENSION pg_trgm, then restart the shop",
    );
    return;
  }
  await db.execute(sql`create index if not exists trim_words_similar on trim_words using gist (word gist_trgm_ops)`);
}
