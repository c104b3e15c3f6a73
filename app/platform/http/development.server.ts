import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "react-router";
import type { Logger, ViteDevServer } from "vite";

/** What `migrate` applies. */
const SQL = ["migrations", "functions"].map((name) =>
  fileURLToPath(new URL(`../../../db/${name}/`, import.meta.url)).replaceAll("/", sep),
);
/** A schema change may touch several files. */
const GATHER_MS = 200;

type Options<Module, Shop> = {
  server: Server;
  /** The module that creates the shop, as a path from the project root. */
  source: string;
  create: (module: Module, loadBuild: () => Promise<ServerBuild>) => Shop;
  answer: (shop: Shop, request: Request) => Response | Promise<Response>;
  /** Called when a migration or a SQL function is added or changed. */
  migrate: () => Promise<void>;
};

/** A shop and its connection to the network. */
export type Serving<Shop> = {
  /** The shop; in development, built from the sources as they are now. @throws whatever is wrong with them */
  read: () => Promise<Shop>;
  listener: (request: IncomingMessage, response: ServerResponse) => void;
  close: () => Promise<void>;
};

/**
 * Puts Vite in front of the shop and loads the shop through it, so each request is answered by the current sources.
 * What `app/process.server.ts` opened, such as the database, survives every edit.
 */
export async function startDevelopment<Module, Shop>(parts: Options<Module, Shop>): Promise<Serving<Shop>> {
  const { server, source, create, answer, migrate } = parts;
  const { createServer, isRunnableDevEnvironment } = await import("vite");
  const own = process.listeners("SIGTERM");
  const vite = await createServer({ server: { middlewareMode: true, ws: { server } } });
  // The framework starts a Vite of its own, which would end this process at once and leave PostgreSQL behind.
  for (const listener of process.listeners("SIGTERM")) if (!own.includes(listener)) process.off("SIGTERM", listener);
  const { ssr } = vite.environments;
  if (!isRunnableDevEnvironment(ssr)) throw new Error("Vite cannot run the server's modules in this process");
  const { runner } = ssr;
  const loadBuild = (): Promise<ServerBuild> => runner.import("virtual:react-router/server-build");
  const migrated = watchMigrations(vite, migrate);
  let last: { module: Module; shop: Shop } | undefined;

  async function read(): Promise<Shop> {
    await migrated();
    // Vite reloads the module only after an edit to something it imports.
    const module = await runner.import<Module>(source);
    if (last?.module !== module) last = { module, shop: create(module, loadBuild) };
    return last.shop;
  }

  const answerByShop = getRequestListener(async (request) => {
    try {
      return await answer(await read(), request);
    } catch (error) {
      return answerFault(error, vite.config.logger);
    }
  });
  return {
    read,
    listener(request, response) {
      if (request.url?.startsWith("/api")) void answerByShop(request, response);
      else vite.middlewares(request, response, () => void answerByShop(request, response));
    },
    close: () => vite.close(),
  };
}

/** Migrates the database after each change to a file of `SQL`. The returned function waits until that is done. */
function watchMigrations({ watcher, config }: ViteDevServer, migrate: () => Promise<void>): () => Promise<void> {
  let done = Promise.resolve();
  let gathering: NodeJS.Timeout | undefined;
  watcher.on("all", (_, path) => {
    if (!SQL.some((folder) => path.startsWith(folder))) return;
    clearTimeout(gathering);
    gathering = setTimeout(() => {
      done = done.then(migrate).catch((error: unknown) => {
        config.logger.error(`A migration failed. ${error}`, { timestamp: true });
      });
    }, GATHER_MS);
  });
  return () => done;
}

/** What a developer sees when the sources do not run. The next request tries again. */
function answerFault(error: unknown, logger: Logger): Response {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  logger.error(words, { timestamp: true });
  return new Response(stripVTControlCharacters(words), {
    status: 500,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
