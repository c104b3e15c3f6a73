import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { glob, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { buildServer } from "./build-server.ts";
import { fingerprintSources } from "./build-sources.ts";

// Builds the pages and the server unless a build of exactly these sources exists. Run it from the project root.

const STAMP = "build/sources.sha256";
/** Outside `build`, which each build empties. */
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
  // What a failed build leaves behind is not a build.
  rmSync(STAMP, { force: true });
  const { status } = spawnSync("react-router", ["build"], { stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) process.exit(status ?? 1);
  await compressAssets();
  await buildServer(process.cwd());
  await writeFile(STAMP, fingerprint);
}

/** Text is sent compressed. Compressing it here, once, costs visitors nothing. */
async function compressAssets(): Promise<void> {
  for await (const path of glob("build/client/**/*.{js,css,svg,json,txt,xml,webmanifest}")) {
    const bytes = await readFile(path);
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes));
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}
