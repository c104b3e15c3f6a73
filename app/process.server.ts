import type { Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { BUILD, loadBuild } from "#app/built.server.ts";
import { createAttacher } from "#app/features/documents/attach.server.ts";
import { toSeller } from "#app/features/documents/documents.server.ts";
import { openPdfWorker } from "#app/features/documents/pdf-worker.server.ts";
import { keepSums, sumByDaysOf } from "#app/features/orders/sums/sums.server.ts";
import { prepareSearch } from "#app/features/trims/find/search-engine.server.ts";
import { flushPendingNotifications } from "#app/pending-notifications.server.ts";
import { type Connection, type Db, openDb, openPool } from "#app/platform/db/client.server.ts";
import { checkDurability } from "#app/platform/db/durability.server.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { announcer, listen } from "#app/platform/db/notifications.server.ts";
import { findPoolerFaults } from "#app/platform/db/pooler.server.ts";
import { readinessOf } from "#app/platform/db/readiness.server.ts";
import { openEngine } from "#app/platform/engine/engine.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { closeServer, createBoundedServer, inTurn } from "#app/platform/http/connections.server.ts";
import { type Serving, startDevelopment } from "#app/platform/http/development.server.ts";
import { createHealth } from "#app/platform/http/health.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { prepareMailQueue } from "#app/platform/mail/mail-queue.server.ts";
import { keepFlushing } from "#app/platform/mail/pending-notifications.server.ts";
import { findMailFolder, openTransport } from "#app/platform/mail/transport.server.ts";
import { startMailWorker } from "#app/platform/mail/worker.server.ts";
import { serveMetrics } from "#app/platform/metrics/serve.server.ts";
import { endWith, giveUp, unwind } from "#app/platform/stopping.server.ts";
import type { createShop, Shop } from "#app/shop.server.ts";
import { watchShop } from "#app/shop-metrics.server.ts";
import { openSocial } from "#app/stand-in/open-social.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import { removeDemoPeople, seedDemo } from "#db/seed.ts";

// One process of the shop: database → PDF worker → mail worker → shop → listen. What it opens lives as long as the process.
// app/shop.server.ts assembles what answers requests; development rebuilds that at each edit.

const PAGES_CHANGED = "pages_changed";
const ORDERS_CHANGED = "orders_changed";
const HOUR_MS = 60 * 60 * 1000;

/** Opens the shop. Returns what to tell the person who started it. */
export async function openShop(env: Env): Promise<string> {
  const log = createLog(env.demo ? "warn" : "info");
  // While PostgreSQL starts in processes of its own, this one would only wait. What fails here fails again where it is
  // needed; development loads the shop by itself.
  const onSpawned = () => void (env.development || loadShop().catch(() => {}));
  const undo: (() => unknown)[] = [];
  const { end, ending } = endWith(() => unwind(undo), log);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, end);
  try {
    const engine = env.database
      ? undefined
      : await openEngine({ dataDir: env.dataDir, onSpawned, log: (message) => log.warn(message) }, undo, ending);
    const connection: Connection = env.database?.connection ?? { ...engine?.connection };
    /** For what needs a session. */
    const direct: Connection = env.database?.direct ?? connection;
    const prepare = async (db: Db) => {
      await prepareMailQueue(db);
      await prepareSearch(db, log);
      await sumByDaysOf(db, env.timeZone);
      const year = env.demoYear ? { now: new Date(), timeZone: env.timeZone, seller: toSeller(env) } : undefined;
      await (env.demo ? seedDemo(db, year) : removeDemoPeople(db));
    };
    const faults = env.database ? await findPoolerFaults(env.database) : [];
    if (faults.length > 0) throw new Error(faults.join("\n"));
    await migrateDatabase(direct, prepare, log);
    const pool = openPool(connection, log);
    undo.push(() => pool.end());
    await checkDurability(pool, log);
    const db = openDb(pool);
    const pdfWorker = openPdfWorker();
    undo.push(pdfWorker.close);
    const enclose = createAttacher(db, { ...env, pdfWorker });
    undo.push(await startMailWorker(connection, openTransport(env), log, enclose));
    const emailContext = { origin: env.origin, contact: env.contact, bank: env.seller.bank };
    undo.push(keepFlushing(() => flushPendingNotifications(db, emailContext), log));
    undo.push(keepSums(db, direct, log));
    const { social, providers, stop: stopSocial } = await openSocial(env);
    undo.push(stopSocial);
    const announce = announcer(pool, PAGES_CHANGED, log);
    const announceOrders = announcer(pool, ORDERS_CHANGED, log);
    // A separate connection: readiness is about the database, not about a busy pool.
    const probe = openPool(connection, log, 1);
    undo.push(() => probe.end());
    const health = createHealth(readinessOf(probe), log);
    const metrics = env.metrics && (await import("#app/platform/metrics/metrics.server.ts")).createMetrics();
    const dependencies = { env, db, pdfWorker, log, social, providers, announce, announceOrders, health, metrics };

    const server = createBoundedServer({}, env.trustedProxies.length > 0 ? "proxies" : "clients");
    const { read, listener, close } = await (env.development
      ? startDevelopment<typeof import("#app/shop.server.ts"), Shop>({
          server,
          source: "/app/shop.server.ts",
          create: (module, loadBuild) => module.createShop({ ...dependencies, loadBuild }),
          answer: ({ web }, request) => web.fetch(request),
          migrate: () => migrateDatabase(direct),
        })
      : openBuilt(dependencies));
    const inShop = (action: (shop: Shop) => unknown): void => {
      read()
        .then(action)
        .catch((err: unknown) => log.warn({ err }, "a chore failed"));
    };
    const changePages = (tags?: readonly string[]) => inShop(({ change }) => change(tags));
    const wakeEventStream = () => inShop(({ orderEvents }) => orderEvents.wake());
    undo.push(listen(direct, PAGES_CHANGED, changePages, log));
    undo.push(listen(direct, ORDERS_CHANGED, wakeEventStream, log));

    if (metrics && env.metrics) {
      const countStreams = async () => (await read()).orderEvents.count();
      watchShop(metrics, { pool, db: openDb(probe), countStreams });
      undo.push(await serveMetrics(metrics, env.metrics));
    }

    server.on("request", inTurn(listener));
    await listenOn(server, env);
    undo.push(
      () => closeServer(server),
      close,
      () => {
        health.leave();
        // Meanwhile a proxy that watches /readyz sends visitors elsewhere. Clients are not told to leave yet: they
        // would come back on a new connection, which might still be queued when the shop closes.
        return pause(env.drainMs);
      },
    );
    setInterval(() => inShop(({ doChores }) => doChores()), HOUR_MS).unref();
    return describeStart(env);
  } catch (error) {
    return giveUp(error, undo, ending);
  }
}

const loadShop = () => import("#app/shop.server.ts");

/** The shop built by `npm run build`. */
async function openBuilt(dependencies: Omit<Parameters<typeof createShop>[0], "loadBuild">): Promise<Serving<Shop>> {
  const { createShop } = await loadShop();
  const shop = createShop({ ...dependencies, loadBuild, files: `${BUILD}/client` });
  return { read: async () => shop, listener: shop.serve, close: async () => shop.orderEvents.close() };
}

function listenOn(server: Server, { port, host }: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE" ? new Error(`Port ${port} is taken. Write another: PORT=3001 npm start`) : error,
      );
    });
    server.listen(port, host, resolve);
  });
}

function describeStart(env: Env): string {
  const lines = [`Rivet & Reed is open at ${env.origin}`];
  if (env.demo) {
    for (const { name, email, password } of Object.values(demoPeople)) lines.push(`  ${name}: ${email} / ${password}`);
  }
  if (!env.database) lines.push(`  Data: ${env.dataDir}`);
  const mailFolder = findMailFolder(env);
  if (mailFolder) lines.push(`  Mails: ${mailFolder}${env.demo ? `, shown at ${env.origin}/dev/mails` : ""}`);
  return lines.join("\n");
}
