import "#app/platform/production.server.ts";
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import type { Handler } from "hono";
import type { ServerBuild } from "react-router";
import { createApi, limitRules } from "#app/api.server.ts";
import type * as entry from "#app/entry.server.tsx";
import { createIdentity } from "#app/features/identity/identity.server.ts";
import { isSignedIn } from "#app/features/identity/library.server.ts";
import { forgetExpired } from "#app/features/identity/queries.server.ts";
import { openSocial } from "#app/features/identity/stand-in/open-social.server.ts";
import { serveUploads } from "#app/features/trims/uploads.server.ts";
import { type Connection, openDb, openPool } from "#app/platform/db/client.server.ts";
import { checkDurability } from "#app/platform/db/durability.server.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { announcer, listen } from "#app/platform/db/notifications.server.ts";
import { startEngine } from "#app/platform/engine/engine.server.ts";
import { type Env, readEnv } from "#app/platform/env.server.ts";
import { closeServer, createBoundedServer } from "#app/platform/http/connections.server.ts";
import { serveThroughVite, startVite } from "#app/platform/http/development.server.ts";
import { forgetOld } from "#app/platform/http/forget.server.ts";
import { createLimits } from "#app/platform/http/limits.server.ts";
import { createPageCache } from "#app/platform/http/pages.server.ts";
import { createLocate } from "#app/platform/http/places.server.ts";
import { createRenderer } from "#app/platform/http/render.server.ts";
import { createWeb } from "#app/platform/http/web.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { createMailbox } from "#app/platform/mail/mailbox.server.ts";
import { mailFolderOf, openPost } from "#app/platform/mail/post.server.ts";
import { prepareMailQueue } from "#app/platform/mail/queue.server.ts";
import { startMailWorker } from "#app/platform/mail/worker.server.ts";
import { demoPeople, removeDemoPeople, seedDemo } from "#db/seed.ts";

// The composition root: the one file that knows all parts, in the order in which they come to life.

const BUILD = fileURLToPath(new URL("./build", import.meta.url));
const PAGES_CHANGED = "pages_changed";
const HOUR_MS = 60 * 60 * 1000;

try {
  await startShop(readEnv(process.env));
} catch (error) {
  console.error(error instanceof Error ? `The shop did not start. ${error.message}` : error);
  process.exit(1);
}

async function startShop(env: Env): Promise<void> {
  const log = createLog(env.demo ? "warn" : "info");
  const engine = env.databaseUrl
    ? undefined
    : await startEngine({ dataDir: env.dataDir, log: (message) => log.warn(message) });
  const connection: Connection = engine?.connection ?? { connectionString: env.databaseUrl };
  const undo: (() => Promise<unknown>)[] = [async () => engine?.stop()];
  onSignal(() => unwind(undo));
  try {
    await migrateDatabase(connection, async (db) => {
      await prepareMailQueue(db);
      await (env.demo ? seedDemo : removeDemoPeople)(db);
    });
    const pool = openPool(connection, log);
    undo.push(() => pool.end());
    await checkDurability(pool, log);
    const db = openDb(pool);
    undo.push(await startMailWorker(connection, openPost(env), log));
    const { social, ways, stop } = await openSocial(env);
    undo.push(stop);
    const limits = createLimits(db, limitRules, env.limits);
    const identity = createIdentity({ db, env, limits, social, log });

    const server = createBoundedServer();
    const development = env.development ? await startVite(server) : undefined;
    const announce = announcer(pool, PAGES_CHANGED, log);
    const onPagesChanged = (subjects?: readonly string[]) => {
      pages.change(subjects);
      announce(subjects);
    };
    const { origin, trustedOrigins, requireVerifiedEmail } = env;
    const api = createApi({ db, identity, origin, trustedOrigins, requireVerifiedEmail, limits, log, onPagesChanged });
    const load = development?.load ?? (() => import(`${BUILD}/server/index.js`));
    const render = createRenderer({
      load,
      mode: env.development ? "development" : "production",
      fill(context, build, audience) {
        const { apiContext, demoContext, reportContext, signedInContext, socialContext } = contextsOf(build);
        context.set(reportContext, (err) => log.error({ err }, "a page failed"));
        context.set(apiContext, async (request) => web.fetch(request));
        context.set(demoContext, env.demo ? demoPeople.admin : null);
        context.set(signedInContext, audience === "signed in");
        context.set(socialContext, ways);
      },
    });
    const readAudience = async ({ headers }: Request) =>
      (await isSignedIn(identity.auth, headers)) ? "signed in" : "signed out";
    const pages = createPageCache({ origin, render, locate: createLocate(load), readAudience });
    const renderAnew: Handler = async ({ req: { raw } }) => {
      const { bySession } = await createLocate(load)(new URL(raw.url));
      return render(raw, bySession ? await readAudience(raw) : "everybody");
    };
    const mailFolder = mailFolderOf(env);
    const web = createWeb({
      api,
      mailbox: env.demo && mailFolder ? createMailbox(mailFolder, env.origin) : undefined,
      uploads: serveUploads(db),
      log,
      hosts: env.hosts,
      pages: development ? renderAnew : pages.handler,
      ...(development ? {} : { files: `${BUILD}/client` }),
    });
    undo.push(listen(connection, PAGES_CHANGED, pages.change, log));

    if (development) serveThroughVite(server, development.vite, web);
    else server.on("request", getRequestListener(web.fetch));
    await listenOn(server, env);
    undo.push(
      () => closeServer(server),
      async () => development?.vite.close(),
    );
    const clean = () => Promise.all([forgetOld(db), forgetExpired(db)]);
    const cleaning = setInterval(() => clean().catch((err) => log.warn({ err }, "cleaning failed")), HOUR_MS);
    cleaning.unref();
    announceStart(env);
  } catch (error) {
    await unwind(undo);
    throw error;
  }
}

/** The contexts as the build made them: another copy of the same module would be another context. */
function contextsOf(build: ServerBuild): typeof entry {
  return build.entry.module as unknown as typeof entry;
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

async function unwind(undo: (() => Promise<unknown>)[]): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}

function onSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(
        () => process.exit(0),
        (error) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}

function announceStart(env: Env): void {
  const lines = [`Rivet & Reed is open at ${env.origin}`];
  if (env.demo) {
    for (const { name, email, password } of Object.values(demoPeople)) lines.push(`  ${name}: ${email} / ${password}`);
  }
  if (!env.databaseUrl) lines.push(`  Data: ${env.dataDir}`);
  const mailFolder = mailFolderOf(env);
  if (mailFolder) lines.push(`  Mails: ${mailFolder}${env.demo ? `, shown at ${env.origin}/dev/mails` : ""}`);
  console.log(lines.join("\n"));
}
