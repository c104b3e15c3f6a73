import { setTimeout as pause } from "node:timers/promises";
import { median } from "simple-statistics";
import { longestGap, startBuyers } from "../buyers.ts";
import { ask, endShop, ORIGIN } from "../shops.ts";
import { BUYERS, enough, judge, PAUSE_MS, seconds, type Trial } from "../trial.ts";

/** A shop is killed behind HAProxy, each in turn, while people read and order. */
export const seeShop: Trial = async (context) => {
  const { cluster, shops, kills } = context;
  await using buyers = await startBuyers([{ name: "HAProxy", url: ORIGIN }], 3 * BUYERS, PAUSE_MS);
  const readers = startReaders(ORIGIN, 6);
  const gaps: number[] = [];
  for (let time = 0; time < kills; time++) {
    const at = time % shops.length;
    const shop = shops[at];
    if (!shop) break;
    await enough(context, buyers);
    const from = performance.now();
    await endShop(shop, "SIGKILL");
    await enough(context, buyers);
    gaps.push(longestGap(buyers.acknowledged, from, performance.now()));
    shops[at] = await shop.start();
    await cluster.until("HAProxy to see three shops", async () => {
      await pause(1_500);
      return true;
    });
  }
  await readers.stop();
  await buyers.stop();
  console.log(`  without an order: median ${seconds(median(gaps))}, longest ${seconds(Math.max(...gaps))}`);
  console.log(`  pages: ${[...readers.answers].map(([kind, count]) => `${count} × ${kind}`).join(", ")}`);
  await judge(context, `a shop killed ${kills} times behind HAProxy`, buyers);
};

function startReaders(url: string, count: number) {
  const answers = new Map<string, number>();
  let isOver = false;
  const read = async (at: number) => {
    const paths = ["/", "/api/trims?limit=20", "/blogs", "/trims"];
    for (let next = at; !isOver; next++) {
      const kind = await ask(url + paths[next % paths.length]).then(
        ({ status }) => String(status),
        (error: NodeJS.ErrnoException) => `cut off (${error.code ?? error.message})`,
      );
      answers.set(kind, (answers.get(kind) ?? 0) + 1);
      await pause(50);
    }
  };
  const all = Array.from({ length: count }, (_, at) => read(at));
  return {
    answers,
    async stop() {
      isOver = true;
      await Promise.all(all);
    },
  };
}
