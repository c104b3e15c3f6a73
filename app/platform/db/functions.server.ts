import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type pg from "pg";

/** The folder of the SQL functions that the shop uses. */
export const FUNCTIONS = fileURLToPath(new URL("../../../db/functions", import.meta.url));

/** Creates the table of the files that were applied, with their hashes. Each migration empties it. */
export async function createFunctionNotes(client: pg.Client): Promise<void> {
  await client.query("create table if not exists drizzle.__functions (file text primary key, hash text not null)");
}

/**
 * Applies each file of `folder` that has changed since it was last applied; all of them after a migration.
 * @returns their names
 * @throws Error that names the file whose SQL PostgreSQL refuses; nothing is applied then
 */
export async function applyFunctions(client: pg.Client, folder: string = FUNCTIONS): Promise<string[]> {
  const { rows } = await client.query<{ file: string; hash: string }>("select file, hash from drizzle.__functions");
  const applied = new Map(rows.map(({ file, hash }) => [file, hash]));
  const changed = readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(`${folder}/${file}`, "utf8") }))
    .map(({ file, text }) => ({ file, text, hash: createHash("sha256").update(text).digest("hex") }))
    .filter(({ file, hash }) => applied.get(file) !== hash);
  for (const { file, text, hash } of changed) {
    await client.query(text).catch((error: unknown) => {
      throw new Error(`db/functions/${file}: ${error instanceof Error ? error.message : error}`, { cause: error });
    });
    await client.query(
      "insert into drizzle.__functions values ($1, $2) on conflict (file) do update set hash = excluded.hash",
      [file, hash],
    );
  }
  return changed.map(({ file }) => file);
}
