import { fileURLToPath } from "node:url";
import type { ServerBuild } from "react-router";
import type * as entry from "#app/entry.server.tsx";
import type { OpenSession } from "#app/features/identity/identity.server.ts";
import { serveUploads } from "#app/features/trims/pictures/uploads.server.ts";
import { createPageAddresses } from "#app/platform/http/page-address.server.ts";
import { type Audience, createPages, type Render } from "#app/platform/http/pages.server.ts";
import { createPrivatePages } from "#app/platform/http/private-pages.server.ts";
import { createRenderer } from "#app/platform/http/render.server.ts";
import { createWeb } from "#app/platform/http/web.server.ts";
import { ORIGIN, startTestApp } from "./app.ts";
import { silent } from "./database.ts";

const BUILD = fileURLToPath(new URL("../build/server/index.js", import.meta.url));
const load = (): Promise<ServerBuild> => import(BUILD);

/** The shop with the pages of the last build. `rendered` holds what was rendered, in turn, as "audience path". */
export async function startTestSite(about: Parameters<typeof startTestApp>[0] = {}) {
  const shop = await startTestApp(about);
  const rendered: string[] = [];
  const render = createRenderer<{ audience: Audience; session?: OpenSession | null }>({
    load,
    mode: "production",
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
      } = build.entry.module as unknown as typeof entry;
      context.set(apiContext, async (request) => shop.app.fetch(request, { person: session?.person }));
      if (session !== undefined) context.set(sessionContext, session);
      context.set(contactContext, { email: "help@rivet-and-reed.example", address: ["Loom Lane 3", "Leeds"] });
      context.set(demoContext, null);
      context.set(reportContext, (error) => {
        throw error;
      });
      context.set(signedInContext, audience === "signed in");
      context.set(socialContext, { google: "off", github: "off" });
      context.set(timeZoneContext, about.timeZone ?? "UTC");
    },
  });
  const counted: Render = (request, audience) => {
    rendered.push(`${audience} ${request.url.slice(ORIGIN.length)}`);
    return render(request, { audience });
  };
  const addresses = createPageAddresses(load);
  const pages = createPages({
    origin: ORIGIN,
    render: counted,
    addresses,
    readAudience: async ({ headers }) => ((await shop.identity.isSignedIn(headers)) ? "signed in" : "signed out"),
  });
  const privatePages = createPrivatePages({
    origin: ORIGIN,
    readAddress: addresses.read,
    openSession: shop.identity.openSession,
    render: (request, session) => render(request, { audience: session ? "signed in" : "signed out", session }),
  });
  const { api, cache } = shop;
  const app = createWeb({
    ...{ api, uploads: serveUploads(shop.db), privatePages, pages: pages.handler, log: silent },
    sharePages: cache.share(pages.ask),
  });
  return { ...shop, app, rendered };
}
