import { sql } from "drizzle-orm";
import type { Db, Tx } from "./client.server.ts";

/** The database's time, which all processes share: everything stored and compared later uses it. */
export async function readNow(db: Db | Tx): Promise<Date> {
  const { rows } = await db.execute<{ ms: number }>(sql`select (extract(epoch from now()) * 1000)::float as ms`);
  const [row] = rows;
  if (!row) throw new Error("the database does not tell the time");
  return new Date(row.ms);
}
