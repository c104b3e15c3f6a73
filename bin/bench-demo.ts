// Measures how much a demo's invented year adds to its first start: `node bin/bench-demo.ts [rounds]`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { startEngine } from "#app/platform/engine/engine.server.ts";
import { seedDemo } from "#db/seed.ts";

const ROUNDS = Number(process.argv[2] ?? 5);
const seller = { address: [], contact: "help@shop.example", bank: [], terms: [] };
const dataDir = mkdtempSync(join(tmpdir(), "rivet-bench-"));
const engine = await startEngine({ dataDir, log: () => {} });
try {
  for (let round = 0; round < ROUNDS; round++) {
    const without = await seed(`without_${round}`);
    const whole = await seed(`whole_${round}`, { now: new Date(), timeZone: "UTC", seller });
    console.log(`the catalogue: ${without.ms} ms; with its year: ${whole.ms} ms; ${whole.counts}`);
  }
} finally {
  await engine.stop();
  rmSync(dataDir, { recursive: true });
}

async function seed(database: string, year?: Parameters<typeof seedDemo>[1]) {
  const owner = new pg.Client(engine.connection);
  await owner.connect();
  await owner.query(`create database ${database}`);
  await owner.end();
  const connection = { ...engine.connection, database };
  await migrateDatabase(connection);
  const client = new pg.Client(connection);
  await client.connect();
  const startMs = performance.now();
  await seedDemo(drizzle(client), year);
  const ms = Math.round(performance.now() - startMs);
  const { rows } = await client.query<{ counts: string }>(
    `select format('%s orders, %s sheets, %s events, %s movements, %s acts', (select count(*) from orders),
       (select count(*) from order_sheets), (select count(*) from order_events), (select count(*) from stock_movements),
       (select count(*) from audit)) as counts`,
  );
  await client.end();
  return { ms, counts: rows[0]?.counts };
}
