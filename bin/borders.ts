// Checks imports against .dependency-cruiser.mjs, in this tree or a named one: `node bin/borders.ts [root]`.
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ICruiseResult } from "dependency-cruiser";
import "./typescript-6.ts";

const SOURCES = ["{app,bench,bin,db,e2e,test,trials}/**/*.{ts,tsx,mjs}", "*.{ts,mjs}"];
const RULES = fileURLToPath(new URL("../.dependency-cruiser.mjs", import.meta.url));

// Imported after the hook. Without TypeScript the cruiser reads no .ts file and passes.
const { cruise, format, getAvailableTranspilers } = await import("dependency-cruiser");
const { default: readRules } = await import("dependency-cruiser/config-utl/extract-depcruise-options");

/** Reads every source file below `root` and judges its imports. */
export async function checkImports(root: string): Promise<ICruiseResult> {
  if (!getAvailableTranspilers().some(({ name, available }) => name === "typescript" && available)) {
    throw new Error("dependency-cruiser found no TypeScript it can parse with: see bin/typescript-6.ts");
  }
  const { output } = await cruise(globSync(SOURCES, { cwd: root }), { ...(await readRules(RULES)), baseDir: root });
  if (typeof output === "string") throw new Error(output);
  return output;
}

if (import.meta.main) {
  const result = await checkImports(process.argv[2] ?? process.cwd());
  const { output, exitCode } = await format(result, { outputType: "err-long" });
  console.log(output);
  process.exitCode = exitCode;
}
