import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { glob, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { fingerprintSources } from "./build-sources.ts";

// Builds the pages unless a build of exactly these sources exists. Run it from the project root.

const STAMP = "build/sources.sha256";

const fingerprint = await fingerprintSources(process.cwd());
if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint) process.exit(0);

const { status } = spawnSync("react-router", ["build"], { stdio: "inherit", shell: process.platform === "win32" });
if (status !== 0) process.exit(status ?? 1);
await compressAssets();
await writeFile(STAMP, fingerprint);

/** Text is sent compressed. Compressing it here, once, costs visitors nothing. */
async function compressAssets(): Promise<void> {
  for await (const path of glob("build/client/**/*.{js,css,svg,json,txt,xml,webmanifest}")) {
    const bytes = await readFile(path);
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes));
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}
