import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { glob, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { fingerprintSources } from "./build-sources.ts";

// Builds the pages when there is no build of exactly these sources. Run from the project's root.

const STAMP = "build/sources.sha256";

const fingerprint = await fingerprintSources(process.cwd());
if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint) process.exit(0);

const { status } = spawnSync("react-router", ["build"], { stdio: "inherit", shell: process.platform === "win32" });
if (status !== 0) process.exit(status ?? 1);
await compressAssets();
await writeFile(STAMP, fingerprint);

/** Text is sent compressed; doing it here once costs no visitor anything. */
async function compressAssets(): Promise<void> {
  for await (const path of glob("build/client/**/*.{js,css,svg,json,txt,xml,webmanifest}")) {
    const bytes = await readFile(path);
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes));
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}
