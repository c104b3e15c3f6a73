import { isatty } from "node:tty";
import { type Engine, type EngineOptions, openEngine } from "#app/platform/engine/engine.server.ts";
import { type Env, readEnv } from "#app/platform/env.server.ts";
import { createLog, type Log, reasonOf } from "#app/platform/log.server.ts";
import { serveMetrics } from "#app/platform/metrics/serve.server.ts";
import { countTogether } from "#app/platform/processes/counts.server.ts";
import { forgetEnvFiles } from "#app/platform/processes/env-file.server.ts";
import { createWorkers, type Workers } from "#app/platform/processes/workers.server.ts";
import type { SocialSettings } from "#app/platform/social-env.server.ts";
import { endWith, giveUp, unwind } from "#app/platform/stopping.server.ts";
import { openSocial, type Ways } from "#app/stand-in/open-social.server.ts";

/** What the first process opens once for all that serve. */
export type Opened = {
  /** The shop's own PostgreSQL; without it they take the one in their settings. */
  engine: Engine["connection"] | undefined;
  social: SocialSettings;
  ways: Ways;
};

/** Connections to the database that a process may open, its migration included. */
const CONNECTIONS_EACH = 18;
const USUAL_CONNECTIONS = 100;
const OTHER_CONNECTIONS = 20;

/**
 * Opens the shop as several processes. This one manages them, and owns what may exist only once: the engine, the
 * stand-in provider, the metrics. SIGHUP replaces the others one by one, SIGTERM and SIGINT close them.
 * @throws StartFailed when the first ones do not start
 */
export async function openProcesses(env: Env): Promise<void> {
  const log = createLog(env.demo ? "warn" : "info");
  const readEnvironment = forgetEnvFiles(process.env);
  const hasTerminal = isatty(1);
  const undo: (() => unknown)[] = [];
  const { end, ending } = endWith(() => unwind(undo), log);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, end);
  try {
    const engine = env.database ? undefined : await openEngine(engineOptions(env, log), undo, ending);
    const { social, ways, stop: stopSocial } = await openSocial(env);
    undo.push(stopSocial);
    const opened: Opened = { engine: engine?.connection, social, ways };
    const workers = createWorkers({ given: opened, log });
    if (env.metrics) undo.push(await serveMetrics(countTogether(workers), env.metrics));
    undo.push(() => workers.close(env.drainMs));
    const restart = queueRestarts(workers, () => readNext(env, readEnvironment()), log);
    process.on("SIGHUP", () => {
      // A terminal that closes sends the same signal, and can no longer be written to.
      if (hasTerminal && !isatty(1)) end();
      else restart();
    });
    ending.throwIfAborted();
    await workers.open(env.processes);
  } catch (error) {
    await giveUp(error, undo, ending);
  }
}

function engineOptions({ dataDir, processes }: Env, log: Log): EngineOptions {
  // While they are being replaced, there is one more.
  const needed = (processes + 1) * CONNECTIONS_EACH + OTHER_CONNECTIONS;
  const settings = { max_connections: String(Math.max(USUAL_CONNECTIONS, needed)) };
  return { dataDir, settings, log: (message) => log.warn(message) };
}

/** One restart at a time; all requests that come meanwhile cause one more. */
function queueRestarts(workers: Workers, readNextEnv: () => Env, log: Log): () => void {
  let isRunning = false;
  let isWanted = false;
  async function run(): Promise<void> {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      try {
        await workers.replaceAll(readNextEnv().processes);
        log.info("all processes of the shop were replaced");
      } catch (error) {
        const reason = error instanceof Error ? reasonOf(error) : String(error);
        log.error({ reason }, "the processes of the shop were not all replaced; those that were not go on");
      }
    }
    isRunning = false;
  }
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}

/** @throws Error when the settings are wrong, or others than new processes can take up. */
function readNext(now: Env, environment: NodeJS.ProcessEnv): Env {
  const next = readEnv(environment);
  const hasChanged = [
    (next.database === undefined) !== (now.database === undefined) && "DATABASE_URL",
    !now.database && next.dataDir !== now.dataDir && "DATA_DIR",
    JSON.stringify(next.metrics) !== JSON.stringify(now.metrics) && "METRICS",
    next.demo !== now.demo && "DEMO",
    JSON.stringify(next.social) !== JSON.stringify(now.social) && "the settings of Google and GitHub",
  ].filter((name) => name !== false);
  if (hasChanged.length === 0) return next;
  throw new Error(`${hasChanged.join(", ")} changed: stop the shop and start it again.`);
}
