import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Handler, Hono } from "hono";
import type { ServerBuild } from "react-router";
import { createApi, limitRules } from "#app/api.server.ts";
import type * as entry from "#app/entry.server.tsx";
import type { PdfWorker } from "#app/features/documents/pdf-worker.server.ts";
import { createIdentity, type OpenSession } from "#app/features/identity/identity.server.ts";
import { forgetExpired } from "#app/features/identity/queries.server.ts";
import { createOrderNews, type Newsroom } from "#app/features/orders/news/news.server.ts";
import { createCountCache } from "#app/features/trims/find/counts.server.ts";
import { serveUploads } from "#app/features/trims/pictures/uploads.server.ts";
import { tellOfLowStock } from "#app/features/trims/stock/low-news.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Health } from "#app/platform/http/health.server.ts";
import { createKeptAnswers } from "#app/platform/http/kept-answers.server.ts";
import { createLimits } from "#app/platform/http/limits.server.ts";
import type { Audience } from "#app/platform/http/page-bytes.server.ts";
import { createPrivatePages } from "#app/platform/http/private-pages.server.ts";
import { createReads } from "#app/platform/http/reads.server.ts";
import { createRenderer } from "#app/platform/http/render.server.ts";
import type { RenderThread } from "#app/platform/http/render-thread.server.ts";
import { createWeb } from "#app/platform/http/web.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { createMailbox } from "#app/platform/mail/mailbox.server.ts";
import type { Metrics } from "#app/platform/metrics/metrics.server.ts";
import type { SocialSettings } from "#app/platform/social-env.server.ts";
import type { Ways } from "#app/stand-in/open-social.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import { forgetOld } from "./platform/http/cleanup.server.ts";
import { createPageCache, type PageCache } from "./platform/http/page-cache.server.ts";
import { createLocate } from "./platform/http/page-keys.server.ts";
import { findMailFolder } from "./platform/mail/transport.server.ts";

/**
 * What the shop is built on. `app/process.server.ts` opens it once; in development it survives edits to everything made
 * here.
 */
export type Ground = {
  env: Env;
  db: Db;
  /** Another server for reads that may lag a little. */
  log: Log;
  social: SocialSettings;
  ways: Ways;
  /** Tells the other processes that pages have changed. */
  announce: (subjects?: readonly string[]) => void;
  /** Tells the other processes that something has happened to orders. */
  announceOrders: () => void;
  health: Health;
  /** Prints documents, for people and for mails. */
  pdfWorker: PdfWorker;
  metrics: Metrics | undefined;
  loadBuild: () => Promise<ServerBuild>;
  /** Renders pages outside the thread that answers requests. */
  thread?: RenderThread;
  /** The folder with the build's files. Without it no files are served. */
  files?: string;
};

export type Shop = {
  web: Hono;
  /** Answers a request from a socket, from memory where it can. */
  serve: RequestListener;
  pages: PageCache;
  news: Newsroom;
  /** What is done every hour: deletes what has expired, and writes the mail of the day. */
  doChores: () => Promise<unknown>;
};

/** Everything that answers requests: identity, API, pages. */
export function createShop({
  env,
  db,
  log,
  social,
  ways,
  announce,
  announceOrders,
  health,
  pdfWorker,
  metrics,
  loadBuild,
  thread,
  files,
}: Ground): Shop {
  const { origin, contact, trustedOrigins, requireVerifiedEmail, timeZone } = env;
  const emailContext = { origin, contact };
  const limits = createLimits(db, limitRules, env.limits);
  const identity = createIdentity({ db, env, limits, social, log });
  const readAudience = async ({ headers }: { headers: Headers }) =>
    (await identity.isSignedIn(headers)) ? "signed in" : "signed out";
  const renderFor = createRenderer<PageReader>({
    load: loadBuild,
    mode: env.development ? "development" : "production",
    fill(context, build, { audience, session }) {
      const {
        apiContext,
        contactContext,
        demoContext,
        reportContext,
        sessionContext,
        signedInContext,
        socialContext,
        timeZoneContext,
      } = readContexts(build);
      context.set(reportContext, (err) => log.error({ err }, "a page failed"));
      context.set(apiContext, async (request) => web.fetch(request, { person: session?.person }));
      if (session !== undefined) context.set(sessionContext, session);
      const { address, phone, register } = env.seller;
      context.set(contactContext, { email: contact, address, phone, register });
      context.set(demoContext, env.demo ? demoPeople.admin : null);
      context.set(signedInContext, audience === "signed in");
      context.set(socialContext, ways);
      context.set(timeZoneContext, timeZone);
    },
  });
  const render = (request: Request, audience: Audience) => renderFor(request, { audience });
  const counts = createCountCache();
  const { readNetwork, readSessionToken } = identity;
  const reads = createReads({ readNetwork, readSessionToken, settings: env.limits });
  const answers = createKeptAnswers(identity.isOurs);
  const locate = createLocate(loadBuild);
  const privatePages = createPrivatePages({
    origin,
    locate: env.development ? (url) => createLocate(loadBuild)(url) : locate,
    openSession: identity.openSession,
    render: (request, session) => renderFor(request, { audience: session ? "signed in" : "signed out", session }),
    reads,
  });
  const cache = createPageCache({
    origin,
    render,
    thread,
    locate,
    readAudience,
    reads,
    metrics,
  });
  const pages: PageCache = {
    ...cache,
    change(subjects) {
      // First what pages are made from.
      thread?.change(subjects);
      counts.change(subjects);
      answers.change(subjects);
      cache.change(subjects);
    },
  };
  // The routes may have changed since.
  const renderAnew: Handler = async (c) => {
    const { raw } = c.req;
    const { bySession, pattern } = await createLocate(loadBuild)(new URL(raw.url));
    c.set("page", pattern);
    return render(raw, bySession ? await readAudience(raw) : "everybody");
  };
  const onPagesChanged = (subjects?: readonly string[]) => {
    pages.change(subjects);
    announce(subjects);
  };
  const news = createOrderNews({ db, announce: announceOrders, log });
  const api = createApi({
    db,
    news,
    counts,
    identity,
    emailContext,
    trustedOrigins,
    requireVerifiedEmail,
    timeZone,
    seller: env.seller,
    pdfWorker,
    limits,
    reads,
    log,
    onPagesChanged,
  });
  const mailFolder = findMailFolder(env);
  const web = createWeb({
    api,
    mailbox: env.demo && mailFolder ? createMailbox(mailFolder, env.origin) : undefined,
    uploads: serveUploads(db),
    health,
    metrics,
    readNetwork,
    log,
    logRequests: env.logRequests,
    // In development nothing is kept: each edit may change the answer.
    ...(env.development ? {} : { answers, keepPages: pages.keep }),
    hosts: env.hosts,
    privatePages,
    pages: env.development ? renderAnew : pages.handler,
    ...(files ? { files } : {}),
  });
  const tellOfStock = async () => tellOfLowStock(db, { emailContext, timeZone, now: await readNow(db) });
  const doChores = () => Promise.all([forgetOld(db), forgetExpired(db), tellOfStock()]);
  // A log of requests has a line for each of them.
  const listener: RequestListener = getRequestListener(web.fetch);
  const serveKept: RequestListener = (request, response) => {
    const stop = metrics?.requests.startTimer({ method: "GET" });
    const isApi = request.url?.startsWith("/api/");
    const served = isApi ? answers.serve(request, response) : pages.serve(request, response);
    const goOn = (found: string | boolean | undefined) => {
      if (found) stop?.({ route: found === true ? "kept answer" : found, status: response.statusCode });
      else void listener(request, response);
    };
    if (served instanceof Promise) void served.then(goOn);
    else goOn(served);
  };
  const serve = env.logRequests ? listener : serveKept;
  return { web, serve, pages, news, doChores };
}

/** Who a page is rendered for: one of an audience, or, for a private page, the person of a session if there is one. */
type PageReader = { audience: Audience; session?: OpenSession | null };

/** The contexts from the build: a second copy of the module would create different ones. */
function readContexts(build: ServerBuild): typeof entry {
  return build.entry.module as unknown as typeof entry;
}
