import { median } from "simple-statistics";
import { longestGap, startBuyers } from "../buyers.ts";
import { type DbName, findLeader } from "../machines.ts";
import { BUYERS, enough, type Ground, judge, PAUSE_MS, seconds, type Trial } from "../trial.ts";

/** The machine of the leader loses power, again and again. */
export const seeLeader: Trial = async (ground) => {
  await breakLeader(ground, "the leader killed", ground.kills, async (leader) => {
    await ground.cluster.killDb(leader);
    return async () => ground.cluster.startDb(leader);
  });
};

/** The leader's machine hangs: nothing is closed, nothing answers. */
export const seeFrozen: Trial = async (ground) => {
  await breakLeader(ground, "the leader frozen", Math.min(ground.kills, 2), async (leader) => {
    const thaw = ground.cluster.freezeDb(leader);
    return async () => thaw();
  });
};

async function breakLeader(
  ground: Ground,
  what: string,
  times: number,
  strike: (leader: DbName) => Promise<() => Promise<void>>,
) {
  const { cluster, shops } = ground;
  await using buyers = await startBuyers(shops, BUYERS, PAUSE_MS);
  const gaps: number[] = [];
  const byShop = new Map<string, number[]>(shops.map(({ name }) => [name, []]));
  for (let time = 0; time < times; time++) {
    const leader = await cluster.whole();
    await enough(ground, buyers);
    const from = performance.now();
    const mend = await strike(leader);
    const next = await cluster.until("another leader", async () => {
      const found = await findLeader();
      return found === leader ? undefined : found;
    });
    for (const { name } of shops) await enough(ground, buyers, name);
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
  await judge(ground, `${what} ${times} times`, buyers);
}
