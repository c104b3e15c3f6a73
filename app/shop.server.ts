import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Handler, Hono } from "hono";
import type { ServerBuild } from "react-router";
import { createApi, type Dependencies } from "#app/api.server.ts";
import type * as entry from "#app/entry.server.tsx";
import type { OpenSession } from "#app/features/identity/identity.server.ts";
import { forgetExpired } from "#app/features/identity/queries.server.ts";
import type { OrderEventStream } from "#app/features/orders/live/event-stream.server.ts";
import { serveUploads } from "#app/features/trims/pictures/uploads.server.ts";
import { notifyOfLowStock } from "#app/features/trims/stock/low-stock-mails.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Health } from "#app/platform/http/health.server.ts";
import { createPrivatePages } from "#app/platform/http/private-pages.server.ts";
import { createRenderer } from "#app/platform/http/render.server.ts";
import { createRequestLog } from "#app/platform/http/requests.server.ts";
import { serveCached } from "#app/platform/http/serve-cached.server.ts";
import { createWeb } from "#app/platform/http/web.server.ts";
import { createMailbox } from "#app/platform/mail/mailbox.server.ts";
import type { SocialProviders } from "#app/stand-in/open-social.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import { forgetOld } from "./platform/http/cleanup.server.ts";
import { createPageAddresses } from "./platform/http/page-address.server.ts";
import { type Audience, createPages } from "./platform/http/pages.server.ts";
import { findMailFolder } from "./platform/mail/transport.server.ts";

type ShopDependencies = Dependencies & {
  env: Env;
  providers: SocialProviders;
  health: Health;
  loadBuild: () => Promise<ServerBuild>;
  /** The folder with the build's files. Without it no files are served. */
  files?: string;
};

export type Shop = {
  web: Hono;
  /** Answers a request from a socket, from memory where it can. */
  serve: RequestListener;
  /** Reports what changed on public pages; without tags, anything may have. */
  change: (tags?: readonly string[]) => void;
  orderEvents: OrderEventStream;
  /** What is done every hour: deletes what has expired, and writes the mail of the day. */
  doChores: () => Promise<unknown>;
};

/** Everything that answers requests: identity, API, pages. In development each edit makes it anew. */
export function createShop({ providers, health, loadBuild, files, ...dependencies }: ShopDependencies): Shop {
  const { env, db, log, metrics } = dependencies;
  const { origin, contact, timeZone } = env;
  const { api, identity, reads, orderEvents, cache, change } = createApi(dependencies);
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
      context.set(socialContext, providers);
      context.set(timeZoneContext, timeZone);
    },
  });
  const render = (request: Request, audience: Audience) => renderFor(request, { audience });
  const addresses = createPageAddresses(loadBuild);
  const privatePages = createPrivatePages({
    origin,
    // In development the routes may have changed since.
    readAddress: (url) => (env.development ? createPageAddresses(loadBuild) : addresses).read(url),
    openSession: identity.openSession,
    render: (request, session) => renderFor(request, { audience: session ? "signed in" : "signed out", session }),
    reads,
  });
  const pages = createPages({ origin, render, addresses, readAudience, reads, metrics });
  // The routes may have changed since.
  const renderAnew: Handler = async (c) => {
    const { raw } = c.req;
    const { bySession, pattern } = await createPageAddresses(loadBuild).read(new URL(raw.url));
    c.set("page", pattern);
    return render(raw, bySession ? await readAudience(raw) : "everybody");
  };
  const mailFolder = findMailFolder(env);
  const web = createWeb({
    api,
    mailbox: env.demo && mailFolder ? createMailbox(mailFolder, env.origin) : undefined,
    uploads: serveUploads(db),
    health,
    metrics,
    readNetwork: identity.readNetwork,
    log,
    logRequests: env.logRequests,
    sharePages: env.development ? undefined : cache.share(pages.ask),
    hosts: env.hosts,
    privatePages,
    pages: env.development ? renderAnew : pages.handler,
    ...(files ? { files } : {}),
  });
  const notifyOfStock = async () =>
    notifyOfLowStock(db, { emailContext: { origin, contact }, timeZone, now: await readNow(db) });
  const doChores = () => Promise.all([forgetOld(db), forgetExpired(db), notifyOfStock()]);
  const logRequest = createRequestLog({ log, logRequests: env.logRequests, metrics });
  const serve = serveCached(getRequestListener(web.fetch), {
    ...{ cache, pages, logRequest },
    isOurs: identity.isOurs,
    hosts: env.hosts,
  });
  return { web, serve, change, orderEvents, doChores };
}

/** Who a page is rendered for: one of an audience, or, for a private page, the person of a session if there is one. */
type PageReader = { audience: Audience; session?: OpenSession | null };

/** The contexts from the build: a second copy of the module would create different ones. */
function readContexts(build: ServerBuild): typeof entry {
  return build.entry.module as unknown as typeof entry;
}
