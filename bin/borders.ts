// Checks who imports whom against .dependency-cruiser.mjs, in this tree or in the one named: `node bin/borders.ts [root]`.
import { globSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import type { ICruiseResult } from "dependency-cruiser";

const SOURCES = ["{app,bin,db,e2e,test}/**/*.{ts,tsx,mjs}", "*.{ts,mjs}"];
const RULES = fileURLToPath(new URL("../.dependency-cruiser.mjs", import.meta.url));

// The cruiser parses with TypeScript's JavaScript API, which version 7 no longer has. Without it the cruiser reads no .ts
// file and passes, so it is given version 6.
registerHooks({
  resolve: (specifier, context, next) =>
    context.parentURL?.includes("/node_modules/dependency-cruiser/")
      ? next(specifier.replace(/^typescript(?=$|\/)/, "typescript-6"), context)
      : next(specifier, context),
});
const { cruise, format, getAvailableTranspilers } = await import("dependency-cruiser");
const { default: readRules } = await import("dependency-cruiser/config-utl/extract-depcruise-options");

/** Reads every source file below `root` and judges its imports. */
export async function judgeImports(root: string): Promise<ICruiseResult> {
  if (!getAvailableTranspilers().some(({ name, available }) => name === "typescript" && available)) {
    throw new Error("dependency-cruiser found no TypeScript it can parse with: see the hook in bin/borders.ts");
  }
  const { output } = await cruise(globSync(SOURCES, { cwd: root }), { ...(await readRules(RULES)), baseDir: root });
  if (typeof output === "string") throw new Error(output);
  return output;
}

if (import.meta.main) {
  const result = await judgeImports(process.argv[2] ?? process.cwd());
  const { output, exitCode } = await format(result, { outputType: "err-long" });
  console.log(output);
  process.exitCode = exitCode;
}
