import { spawn } from "node:child_process";
import { Agent } from "node:http";
import { buildTrims } from "#test/builders.ts";
import { signedIn, type TestPerson } from "#test/people.ts";
import type { ShopProcess } from "#test/shop-process.ts";
import { type Ordered, placeOrder, type Scene, send, sumCpuMs, workersOf } from "./scene.ts";

/**
 * How long one side is measured before the other's turn, and with how many buyers: enough that on both sides each call
 * places as many orders together as it may, because orders placed together cost less each.
 */
const PHASE_MS = 8_000;
const BUYERS = 200;
/** Visitors cause the same work on both sides: these pages are rendered again as orders come in. */
const PAGES = ["/", "/api/trims?limit=20"];

type Side = {
  processes: number;
  shop: ShopProcess;
  /** Each with the trim that they will order. */
  buyers: { buyer: TestPerson; trim: Ordered }[];
  placed: number;
  refused: number;
  shopMs: number;
  engineMs: number;
  ownMs: number;
};

/**
 * Orders from one process and from two, alternately. Each side has a database of its own: otherwise the processes of
 * one side would write mails of the other.
 */
export async function orders(scene: Scene, rounds = 5, percent = 25): Promise<void> {
  const sides = [await openSide(scene, 1), await openSide(scene, 2)];
  for (const { shop, buyers } of sides) await run(shop, buyers, 3_000);
  const held = sides.flatMap(({ shop }) => workersOf(shop));
  const holders = held.map((id) => spawn("cpulimit", ["-p", String(id), "-l", String(percent)], { stdio: "ignore" }));
  for (let round = -1; round < rounds; round++) {
    for (const side of sides) await measure(scene, side, round >= 0);
  }
  for (const holder of holders) holder.kill("SIGINT");
  const ofCore = (ms: number) => `${Math.round((100 * ms) / (rounds * PHASE_MS))} %`;
  for (const { processes, placed, refused, shopMs, engineMs, ownMs } of sides) {
    const rate = placed / ((rounds * PHASE_MS) / 1000);
    console.log(
      `${processes}: ${rate.toFixed(1)} orders/s, ${(shopMs / placed).toFixed(1)} ms each, ${refused} refused; of a core: shop ${ofCore(shopMs)}, PostgreSQL ${ofCore(engineMs)}, this program ${ofCore(ownMs)}`,
    );
  }
  const [one, two] = sides;
  const ratio = (two?.placed ?? 0) / (one?.placed ?? 1);
  console.log(`ratio ${ratio.toFixed(2)}`);
  if (ratio < 1.7) process.exitCode = 1;
}

async function openSide({ make, open }: Scene, processes: number): Promise<Side> {
  const database = `of_${processes}`;
  const { db } = await make(database);
  const shop = await open(processes, database);
  // Each process gets every second of these connections.
  for (const path of [...PAGES, ...PAGES].toSorted()) await send(shop.url + path, { agent: false });
  const trims = await buildTrims(db, BUYERS, { quantity: 10_000_000 });
  const buyers = await Promise.all(trims.map(async (trim) => ({ buyer: await signedIn(db), trim })));
  return { processes, shop, buyers, placed: 0, refused: 0, shopMs: 0, engineMs: 0, ownMs: 0 };
}

async function measure({ readEngineCpu }: Scene, side: Side, counts: boolean): Promise<void> {
  const [shopBefore, engineBefore, ownBefore] = [
    sumCpuMs(workersOf(side.shop)),
    await readEngineCpu(),
    process.cpuUsage(),
  ];
  const { placed, refused } = await run(side.shop, side.buyers, PHASE_MS);
  if (!counts) return;
  const { user, system } = process.cpuUsage(ownBefore);
  side.placed += placed;
  side.refused += refused;
  side.shopMs += sumCpuMs(workersOf(side.shop)) - shopBefore;
  side.ownMs += (user + system) / 1000;
  for (const [id, ms] of await readEngineCpu()) side.engineMs += ms - (engineBefore.get(id) ?? 0);
}

/** Orders acknowledged, and those that were answered 503. */
async function run(
  { url }: ShopProcess,
  buyers: Side["buyers"],
  ms: number,
): Promise<{ placed: number; refused: number }> {
  const end = performance.now() + ms;
  let placed = 0;
  let refused = 0;
  await Promise.all(
    buyers.map(async ({ buyer, trim }) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (performance.now() < end) {
        const status = await placeOrder(url, agent, buyer, trim);
        if (status === 200) placed++;
        else if (status === 503) refused++;
        else throw new Error(`an order was answered ${status}`);
      }
      agent.destroy();
    }),
  );
  return { placed, refused };
}
