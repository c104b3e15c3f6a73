import { createApi, limitRules } from "#app/api.server.ts";
import { openPdfWorker } from "#app/features/documents/pdf-worker.server.ts";
import { createIdentity } from "#app/features/identity/identity.server.ts";
import { createOrderEventStream } from "#app/features/orders/live/event-stream.server.ts";
import { type CountCache, createCountCache } from "#app/features/trims/find/counts.server.ts";
import { type Connection, type Db, openDb, openPool } from "#app/platform/db/client.server.ts";
import { createLimits } from "#app/platform/http/limits.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { readSeller } from "#app/platform/seller-env.server.ts";

/** The API of a shop, called without HTTP. */
export type ShopApi = {
  connection: Connection;
  db: Db;
  api: ReturnType<typeof createApi>;
  counts: CountCache;
  close: () => Promise<void>;
};

/** Opens the API on a database, without pages, mails or limits. */
export function openShopApi(connection: Connection): ShopApi {
  const log = createLog("silent");
  const pool = openPool(connection, log);
  const db = openDb(pool);
  const origin = "http://localhost:3000";
  const emailContext = { origin, contact: "help@shop.example" };
  const settings = { trustedOrigins: [origin], requireVerifiedEmail: false };
  const secrets = {
    secret: "s".repeat(32),
    social: {},
    adminEmail: undefined,
    trustedProxies: [],
    requireAdminSecondFactor: false,
  };
  const limits = createLimits(db, limitRules, "off");
  const counts = createCountCache();
  const api = createApi({
    ...{ db, log, limits, counts, emailContext },
    ...settings,
    timeZone: "UTC",
    identity: createIdentity({ db, limits, social: {}, log, env: { ...settings, ...emailContext, ...secrets } }),
    orderEvents: createOrderEventStream({ db, announce: () => {}, log }),
    seller: readSeller({ PAPER: "A4" }, true),
    pdfWorker: openPdfWorker(),
    onPagesChanged: () => {},
  });
  return { connection, db, api, counts, close: () => pool.end() };
}
