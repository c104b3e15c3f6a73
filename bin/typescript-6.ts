// Gives TypeScript 6 to tools that parse with its JavaScript API, which version 7 dropped: `node --import
// ./bin/typescript-6.ts …`, or import this before them.
import { registerHooks } from "node:module";

const TOOLS = /\/node_modules\/(dependency-cruiser|@css-modules-kit)\//;

registerHooks({
  resolve: (specifier, context, next) =>
    TOOLS.test(context.parentURL ?? "")
      ? next(specifier.replace(/^typescript(?=$|\/)/, "typescript-6"), context)
      : next(specifier, context),
});
