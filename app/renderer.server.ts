import { parentPort, workerData } from "node:worker_threads";
import { loadBuild } from "#app/built.server.ts";
import { openPdfWorker } from "#app/features/documents/pdf-worker.server.ts";
import { openDb, openPool } from "#app/platform/db/client.server.ts";
import type { Engine } from "#app/platform/engine/engine.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { createHealth } from "#app/platform/http/health.server.ts";
import type { Order, Report } from "#app/platform/http/render-thread.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { runInRequest } from "#app/platform/request-context.server.ts";
import type { SocialSettings } from "#app/platform/social-env.server.ts";
import { createShop } from "#app/shop.server.ts";
import type { Ways } from "#app/stand-in/open-social.server.ts";

/** What the thread is given by its process. */
export type Given = {
  /** The shop's own PostgreSQL; without it, the thread takes the one in the settings. */
  engine: Engine["connection"] | undefined;
  social: SocialSettings;
  ways: Ways;
};

/** As many as there are pages that may be rendered at once. */
const CONNECTIONS = 2;

type Asked = Extract<Order, { order: "render" }>;

/** The thread that renders pages for its process: a separate shop, without a port, that is told what changes. */
export async function openRenderer(env: Env): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error("a renderer is a thread");
  const { engine, social, ways } = workerData as Given;
  const log = createLog(env.demo ? "warn" : "info");
  const pool = openPool(env.database?.connection ?? { ...engine }, log, CONNECTIONS);
  const db = openDb(pool);
  const nothing = () => {};
  const { pages } = createShop({
    ...{ env, db, log, social, ways, loadBuild, metrics: undefined },
    ...{ pdfWorker: openPdfWorker(), health: createHealth(async () => {}, log) },
    ...{ announce: nothing, announceOrders: nothing },
  });
  const report = (said: Report, bytes: ArrayBuffer[] = []) => port.postMessage(said, bytes);
  const begun = new Map<number, { stop: AbortController; page: Promise<void> }>();

  async function answer({ id, address, audience, request }: Asked, signal: AbortSignal): Promise<void> {
    try {
      const work = () => pages.render({ address, audience, signal });
      const page = await (request ? runInRequest(request, work) : work());
      const { br, identity } = page.bodies;
      report({ report: "rendered", id, page: { ...page, headers: [...page.headers] } }, [br.buffer, identity.buffer]);
    } catch {
      // The process renders it again, and reports what is wrong with it.
      report({ report: "rendered", id, page: undefined });
    } finally {
      begun.delete(id);
    }
  }

  async function end(): Promise<void> {
    await Promise.all([...begun.values()].map(({ page }) => page));
    await pool.end();
    process.exit();
  }

  port.on("message", (said: Order) => {
    if (said.order === "render") {
      const stop = new AbortController();
      begun.set(said.id, { stop, page: answer(said, stop.signal) });
    } else if (said.order === "stop") begun.get(said.id)?.stop.abort();
    else if (said.order === "change") pages.change(said.subjects);
    else void end();
  });
  // By then its code is loaded, and much of it compiled.
  await pages.render({ address: "/", audience: "everybody", signal: new AbortController().signal });
  report({ report: "ready" });
}
