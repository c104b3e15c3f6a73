import { setTimeout as pause } from "node:timers/promises";
import { compare, startBuyers } from "../buyers.ts";
import { readCluster } from "../machines.ts";
import { cpuOf } from "../processes.ts";
import { report, type Trial } from "../trial.ts";

const COST_MS = 20_000;

/** What an order costs each part, with nothing broken: the figures of docs/scaling.md. */
export const seeCost: Trial = async ({ cluster, shops }) => {
  const leader = await cluster.whole();
  const [shop] = shops;
  if (!shop) throw new Error("no shop runs");
  const follower = (await readCluster()).find(({ role }) => role === "sync_standby")?.name;
  const look = async () => ({
    shop: cpuOf(shop.process.pid ?? 0),
    leader: cluster.cpuOfPostgres(leader),
    follower: follower ? cluster.cpuOfPostgres(follower) : 0,
    log: Number(await cluster.sql(leader, "select pg_current_wal_lsn() - '0/0'")),
    rows: Number(await cluster.sql(leader, "select pg_database_size('shop')")),
  });
  const before = await look();
  await using buyers = await startBuyers([shop], 10, 0);
  await pause(COST_MS);
  await buyers.stop();
  const after = await look();
  const orders = buyers.acknowledged.length;
  const each = (name: keyof typeof after) => (after[name] - before[name]) / orders;
  console.log(`  ${orders} orders in ${COST_MS / 1_000} s by ten buyers of one shop, with their mails`);
  console.log(
    `  CPU ms for each: shop ${each("shop").toFixed(1)}, leader ${each("leader").toFixed(1)}, synchronous follower ${each("follower").toFixed(1)}`,
  );
  console.log(`  KB for each: log ${(each("log") / 1024).toFixed(1)}, tables ${(each("rows") / 1024).toFixed(1)}`);
  report("cost: orders lost or doubled", await compare(cluster, buyers), { lost: 0, doubled: 0, wrongStock: 0 });
};
