import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { readTrims, signIn, taken } from "../buyers.ts";
import { dbNames, readCluster } from "../machines.ts";
import { ask } from "../shops.ts";
import { report, seconds, type Trial } from "../trial.ts";

/** How late the server that follows applies what it receives, what of that must be seen, and how long it may take. */
const DELAY_S = 35;
const LAG_MS = 30_000;
const LAG_WAIT_MS = 120_000;

/** The server that a shop reads from applies what it receives half a minute late. */
export const seeReplica: Trial = async ({ cluster, shops }) => {
  const leader = await cluster.whole();
  // Not the synchronous one: orders are to wait for nobody here.
  const replica = (await readCluster()).find(({ role }) => role === "replica")?.name;
  const shop = shops.find((_, at) => dbNames[at] === replica);
  if (!shop || !replica) throw new Error("no shop reads from a server that follows without being waited for");
  const token = await signIn(shop.url);
  const headers = { authorization: `Bearer ${token}` };
  const order = async (time: number): Promise<{ id: string; shown: boolean; own: boolean; ms: number }> => {
    const trims = (await readTrims(shop.url)).filter(({ quantity, moq }) => quantity > 2 * moq);
    const trim = trims[time % trims.length];
    if (!trim) throw new Error("no trims");
    const { name, email } = { name: "Demo Buyer", email: "buyer@rivet-and-reed.example" };
    const body = { name, email, phone: "12345", address: "x", productName: trim.name, orderQuantity: trim.moq };
    const url = `${shop.url}/api/orders`;
    const { insertedId: id } = JSON.parse(taken(url, await ask(url, { method: "POST", headers, body })).body);
    const own = await ask(`${url}/${id}`, { headers });
    const start = performance.now();
    // A visitor without any cookie: the page and the public API.
    const left = async () => (await readTrims(shop.url)).find(({ _id }) => _id === trim._id)?.quantity;
    while ((await left()) !== trim.quantity - trim.moq && performance.now() - start < 5_000) await pause(20);
    const ms = performance.now() - start;
    const shown = (await left()) === trim.quantity - trim.moq;
    return { id, shown, own: own.status === 200, ms };
  };
  const delay = async (text: string, seen: string) => {
    cluster.recoverWith(replica, text);
    await cluster.until(
      `recovery_min_apply_delay of ${seen}`,
      async () => (await cluster.sql(replica, "show recovery_min_apply_delay")) === seen || undefined,
    );
  };
  const wasBehind = () => readFileSync(shop.logFile, "utf8").split("DATABASE_READ_URL is behind").length - 1;
  const before = wasBehind();
  await delay(`recovery_min_apply_delay: ${DELAY_S}s`, `${DELAY_S}s`);
  /** Orders that the leader has and the other does not, by when they were acknowledged. */
  const missing = new Map<string, number>();
  const late: number[] = [];
  let lagMs = 0;
  let ofTheLate = 0;
  let isRight = true;
  const end = performance.now() + LAG_WAIT_MS;
  for (let time = 0; performance.now() < end && ofTheLate < 10; time++) {
    const { id, shown, own, ms } = await order(time);
    missing.set(id, performance.now() - ms);
    isRight &&= shown && own;
    late.push(ms);
    const at = performance.now();
    const known = `'${[...missing.keys()].join("','")}'`;
    const applied = await cluster.sql(replica, `select id from orders where id in (${known})`);
    for (const done of applied.split("\n")) missing.delete(done);
    lagMs = Math.max(lagMs, at - Math.min(at, ...missing.values()));
    if (lagMs >= LAG_MS) ofTheLate++;
    await pause(500);
  }
  await delay("recovery_min_apply_delay: 0", "0");
  console.log(
    `  ${late.length} orders on ${leader}, ${replica} up to ${seconds(lagMs)} behind; visitors saw each after ${seconds(Math.max(...late))} at most`,
  );
  report("it was at least 30 s behind", lagMs >= LAG_MS, true);
  report("the shop noticed, and says so", wasBehind() > before, true);
  report("every order is seen by its buyer at once, and by visitors", isRight, true);
};
