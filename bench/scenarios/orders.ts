import type pg from "pg";
import { openDb, openPool } from "#app/platform/db/client.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { engineBelow } from "#test/shop-process.ts";
import { openBareOrders } from "../bare-orders.ts";
import { type Buyers, bringBuyers, emptyOutbox, type Goods } from "../buyers.ts";
import { cpuMsOfServer, cpuMsWithEnded } from "../cpu.ts";
import { atLeast, type Line, type Round, type Scenario } from "../scenario.ts";

const ROUND_S = 3;
const SPREAD = 60;
const CONNECTIONS = 10;

/**
 * Orders by ten buyers, compared with what Node.js and PostgreSQL can do without a shop. Afterwards, every acknowledged order is stored exactly once, and the stock adds up.
 */
export const orders: Scenario = {
  name: "orders",
  async open(ground) {
    const shop = await ground.openShop();
    const { connection, pid: engine } = await engineBelow(shop.dataDir);
    const pool = openPool(connection, createLog("silent"), CONNECTIONS);
    const db = openDb(pool);
    await pool.query("update trims set quantity = 1000000000, moq = 1");
    const { rows: goods } = await pool.query<Goods>(
      `select id, name from trims where removed_at is null order by number limit ${SPREAD}`,
    );
    const buyers = await bringBuyers(db);
    const acknowledged: string[] = [];
    const before = await readBooks(pool);
    let bare = 0;
    let commits = 0;

    const server = await openBareOrders(connection);
    const round = async (asked: number, act: () => ReturnType<Buyers["order"]>): Promise<Round & { ids: string[] }> => {
      const cpu = () => cpuMsOfServer(engine) + cpuMsWithEnded(asked);
      const before = cpu();
      const { ids, ...done } = await act();
      return { ...done, ids, cpuMs: (cpu() - before) / ids.length };
    };
    const order = async (of: readonly Goods[]): Promise<Round> => {
      const started = await countCommits(pool);
      const { ids, ...done } = await round(shop.pid, () => buyers.order(shop.url, of, ROUND_S));
      commits += (await countCommits(pool)) - started;
      for (const id of ids) acknowledged.push(id);
      return done;
    };
    const orderBare = async (of: readonly Goods[]): Promise<Round> => {
      const { ids, ...done } = await round(server.pid, () => buyers.order(server.url, of, ROUND_S));
      bare += ids.length;
      await pool.query("delete from pending_order_notifications where order_id = any($1)", [ids]);
      return done;
    };
    const one = goods.slice(0, 1);
    const bareLimit = { limit: "`node:http` + `pg`, what an order writes", unit: "1/s" as const, goal: atLeast(0.8) };
    const lines: Line[] = [
      {
        ...{ work: `POST /orders, ${SPREAD} trims`, ...bareLimit },
        run: () => order(goods),
        runLimit: () => orderBare(goods),
      },
      { ...{ work: "POST /orders, one trim", ...bareLimit }, run: () => order(one), runLimit: () => orderBare(one) },
      {
        ...{ work: "POST /orders, refused", limit: "POST /orders, placed", unit: "1/s", goal: atLeast(1) },
        run: async () => {
          const { ids: _, ...done } = await round(shop.pid, () => buyers.beRefused(shop.url, goods, ROUND_S));
          return done;
        },
        runLimit: () => order(goods),
      },
    ];
    await stopMails(pool, buyers);
    return {
      lines,
      async check() {
        await emptyOutbox(shop.query);
        const { rows } = await pool.query<{ id: string }>("select id from orders where id = any($1)", [acknowledged]);
        const after = await readBooks(pool);
        const placed = after.orders - before.orders;
        if (rows.length !== acknowledged.length || placed !== acknowledged.length + bare) {
          throw new Error(
            `${acknowledged.length} + ${bare} orders were acknowledged, ${rows.length} and ${placed} stored`,
          );
        }
        if (after.pieces !== before.pieces) throw new Error(`pieces: ${before.pieces} before, ${after.pieces} after`);
        console.log(`${acknowledged.length} orders: ${(commits / acknowledged.length).toFixed(2)} commits each`);
      },
      async close() {
        server.close();
        await pool.end();
        await shop.stop();
      },
    };
  },
};

/** Keeps orders from causing mails, to the buyer and to the only admin. */
async function stopMails(pool: pg.Pool, { people }: Buyers): Promise<void> {
  const ids = people.map(({ id }) => id);
  await pool.query("update users set email_verified = false where id = any($1) or role = 'admin'", [ids]);
}

async function readBooks(pool: pg.Pool): Promise<{ orders: number; pieces: string }> {
  const { rows } = await pool.query(`
    select (select count(*)::int from orders) as orders,
      ((select sum(quantity) from trims) + (select coalesce(sum(order_quantity), 0) from orders))::text as pieces`);
  return rows[0];
}

async function countCommits(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ commits: string }>(
    "select xact_commit as commits from pg_stat_database where datname = current_database()",
  );
  return Number(rows[0]?.commits);
}
