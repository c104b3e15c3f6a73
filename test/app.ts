import { createApi, limitRules } from "#app/api.server.ts";
import { openPdfWorker } from "#app/features/documents/pdf-worker.server.ts";
import { createIdentity } from "#app/features/identity/identity.server.ts";
import { createOrderEventStream } from "#app/features/orders/live/event-stream.server.ts";
import { createCountCache } from "#app/features/trims/find/counts.server.ts";
import { serveUploads } from "#app/features/trims/pictures/uploads.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { createLimits } from "#app/platform/http/limits.server.ts";
import { createResponseCache } from "#app/platform/http/response-cache.server.ts";
import { createWeb } from "#app/platform/http/web.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { readSeller } from "#app/platform/seller-env.server.ts";
import { createDatabase, silent } from "./database.ts";
import { afterFile } from "./teardown.ts";

export const ORIGIN = "http://localhost:3000";
/** Where people write to. */
export const CONTACT = "help@rivet-and-reed.example";

type Settings = Pick<
  Env,
  | "social"
  | "adminEmail"
  | "requireVerifiedEmail"
  | "requireAdminSecondFactor"
  | "trustedProxies"
  | "hosts"
  | "limits"
  | "origin"
  | "contact"
  | "logRequests"
  | "timeZone"
  | "seller"
> & { log: Log };

/** What the API said about pages: how often, and what it said last. */
type Changes = { count: number; subjects: readonly string[] | undefined };

/**
 * The shop on a database of its own, called without a network: `app.request("/api/trims")`. Ends with the test file.
 */
export async function startTestApp(about: Partial<Settings> = {}) {
  const { db, connection } = await createDatabase();
  const changes: Changes = { count: 0, subjects: undefined };
  const defaults = {
    social: {},
    adminEmail: undefined,
    requireVerifiedEmail: false,
    requireAdminSecondFactor: false,
    trustedProxies: [],
    hosts: undefined,
    limits: {},
    origin: ORIGIN,
    contact: CONTACT,
    logRequests: false,
    timeZone: "UTC",
    seller: readSeller({ PAPER: "A4" }, true),
    log: silent,
  };
  const settings = { ...defaults, ...about };
  const env = { ...settings, trustedOrigins: [settings.origin], secret: "s".repeat(32) };
  const limits = createLimits(db, limitRules, settings.limits);
  const identity = createIdentity({ db, env, limits, social: env.social, log: settings.log });
  const counts = createCountCache();
  const cache = createResponseCache();
  const onPagesChanged = (subjects?: readonly string[]) => {
    changes.count++;
    changes.subjects = subjects;
    counts.change(subjects);
    cache.change(subjects);
  };
  const orderEvents = createOrderEventStream({ db, announce: () => {}, log: settings.log });
  const pdfWorker = openPdfWorker();
  const api = createApi({
    ...env,
    emailContext: env,
    pdfWorker,
    db,
    orderEvents,
    counts,
    identity,
    cache,
    limits,
    log: settings.log,
    onPagesChanged,
  });
  afterFile(async () => {
    orderEvents.close();
    await pdfWorker.close();
  });
  const app = createWeb({
    api,
    uploads: serveUploads(db),
    pages: (c) => c.text("page"),
    log: settings.log,
    logRequests: settings.logRequests,
    hosts: settings.hosts,
  });
  return { app, api, db, orderEvents, counts, cache, pdfWorker, settings, connection, identity, limits, changes };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;
