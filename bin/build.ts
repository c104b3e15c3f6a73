import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { glob, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

// Builds the pages when there is no build of exactly these sources. Run from the project's root.

const STAMP = "build/sources.sha256";
const sources = ["app/**/*", "public/**/*", "*.config.ts", "tsconfig.json", "package-lock.json"];

const fingerprint = await fingerprintOf(sources);
if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint) process.exit(0);

const { status } = spawnSync("react-router", ["build"], { stdio: "inherit", shell: process.platform === "win32" });
if (status !== 0) process.exit(status ?? 1);
await compressAssets();
await writeFile(STAMP, fingerprint);

async function fingerprintOf(patterns: string[]): Promise<string> {
  const files = await Array.fromAsync(glob(patterns, { withFileTypes: true }));
  const paths = files.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
  const hash = createHash("sha256").update(process.version);
  for (const path of paths.sort()) {
    if (!/\.test\.tsx?$/.test(path)) hash.update(path.replace(process.cwd(), "")).update(await readFile(path));
  }
  return hash.digest("hex");
}

/** Text is sent compressed; doing it here once costs no visitor anything. */
async function compressAssets(): Promise<void> {
  for await (const path of glob("build/client/**/*.{js,css,svg,json,txt,xml,webmanifest}")) {
    const bytes = await readFile(path);
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes));
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}
