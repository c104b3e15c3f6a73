import { randomUUID } from "node:crypto";
import type pg from "pg";
import { openDb, openPool } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { engineBelow } from "#test/shop-process.ts";
import { type Buyers, bringBuyers, emptyOutbox, type Goods } from "../buyers.ts";
import { cpuMsOfServer, cpuMsWithEnded } from "../cpu.ts";
import { atLeast, type Line, type Round, type Scenario } from "../scenario.ts";

const ROUND_S = 3;
const SPREAD = 60;
const CONNECTIONS = 10;

/** What an order writes, without a shop around it. */
const SAME_STATEMENT = `
  with taken as (
    update trims set quantity = quantity - 1 where id = $1 and removed_at is null and moq <= 1 and quantity >= 1
    returning id, name, price
  ), placed as (
    insert into orders (id, user_id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price)
    select $2, $3, id, $4, $5, '0046855512080', 'Vävaregatan 14, Umeå', name, 1, price from taken returning id
  ), happened as (
    insert into order_events (id, order_id, kind, actor_id, actor_role) select $6, id, 'placed', $3, 'buyer' from placed
  )
  insert into idempotency_keys (owner, key, fingerprint, answer)
    select $3, $7, $7, jsonb_build_object('acknowledged', true, 'insertedId', id) from placed`;

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
    const buyers = await bringBuyers(db, shop);
    const acknowledged: string[] = [];
    const before = await readBooks(pool);
    let bare = 0;
    let commits = 0;

    // On both sides, PostgreSQL's time counts, and that of its client: the shop, or this process with its pgbench.
    const readCpu = (asker: number) => cpuMsOfServer(engine) + cpuMsWithEnded(asker);
    const order = async (of: readonly Goods[]): Promise<Round> => {
      const [started, cpu] = [await countCommits(pool), readCpu(shop.pid)];
      const { ids, ...round } = await buyers.order(of, ROUND_S);
      commits += (await countCommits(pool)) - started;
      for (const id of ids) acknowledged.push(id);
      return { ...round, cpuMs: (readCpu(shop.pid) - cpu) / ids.length };
    };
    const besides = async (act: () => Promise<{ value: number; count: number }>): Promise<Round> => {
      const cpu = readCpu(process.pid);
      const { value, count } = await act();
      return { value, cpuMs: (readCpu(process.pid) - cpu) / count };
    };
    const orderBare = (of: readonly Goods[]) =>
      besides(async () => {
        const round = await withoutShop(pool, buyers, of);
        bare += round.count;
        return round;
      });
    const one = goods.slice(0, 1);
    const lines = [
      { work: `POST /orders, ${SPREAD} trims`, of: goods },
      { work: "POST /orders, one trim", of: one },
    ].map(
      ({ work, of }): Line => ({
        ...{ work, limit: "Node.js + pg, what an order writes", unit: "1/s", goal: atLeast(0.8) },
        run: () => order(of),
        runLimit: () => orderBare(of),
      }),
    );
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
        await pool.end();
        await shop.stop();
      },
    };
  },
};

/** Ten connections, each with the next order as soon as the last is committed. */
async function withoutShop(
  pool: pg.Pool,
  { people }: Buyers,
  of: readonly Goods[],
): Promise<Round & { count: number }> {
  let count = 0;
  const start = performance.now();
  await Promise.all(
    people.map(async ({ id, name, email }) => {
      while (performance.now() < start + ROUND_S * 1000) {
        const goods = of[count % of.length];
        count++;
        const values = [goods?.id, newId(), id, name, email, newId(), randomUUID()];
        const { rowCount } = await pool.query({ name: "bare_order", text: SAME_STATEMENT, values });
        if (rowCount !== 1) throw new Error("an order was not placed");
      }
    }),
  );
  return { count, value: (count / (performance.now() - start)) * 1000 };
}

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
