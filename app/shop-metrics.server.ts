import type pg from "pg";
import { countHashes } from "#app/features/identity/passwords.server.ts";
import { countByStatus } from "#app/features/orders/find/counts.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { countMails } from "#app/platform/mail/dead-mails.server.ts";
import type { Metrics } from "#app/platform/metrics/metrics.server.ts";

type Watched = {
  /** The pool that answers requests. */
  pool: pg.Pool;
  /** A connection that never waits for visitors. */
  db: Db;
  countStreams: () => Promise<number>;
};

/** Makes the metrics read the state of the shop whenever Prometheus asks. */
export function watchShop(metrics: Metrics, { pool, db, countStreams }: Watched): void {
  metrics.watch(
    {
      name: "shop_pool_connections",
      help: "Connections to the database, and requests that wait for one",
      label: "state",
    },
    () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  );
  metrics.watch(
    { name: "shop_hashes", help: "Password hashes that are computed or wait", label: "state" },
    countHashes,
  );
  metrics.watch({ name: "shop_streams", help: "Open pages that follow the news of orders" }, countStreams);
  metrics.watch(
    {
      name: "shop_mails",
      help: "Mails that wait, and mails given up; the same in all shops",
      label: "state",
    },
    () => countMails(db),
  );
  metrics.watch(
    {
      name: "shop_orders",
      help: "Orders ever placed, by their review; the same in all shops",
      label: "review",
    },
    async () => {
      const sums: Record<string, number> = {};
      for (const { review, count } of await countByStatus(db)) sums[review] = (sums[review] ?? 0) + count;
      return sums;
    },
  );
}
