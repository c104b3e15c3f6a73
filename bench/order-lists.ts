// Measures lists, searches and sortings of orders, the dashboard, the sales, the buyers, the invoices, and the orders of
// a large company beside those of a small one, through the API on an engine of its own: `node bench/order-lists.ts
// [--only words] [--data folder] [--sizes 300000,1000000] [rounds]`. Fails if one misses its goal. With --only, asks what
// has these words in its name; with --data, the orders stay in this folder for the next run.
import { parseArgs } from "node:util";
import { drizzle } from "drizzle-orm/node-postgres";
import { countAnew } from "#app/features/orders/sums/sums.server.ts";
import { type Connection, createClient } from "#app/platform/db/client.server.ts";
import { prepareMailQueue } from "#app/platform/mail/mail-queue.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import { seedDemo } from "#db/seed.ts";
import { timeAnswers, timeBeside } from "./answers.ts";
import { openDatabases, signIn } from "./databases.ts";
import { askCompanies, askOrders } from "./order-questions.ts";
import { companyMember, fillOrders, firms } from "./order-rows.ts";
import { openShopApi } from "./shop-api.ts";

const { positionals, values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    data: { type: "string" },
    sizes: { type: "string", default: "300000,1000000" },
  },
  allowPositionals: true,
});
const ROUNDS = Number(positionals[0] ?? 40);

const databases = await openDatabases(options.data);
try {
  for (const size of options.sizes.split(",").map(Number)) await measure(size);
} finally {
  await databases.close();
}

async function measure(size: number): Promise<void> {
  const connection = await databases.open(`orders_${size}`, seedDemo, (made) => fillOrders(made, size));
  await countSums(connection);
  const { db, api, close } = openShopApi(connection);
  await prepareMailQueue(db);
  const people = [demoPeople.admin, demoPeople.buyer, companyMember(firms.small), companyMember(firms.large)];
  const [admin, buyer, small, large] = await Promise.all(people.map((person) => signIn(db, person)));
  const askAs = (headers: Record<string, string> | undefined) => async (path: string) =>
    api.request(path, headers ? { headers } : {});
  const ask = (path: string) => askAs(path.startsWith("/orders?") ? buyer : admin)(path);
  const isAsked = ({ name }: { name: string }) => name.includes(options.only);
  console.log(`\n${size} orders, ${ROUNDS} rounds\n`);
  const misses = await timeAnswers((await askOrders(size, connection)).filter(isAsked), ask, ROUNDS);
  misses.push(
    ...(await timeBeside((await askCompanies(connection)).filter(isAsked), [askAs(small), askAs(large)], ROUNDS)),
  );
  await close();
  for (const miss of misses) console.error(`missed with ${size} orders: ${miss}`);
  if (misses.length > 0) process.exitCode = 1;
}

/** As the shop's worker counts them, without the limits of other statements. */
async function countSums(connection: Connection): Promise<void> {
  const client = createClient(connection, "bench");
  await client.connect();
  const startMs = performance.now();
  await countAnew(drizzle(client));
  console.log(`${connection.database}: the sums are counted in ${Math.round(performance.now() - startMs)} ms`);
  await client.end();
}
