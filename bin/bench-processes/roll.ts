import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { signedIn } from "#test/people.ts";
import { failures, placeOrder, readTrims, type Scene, send, workersOf } from "./scene.ts";

/** How long visitors and buyers wait between requests: two busy cores must have time to start a process. */
const READING_MS = 100;
const ORDERING_MS = 250;

/** Replaces two processes again and again under load. */
export async function roll({ open, first: { pool, db } }: Scene, restarts = 10): Promise<void> {
  const shop = await open(2);
  await pool.query("update trims set quantity = 10000000");
  const trims = await readTrims(shop.url, 8);
  const buyers = await Promise.all(trims.map(() => signedIn(db)));
  const outcomes = new Map<string, Map<number | string | undefined, number>>();
  let isOver = false;
  const paths = ["/", "/api/trims?limit=5", "/blogs", "/api/reviews?limit=3"];
  async function visit(
    kind: string,
    keepAlive: boolean,
    readMs: () => number,
    ask: (agent: Agent) => ReturnType<typeof send>,
  ) {
    const seen = outcomes.get(kind) ?? new Map();
    outcomes.set(kind, seen);
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    while (!isOver) {
      const outcome = await ask(agent);
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      await pause(readMs());
    }
    agent.destroy();
  }
  const read = (agent: Agent) => send(shop.url + paths[Math.floor(Math.random() * paths.length)], { agent });
  const load = trims.flatMap((trim, at) => {
    const buyer = buyers[at];
    if (!buyer) return [];
    return [
      visit("new connections", false, () => READING_MS, read),
      visit("kept connections", true, () => READING_MS, read),
      visit("kept connections, up to 4 s apart", true, () => 4_000 * Math.random(), read),
      visit(
        "orders without a key",
        at % 2 === 0,
        () => ORDERING_MS,
        (agent) => placeOrder(shop.url, agent, buyer, trim),
      ),
    ];
  });
  const begin = performance.now();
  for (let restart = 1; restart <= restarts; restart++) {
    const old = workersOf(shop);
    const start = performance.now();
    shop.process.kill("SIGHUP");
    while (workersOf(shop).some((id) => old.includes(id)) || workersOf(shop).length < 2) await pause(100);
    console.log(`restart ${restart}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
  isOver = true;
  await Promise.all(load);
  const seconds = (performance.now() - begin) / 1000;
  let failed = 0;
  for (const [kind, seen] of outcomes) {
    console.log(kind, Object.fromEntries(seen));
    for (const [outcome, count] of seen) if (outcome !== 200) failed += count;
  }
  const all = [...outcomes.values()].flatMap((seen) => [...seen.values()]).reduce((sum, count) => sum + count, 0);
  console.log(`${failed} of ${all} requests failed, at ${Math.round(all / seconds)} a second`);
  if (failed === 0) return;
  // The log has the reason for each 503.
  console.log([...failures, ...shop.said].join("\n"));
  process.exitCode = 1;
}
