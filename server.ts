import "#app/platform/production.server.ts";
import { enableCompileCache, setSourceMapsSupport } from "node:module";
import { fileURLToPath } from "node:url";

// What was compiled is kept beside the bundle until the next build (docs/decisions/093). Where nobody may write,
// nothing is kept.
if (process.env.NODE_ENV === "production") {
  enableCompileCache(fileURLToPath(new URL("build/compile-cache", import.meta.url)));
  // Stack traces name lines of the sources.
  setSourceMapsSupport(true);
}

// Imported after that, because both hold for what is loaded later.
const { readEnv } = await import("#app/platform/env.server.ts");
const { reasonOf } = await import("#app/platform/log.server.ts");

try {
  const env = readEnv(process.env);
  const { openShop } = await import("#app/process.server.ts");
  console.log(await openShop(env));
} catch (error) {
  console.error(error instanceof Error ? `The shop did not start. ${reasonOf(error)}` : error);
  process.exit(1);
}
