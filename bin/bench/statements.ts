// The most expensive statements of a mix of everything the bench does, and what EXPLAIN (ANALYZE, BUFFERS) says about
// each: `npm run bench -- --statements`. Prints rows for the table of docs/performance.md, then every statement with a
// plan.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { openDb, openPool } from "#app/platform/db/client.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { engineBelow, logInAsAdmin, logInAsBuyer } from "#test/shop-process.ts";
import { type Buyers, bringBuyers, emptyOutbox, type Goods } from "./buyers.ts";
import { load } from "./load.ts";
import type { Ground, MeasuredShop } from "./scenario.ts";

const COUNT = 10;
const ORDERS_S = 5;
const READS = 2_000;
/** Plans come from a shorter run, because measuring each node of a statement slows it down. */
const EXPLAINED_SHARE = 0.2;

type Statement = { id: string; isInner: boolean; calls: number; totalMs: number; blocks: number; text: string };
/** A node of a plan, as auto_explain writes it. */
type PlanNode = { "Node Type": string; "Actual Total Time": number; "Actual Loops": number } & PlanWords;
type PlanWords = { "Relation Name"?: string; "Index Name"?: string; "Function Name"?: string; Plans?: PlanNode[] };

/** Makes PostgreSQL count the statements of a demo with its year of trade, which is read, searched and ordered from. */
export async function explainStatements(ground: Ground): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "rivet-bench-"));
  try {
    const first = await ground.openShop({ DATA_DIR: folder, DEMO_YEAR: "1" });
    await first.query("alter system set shared_preload_libraries = pg_stat_statements, auto_explain");
    for (const [name, value] of Object.entries(SETTINGS)) await first.query(`alter system set ${name} = '${value}'`);
    await first.stop();
    // Only a start loads them.
    const shop = await ground.openShop({ DATA_DIR: folder, DEMO_YEAR: "1" });
    const pool = openPool((await engineBelow(folder)).connection, createLog("silent"), 2);
    try {
      await measure(shop, pool, folder);
    } finally {
      await pool.end();
      await shop.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const SETTINGS = {
  "pg_stat_statements.track": "all",
  "pg_stat_statements.track_planning": "on",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_buffers": "on",
  "auto_explain.log_nested_statements": "on",
  "auto_explain.log_verbose": "on",
  "auto_explain.log_format": "json",
};

async function measure(shop: MeasuredShop, pool: pg.Pool, folder: string): Promise<void> {
  await pool.query("create extension if not exists pg_stat_statements");
  const buyers = await bringBuyers(openDb(pool), shop);
  await pool.query("update trims set quantity = 1000000000, moq = 1");
  await mix(shop, pool, buyers, 1 / READS);
  await pool.query("select pg_stat_statements_reset()");
  await mix(shop, pool, buyers, 1);
  const costliest = await readCostliest(pool);
  await pool.query("alter system set auto_explain.log_min_duration = 0");
  await pool.query("select pg_reload_conf()");
  await mix(shop, pool, buyers, EXPLAINED_SHARE);
  const plans = readPlans(folder);
  const middle = (id: string) => {
    const known = (plans.get(id) ?? []).toSorted((a, b) => a["Actual Total Time"] - b["Actual Total Time"]);
    return known[Math.floor(known.length / 2)];
  };
  console.log("| statement | calls | ms | buffers | most expensive node |\n| --- | ---: | ---: | ---: | --- |");
  for (const each of costliest) console.log(toRow(each, middle(each.id)));
  for (const each of costliest) console.log(`\n${each.text}\n${JSON.stringify(middle(each.id), null, 1)}`);
}

/**
 * Everything the bench does: public pages and answers, searches, an admin's lists and charts, and orders with their
 * mails.
 */
async function mix(shop: MeasuredShop, pool: pg.Pool, buyers: Buyers, share: number): Promise<void> {
  const [buyer, admin] = [await logInAsBuyer(shop.url), await logInAsAdmin(shop.url)];
  const { rows: goods } = await pool.query<Goods>("select id, name from trims where removed_at is null limit 60");
  let asked = 0;
  const different = (path: string) => ({
    setupRequest: (request: object) => ({ ...request, path: `${path}${asked++}` }),
  });
  const as = ({ token }: { token: string }, path: string) => ({ path, headers: { authorization: `Bearer ${token}` } });
  const requests = [
    ...["/", "/trims", "/blogs", "/api/trims?limit=12"].map((path) => ({ path })),
    ...goods.slice(0, 20).map(({ id }) => ({ path: `/api/trims/${id}` })),
    different("/api/trims?limit=12&q=brass+"),
    different("/trims?q=copper+"),
    as(buyer, `/api/orders?email=${buyer.email}`),
    ...["/api/allOrders?limit=50", "/api/allOrders?limit=50&q=rivet", "/api/desk", "/api/buyers"].map((path) =>
      as(admin, path),
    ),
  ];
  await load(shop, {
    requests,
    amount: Math.max(requests.length, Math.round(READS * share)),
    statuses: [200, 304, 503],
  });
  if (share * ORDERS_S >= 1) await buyers.order(goods, ORDERS_S * share);
  await emptyOutbox(shop.query);
}

async function readCostliest(pool: pg.Pool): Promise<Statement[]> {
  const { rows } = await pool.query<Statement>(
    `select queryid::text as id, not toplevel as "isInner", calls::int, total_exec_time + total_plan_time as "totalMs",
       ((shared_blks_hit + shared_blks_read) / calls)::int as blocks, query as text
     from pg_stat_statements where calls > 0 and query !~* 'pg_stat_statements|untold_orders\\) \\+' order by 4 desc limit $1`,
    [COUNT],
  );
  return rows;
}

/** The plans in PostgreSQL's log, by the id of their statement, which is a number too long for JSON.parse. */
function readPlans(folder: string): Map<string, PlanNode[]> {
  const plans = new Map<string, PlanNode[]>();
  const place = join(folder, "postgres/log");
  const log = readdirSync(place).map((name) => readFileSync(join(place, name), "utf8"));
  for (const [, text = ""] of log.join("\n").matchAll(/ plan:\n((?:\t.*\n)+)/g)) {
    const [, id = ""] = /"Query Identifier": (-?\d+)/.exec(text) ?? [];
    const { Plan }: { Plan: PlanNode } = JSON.parse(text);
    plans.set(id, [...(plans.get(id) ?? []), Plan]);
  }
  return plans;
}

function toRow({ isInner, calls, totalMs, blocks, text }: Statement, plan: PlanNode | undefined): string {
  const words = text.replaceAll(/\s+/g, " ").slice(0, 80).replaceAll("|", "\\|");
  const cells = [
    `${isInner ? "within: " : ""}${words}`,
    calls,
    (totalMs / calls).toFixed(2),
    blocks,
    plan ? name(plan) : "–",
  ];
  return `| ${cells.join(" | ")} |`;
}

/** The node that itself takes most of the time, with its share of the whole. */
function name(plan: PlanNode): string {
  const whole = (node: PlanNode) => node["Actual Total Time"] * node["Actual Loops"];
  const all = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)];
  const own = (node: PlanNode) => whole(node) - (node.Plans ?? []).reduce((sum, below) => sum + whole(below), 0);
  const [costliest = plan] = all(plan).toSorted((a, b) => own(b) - own(a));
  const of = costliest["Index Name"] ?? costliest["Relation Name"] ?? costliest["Function Name"];
  // Data-modifying parts of a statement may end after its root.
  const longest = Math.max(...all(plan).map(whole));
  return `${costliest["Node Type"]}${of ? ` ${of}` : ""}, ${Math.round((100 * own(costliest)) / (longest || 1))} %`;
}
