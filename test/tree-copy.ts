import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
// Below the root, so that packages are found on the way up; git, the linters and the development server ignore it.
const COPIES = join(ROOT, "tmp");
const COPIED = ["app", "bin", "db", "server.ts", "package.json", "tsconfig.json", "drizzle.config.ts"];
const SAVED = "saved.tmp";
const CONFIGURED = ["vite.config.ts", "react-router.config.ts"];

/** A copy of the sources that a test may edit. */
export type TreeCopy = ReturnType<typeof copyTree>;

export function copyTree() {
  mkdirSync(COPIES, { recursive: true });
  const root = mkdtempSync(join(COPIES, "tree-"));
  for (const name of [...COPIED, ...CONFIGURED]) cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, "public"), join(root, "public"));
  return {
    root,
    /**
     * Puts `after` in the place of `before`, and the file in its place whole, so that nobody reads half of it.
     * @throws Error when the file does not have `before` just once
     */
    edit(path: string, before: string, after: string): void {
      const file = join(root, path);
      const parts = readFileSync(file, "utf8").split(before);
      if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} times: ${before}`);
      writeFileSync(join(root, SAVED), parts.join(after));
      renameSync(join(root, SAVED), file);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
