// Tools that parse with TypeScript's JavaScript API, which version 7 no longer has, get version 6:
// `node --import ./bin/typescript-6.ts …`, or an import before theirs.
import { registerHooks } from "node:module";

const TOOLS = /\/node_modules\/(dependency-cruiser|@css-modules-kit)\//;

registerHooks({
  resolve: (specifier, context, next) =>
    TOOLS.test(context.parentURL ?? "")
      ? next(specifier.replace(/^typescript(?=$|\/)/, "typescript-6"), context)
      : next(specifier, context),
});
