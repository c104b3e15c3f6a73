import { createHash } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

const SOURCES = [
  "app/**/*",
  "db/**/*.{ts,json}",
  "public/**/*",
  "bin/build*.ts",
  "server.ts",
  "*.config.ts",
  "tsconfig.json",
  "package-lock.json",
];
const TESTS = /\.test\.tsx?$/;

/**
 * A fingerprint of the content of everything below `root` that goes into the build. A different one means a different
 * build.
 */
export async function fingerprintSources(root: string): Promise<string> {
  const found = await Array.fromAsync(glob(SOURCES, { cwd: root, withFileTypes: true }));
  const paths = found
    .filter((entry) => entry.isFile() && !TESTS.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const hash = createHash("sha256").update(process.version);
  for (const path of paths.sort()) hash.update(`\n${path}\n`).update(await readFile(join(root, path)));
  return hash.digest("hex");
}
