import { createApi } from "#app/api.server.ts";
import { openPdfWorker } from "#app/features/documents/pdf-worker.server.ts";
import { type Connection, openDb, openPool } from "#app/platform/db/client.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { readSeller } from "#app/platform/seller-env.server.ts";

/** The API of a shop, called without HTTP. */
export type ShopApi = ReturnType<typeof openShopApi>;

/** Opens the API on a database, without pages, mails or limits. */
export function openShopApi(connection: Connection) {
  const log = createLog("silent");
  const pool = openPool(connection, log);
  const db = openDb(pool);
  const origin = "http://localhost:3000";
  const { api, counts } = createApi({
    env: {
      ...{ origin, contact: "help@shop.example", trustedOrigins: [origin], trustedProxies: [] },
      ...{ secret: "s".repeat(32), adminEmail: undefined, requireAdminSecondFactor: false },
      ...{ requireVerifiedEmail: false, limits: "off", timeZone: "UTC", seller: readSeller({ PAPER: "A4" }, true) },
      // Nothing is cached.
      development: true,
    },
    ...{ db, log, social: {}, pdfWorker: openPdfWorker() },
    announce: () => {},
    announceOrders: () => {},
  });
  return { connection, db, api, counts, close: () => pool.end() };
}
