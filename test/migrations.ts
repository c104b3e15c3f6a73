import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Db } from "#app/platform/db/client.server.ts";

/** The shop as it was before the migration of this name: those up to there, as the migrator records them. */
export async function migrateUntil(db: Db, name: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "rivet-migrations-"));
  cpSync("db/migrations", folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(path, "utf8"));
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex(({ tag }) => tag.endsWith(name)),
  );
  writeFileSync(path, JSON.stringify({ ...journal, entries }));
  await migrate(db, { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
}
