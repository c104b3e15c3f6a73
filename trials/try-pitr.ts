// Loses an external PostgreSQL and sets a copy of it back to a moment between two orders, as docs/operations.md says
// under "Back to any moment": npm run try-pitr. Needs PostgreSQL's programs, such as Debian's postgresql-15, and the
// build. Ends with 1 if an order is missing, or one too many is there.
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type Query, readPutIn } from "#test/buyers.ts";
import { findBlock, PAGE, type } from "#test/operations-page.ts";
import {
  freePort,
  logInAsBuyer,
  orderFirstTrim,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "#test/shop-process.ts";

const PROGRAMS = "/usr/lib/postgresql";
/** As on the page; here it is a folder of this trial. */
const ARCHIVE = "/var/backups/shop-wal";
const NOBODY = 65534;
/** One to the demo's buyer and one to its admin. */
const MAILS_OF_ORDER = 2;

const folder = mkdtempSync(join(tmpdir(), "rivet-pitr-"));
// PostgreSQL refuses to run as root.
const isRoot = process.getuid?.() === 0;
const before = isRoot ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
if (isRoot) chownSync(folder, NOBODY, NOBODY);
const [release = ""] = readdirSync(PROGRAMS);
const port = await freePort();
const lost = join(folder, "lost");
const env: NodeJS.ProcessEnv = {
  PATH: `${join(PROGRAMS, release, "bin")}:${process.env.PATH}`,
  DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/shop`,
  RECOVERED: join(folder, "recovered"),
};
const query: Query = async (statement) => {
  const client = new pg.Client(env.DATABASE_URL);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
};
let shop: ShopProcess | undefined;
try {
  await must(
    `initdb --pgdata=${lost} --username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8; mkdir backups wal`,
  );
  const [, settings = ""] = /^```conf\n([\s\S]*?)^```$/m.exec(PAGE) ?? [];
  const place = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\n`;
  appendFileSync(join(lost, "postgresql.conf"), `${ours(settings)}${place}`);
  await must(
    `pg_ctl --pgdata=${lost} --wait --log=log start; createdb --host=127.0.0.1 --port=${port} --username=postgres shop`,
  );
  mkdirSync(join(folder, "shop"));
  const start = async () =>
    startShopProcess({
      ...{ PORT: await freePort(), DATA_DIR: join(folder, "shop"), SECRET: "s".repeat(32), LIMITS: "off" },
      DATABASE_URL: env.DATABASE_URL,
    });
  shop = await start();
  const buyer = await logInAsBuyer(shop.url);
  await orderFirstTrim(shop.url, buyer);
  console.log(await must(findBlock("base-backup")));
  // At that moment, the shop has not yet written the order's mails, which it does half a second later.
  const holder = new pg.Client(env.DATABASE_URL);
  await holder.connect();
  await holder.query("begin; lock table pgboss.job in exclusive mode");
  const stored = await orderFirstTrim(shop.url, buyer);
  const putIn = await readPutIn(query);
  const [now] = await query<{ moment: string }>("select now()::text as moment");
  await holder.end();
  const gone = await orderFirstTrim(shop.url, buyer);
  // A segment is archived when it is full, or a minute old: the trial does not wait.
  await query("select pg_switch_wal()");
  await until(
    "select from pg_stat_archiver where last_archived_wal >= (select pg_walfile_name(pg_current_wal_lsn() - 1))",
  );
  await stopShopProcess(shop);
  await must(`pg_ctl --pgdata=${lost} --mode=immediate stop; rm -r ${lost}`);

  env.MOMENT = now?.moment;
  console.log(await must(findBlock("point-in-time")));
  shop = await start();
  const orders = await query<{ number: number }>("select number from orders order by number");
  const numbers = orders.map(({ number }) => number);
  const isWhole = JSON.stringify([...(await readPutIn(query))].sort()) === JSON.stringify([...putIn].sort());
  const isRight = numbers.includes(stored.number) && !numbers.includes(gone.number) && isWhole;
  const next = await orderFirstTrim(shop.url, await logInAsBuyer(shop.url));
  await until("select where not exists (select from pending_order_notifications)");
  const [mails] = await query<{ count: number }>("select count(*)::int from pgboss.job where name = 'mails'");
  const isQuiet = mails?.count === MAILS_OF_ORDER;
  console.log(
    `${isRight && isQuiet ? "ok  " : "FAIL"} PostgreSQL ${release}, back to ${env.MOMENT}: order ${stored.number} of before is there, ` +
      `${gone.number} of after is not, the pieces add up: ${isWhole}; the next order is ${next.number}, and all mails are of that one: ${isQuiet}`,
  );
  if (!isRight || !isQuiet) process.exitCode = 1;
} finally {
  if (shop) await stopShopProcess(shop);
  await type(`pg_ctl --pgdata="$RECOVERED" --mode=fast stop || pg_ctl --pgdata=${lost} --mode=fast stop`, {
    cwd: folder,
    env,
    before,
  });
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The page's archive is this trial's. */
function ours(text: string): string {
  return text.replaceAll(ARCHIVE, join(folder, "wal"));
}

async function must(commands: string): Promise<string> {
  const { code, said } = await type(ours(commands), { cwd: folder, env, before });
  if (code !== 0) throw new Error(`${commands}\n${said}`);
  return said;
}

async function until(statement: string): Promise<void> {
  while ((await query(statement)).length === 0);
}
