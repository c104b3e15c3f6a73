import { setTimeout as pause } from "node:timers/promises";
import { longestGap, startBuyers } from "../buyers.ts";
import { BUYERS, enough, judge, PAUSE_MS, report, seconds, type Trial } from "../trial.ts";

/** All of etcd is down. */
export const seeEtcd: Trial = async (context) => {
  const { cluster, shops, etcdMs } = context;
  const before = await cluster.whole();
  await using buyers = await startBuyers(shops, BUYERS, PAUSE_MS);
  await enough(context, buyers);
  const from = performance.now();
  await cluster.stopEtcd();
  await pause(etcdMs);
  const to = performance.now();
  cluster.startEtcd();
  const after = await cluster.whole();
  await enough(context, buyers);
  await buyers.stop();
  const meanwhile = buyers.acknowledged.filter(({ at }) => at > from && at < to).length;
  console.log(
    `  ${meanwhile} orders in ${seconds(to - from)} without etcd; longest without one ${seconds(longestGap(buyers.acknowledged, from, to))}`,
  );
  report("the leader leads on", after, before);
  report("orders are taken without etcd", longestGap(buyers.acknowledged, from, to) < 5_000, true);
  await judge(context, "etcd away", buyers);
};
