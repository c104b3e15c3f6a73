// Gives or takes the role of an admin: `npm run admin -- grant name@company.com`, or `revoke`. The shop may be running.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { normaliseEmail } from "#app/contract/email.ts";
import { grantAdmin, revokeAdmin } from "#app/features/identity/queries.server.ts";
import { type Connection, inTransaction, openDb } from "#app/platform/db/client.server.ts";
import { EngineInUse, startEngine } from "#app/platform/engine/engine.server.ts";
import { readEnv } from "#app/platform/env.server.ts";

const [act, address] = process.argv.slice(2);
const email = normaliseEmail(address);

if ((act !== "grant" && act !== "revoke") || !email) {
  console.error("Write: npm run admin -- grant name@company.com, or revoke instead of grant");
  process.exit(2);
}

try {
  const { connection, close } = await openConnection();
  try {
    console.log(await change(connection, act, email));
  } finally {
    await close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function change(connection: Connection, act: "grant" | "revoke", email: string): Promise<string> {
  const pool = new pg.Pool({ ...connection, max: 1 });
  try {
    const db = openDb(pool);
    if (act === "grant") {
      if (await grantAdmin(db, email)) return `${email} is an admin now.`;
      throw new Error(`Nobody is registered with ${email}: register in the shop first, then grant again.`);
    }
    const outcome = await inTransaction(db, (tx) => revokeAdmin(tx, email));
    if (outcome === "revoked") return `${email} is no admin any more.`;
    throw new Error(
      outcome === "last admin" ? `${email} is the last admin: grant another first.` : `${email} is no admin.`,
    );
  } finally {
    await pool.end();
  }
}

/** The database of the settings; the shop's own is started for the moment, unless the shop runs it already. */
async function openConnection(): Promise<{ connection: Connection; close: () => Promise<void> }> {
  const { databaseUrl, dataDir } = readEnv(process.env);
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, close: async () => {} };
  try {
    const engine = await startEngine({ dataDir, log: console.error });
    return { connection: engine.connection, close: () => engine.stop() };
  } catch (error) {
    if (!(error instanceof EngineInUse)) throw error;
    // What a running engine writes down of itself: line 4 its port, line 5 its socket's folder (PostgreSQL, postmaster.pid).
    const lines = readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n");
    const connection = { host: lines[4] ?? "", port: Number(lines[3]), user: "shop", database: "shop" };
    return { connection, close: async () => {} };
  }
}
