import { mkdtemp, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { hasCode, ignoreMissing } from "./error-code.server.ts";
import { giveTo, type Launcher, runAs } from "./os-user.server.ts";

/** Relative to the data folder. */
export const DATABASE_FOLDER = "postgres";

const DRAFT_PREFIX = "postgres.init-";
// PostgreSQL itself does the sorting and casing, so every machine agrees. Only pg_trgm still asks the C library.
const systemLocale = process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8";
const initdbOptions = [
  ...["--auth=trust", "--username=shop", "--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
  ...["--locale=C", `--lc-ctype=${systemLocale}`, "--no-instructions"],
];

/** Creates `<dataDir>/postgres` if it is missing. It appears complete or not at all, even if two starts race. */
export async function createDatabaseFolder(dataDir: string, initdb: string, launcher: Launcher): Promise<string> {
  const folder = join(dataDir, DATABASE_FOLDER);
  if (await holdsDatabase(folder)) return folder;
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  // Another start may have got there first.
  if (await holdsDatabase(folder)) return folder;
  if (names.length > 0) {
    throw new Error(
      `${folder} holds something other than a database of the shop: set DATA_DIR to another folder, or move it away.`,
    );
  }
  const draft = await mkdtemp(join(dataDir, DRAFT_PREFIX));
  try {
    await giveTo(launcher, draft);
    await runAs(launcher, initdb, [...initdbOptions, "-D", draft]);
    await rename(draft, folder);
    await syncFolder(dataDir);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await holdsDatabase(folder))) throw error;
  }
  return folder;
}

/**
 * PostgreSQL, by the version it reports, starts only on a folder of its own major version. @throws Error that says what
 * to do with another one
 */
export async function requireSameMajor(folder: string, version: string): Promise<void> {
  const made = (await readFile(join(folder, "PG_VERSION"), "utf8")).trim();
  const [, own = ""] = /(\d+)[\d.]*$/.exec(version) ?? [];
  if (made === own) return;
  throw new Error(
    `The database in ${folder} was made by PostgreSQL ${made}, and this shop brings ${own}: back it up with the version ` +
      'of the shop that made it, and restore the backup into a new DATA_DIR (docs/operations.md, "A new PostgreSQL").',
  );
}

/**
 * Removes the remains of interrupted starts. Only the lock holder may: any start still initialising has already lost.
 */
export async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(DRAFT_PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

async function holdsDatabase(folder: string) {
  try {
    await stat(join(folder, "PG_VERSION"));
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    if (!hasCode(error, "EACCES")) throw error;
    throw new Error(`${folder} belongs to another account: start the shop as that one, or set DATA_DIR.`, {
      cause: error,
    });
  }
}

async function syncFolder(folder: string) {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
