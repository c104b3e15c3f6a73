import { createApi, type Dependencies } from "#app/api.server.ts";
import { openPdfWorker } from "#app/features/documents/pdf-worker.server.ts";
import { serveUploads } from "#app/features/trims/pictures/uploads.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { createWeb } from "#app/platform/http/web.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { readSeller } from "#app/platform/seller-env.server.ts";
import { createDatabase, silent } from "./database.ts";
import { afterFile } from "./teardown.ts";

export const ORIGIN = "http://localhost:3000";
/** Where people write to. */
export const CONTACT = "help@rivet-and-reed.example";

type Settings = Omit<Dependencies["env"], "trustedOrigins" | "secret" | "development"> &
  Pick<Env, "hosts" | "logRequests" | "social"> & { log: Log };

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
  const pdfWorker = openPdfWorker();
  const parts = createApi({
    env: { ...settings, trustedOrigins: [settings.origin], secret: "s".repeat(32), development: false },
    ...{ db, log: settings.log, social: settings.social, pdfWorker },
    announce(subjects) {
      changes.count++;
      changes.subjects = subjects;
    },
    announceOrders: () => {},
  });
  afterFile(async () => {
    parts.orderEvents.close();
    await pdfWorker.close();
  });
  const app = createWeb({
    api: parts.api,
    uploads: serveUploads(db),
    pages: (c) => c.text("page"),
    log: settings.log,
    logRequests: settings.logRequests,
    hosts: settings.hosts,
  });
  return { ...parts, app, db, pdfWorker, settings, connection, changes };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;
