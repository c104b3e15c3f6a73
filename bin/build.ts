import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { glob, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { buildServer } from "./build-server.ts";
import { fingerprintSources } from "./build-sources.ts";

// Builds the pages and the server unless a build of exactly these sources exists. Run it from the project root. A shop
// may be running from the last build: the new one is made in a folder of its own, and files that only the last one had
// stay until the next (docs/decisions/093).

const BUILD = "build";
/** Beside it, because the maps of the sources name them relative to the folder. */
const NEXT = "build-next";
const STAMP = join(BUILD, "sources.sha256");
/** The files of the last build, without those kept from the one before. */
const FILES = join(BUILD, "files.json");
/** Where `server.ts` keeps what V8 has compiled of it. */
const COMPILED = join(BUILD, "compile-cache");
const LOCK = ".react-router/build.lock";
/** As long as another build may take. */
const WAIT_MS = 10 * 60_000;

if (!isBuilt(await fingerprintSources(process.cwd()))) {
  const unlock = lock();
  // Another process may have built meanwhile.
  const fingerprint = await fingerprintSources(process.cwd());
  if (!isBuilt(fingerprint)) await build(fingerprint);
  unlock();
}

function isBuilt(fingerprint: string): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint;
}

/** One build at a time. The system lets go of a database's lock when its process dies, however it dies. */
function lock(): () => void {
  mkdirSync(dirname(LOCK), { recursive: true });
  const held = new DatabaseSync(LOCK, { timeout: WAIT_MS });
  held.exec("BEGIN EXCLUSIVE");
  return () => held.close();
}

async function build(fingerprint: string): Promise<void> {
  rmSync(NEXT, { recursive: true, force: true });
  const env = { ...process.env, BUILD_DIRECTORY: NEXT };
  const options = { stdio: "inherit", shell: process.platform === "win32", env } as const;
  const { status } = spawnSync("react-router", ["build"], options);
  if (status !== 0) process.exit(status ?? 1);
  await compressAssets();
  await buildServer(process.cwd(), join(process.cwd(), NEXT, "shop"));
  // Until all files are in place, this is neither build.
  rmSync(STAMP, { force: true });
  replace();
  writeFileSync(STAMP, fingerprint);
}

/** Puts the new files in their places, and removes those that belong neither to this build nor to the last. */
function replace(): void {
  const files = list(NEXT);
  const before: string[] = existsSync(FILES) ? JSON.parse(readFileSync(FILES, "utf8")) : list(BUILD);
  const stored = new Set([...files, ...before, relative(BUILD, FILES)]);
  for (const path of list(BUILD)) if (!stored.has(path)) rmSync(join(BUILD, path), { force: true });
  for (const path of files) {
    mkdirSync(dirname(join(BUILD, path)), { recursive: true });
    renameSync(join(NEXT, path), join(BUILD, path));
  }
  rmSync(NEXT, { recursive: true });
  writeFileSync(FILES, JSON.stringify(files));
  // It would grow with each build. A shop may be writing into it.
  rmSync(COMPILED, { recursive: true, force: true, maxRetries: 5 });
}

/** The paths of all files below this folder. */
function list(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((one) => one.isFile()).map((one) => relative(folder, join(one.parentPath, one.name)));
}

/** Text is sent compressed. Compressing it here, once, costs visitors nothing. */
async function compressAssets(): Promise<void> {
  for await (const path of glob(`${NEXT}/client/**/*.{js,css,svg,json,txt,xml}`)) {
    const bytes = await readFile(path);
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes));
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}
