import "#app/platform/production.server.ts";
import { enableCompileCache, setSourceMapsSupport } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import type { Opened } from "#app/processes.server.ts";

// Where the shop starts: as one process, as the first of several, which keeps the others and serves nobody, or as a
// thread of one that serves, which renders pages. Each loads no more than it needs.

// What was compiled is kept beside the bundle until the next build (docs/decisions/096). Where nobody may write,
// nothing is kept.
if (process.env.NODE_ENV === "production") {
  enableCompileCache(fileURLToPath(new URL("build/compile-cache", import.meta.url)));
  // Stack traces name lines of the sources.
  setSourceMapsSupport(true);
}

// Imported after that, because both hold for what is loaded later.
const { readEnv } = await import("#app/platform/env.server.ts");
const { reasonOf } = await import("#app/platform/log.server.ts");
const { takeSeat } = await import("#app/platform/processes/seat.server.ts");
const { StartFailed } = await import("#app/platform/processes/workers.server.ts");

try {
  const env = readEnv(process.env);
  const seat = takeSeat<Opened>();
  if (!isMainThread) {
    const { openRenderer } = await import("#app/renderer.server.ts");
    await openRenderer(env);
  } else if (seat || env.processes === 1) {
    const { openShop } = await import("#app/process.server.ts");
    const words = await openShop(env, seat);
    if (!seat || seat.announces) console.log(words);
  } else {
    const { openProcesses } = await import("#app/processes.server.ts");
    await openProcesses(env);
  }
} catch (error) {
  // The process that started it reports the error.
  if (!isMainThread) throw error;
  const hasSpoken = error instanceof StartFailed && error.hasSpoken;
  if (!hasSpoken) console.error(error instanceof Error ? `The shop did not start. ${reasonOf(error)}` : error);
  process.exit(1);
}
