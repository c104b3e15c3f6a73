import { median } from "simple-statistics";
import { longestGap, startBuyers } from "../buyers.ts";
import { type DbName, findLeader } from "../machines.ts";
import { BUYERS, enough, judge, PAUSE_MS, seconds, type Trial, type TrialContext } from "../trial.ts";

/** The machine of the leader loses power, again and again. */
export const seeLeader: Trial = async (context) => {
  await breakLeader(context, "the leader killed", context.kills, async (leader) => {
    await context.cluster.killDb(leader);
    return async () => context.cluster.startDb(leader);
  });
};

/** The leader's machine hangs: nothing is closed, nothing answers. */
export const seeFrozen: Trial = async (context) => {
  await breakLeader(context, "the leader frozen", Math.min(context.kills, 2), async (leader) => {
    const thaw = context.cluster.freezeDb(leader);
    return async () => thaw();
  });
};

async function breakLeader(
  context: TrialContext,
  what: string,
  times: number,
  strike: (leader: DbName) => Promise<() => Promise<void>>,
) {
  const { cluster, shops } = context;
  await using buyers = await startBuyers(shops, BUYERS, PAUSE_MS);
  const gaps: number[] = [];
  const byShop = new Map<string, number[]>(shops.map(({ name }) => [name, []]));
  for (let time = 0; time < times; time++) {
    const leader = await cluster.whole();
    await enough(context, buyers);
    const from = performance.now();
    const mend = await strike(leader);
    const next = await cluster.until("another leader", async () => {
      const found = await findLeader();
      return found === leader ? undefined : found;
    });
    for (const { name } of shops) await enough(context, buyers, name);
    const to = performance.now();
    gaps.push(longestGap(buyers.acknowledged, from, to));
    for (const [name, own] of byShop) own.push(longestGap(buyers.acknowledged, from, to, name));
    console.log(`  ${leader} → ${next}: no order taken for ${seconds(gaps.at(-1))}`);
    await mend();
  }
  await buyers.stop();
  console.log(`  without an order: median ${seconds(median(gaps))}, longest ${seconds(Math.max(...gaps))}`);
  for (const [name, own] of byShop)
    console.log(`  ${name} alone: median ${seconds(median(own))}, longest ${seconds(Math.max(...own))}`);
  await judge(context, `${what} ${times} times`, buyers);
}
