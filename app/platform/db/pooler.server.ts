import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Database } from "#app/platform/database-env.server.ts";
import { createLog, reasonOf } from "#app/platform/log.server.ts";
import { createClient, guards, openPool, sqlState } from "./client.server.ts";
import { NamelessClient } from "./statements.server.ts";

const LISTEN_MS = 1_000;
const CHANNEL = "rivet_and_reed_probe";
const NAMED = { name: "rivet_and_reed_probe", text: "select pg_backend_pid() as pid" };
/** How many sessions to hold until the one that prepared the statement is among them. */
const HELD = 5;

/**
 * What the shop needs but does not get because of a pooler between it and PostgreSQL, such as PgBouncer: one sentence
 * for each, which says what to do. @throws Error that names DATABASE_URL when the database cannot be reached
 */
export async function findPoolerFaults(database: Database): Promise<string[]> {
  const pool = openPool(database.connection, createLog("silent"), HELD + 2);
  try {
    const client = await pool.connect().catch((error: unknown) => {
      if (isRefusal(error)) return undefined;
      const reason = error instanceof Error ? reasonOf(error) : String(error);
      throw new Error(`It cannot open the database in DATABASE_URL: ${reason}`, { cause: error });
    });
    if (!client) return [REFUSED];
    try {
      const faults = await findMissingGuards(client);
      const isPooled = (await findSession(client)) !== processOf(client);
      if (isPooled && database.connection.Client !== NamelessClient && (await losesNames(pool, client)))
        faults.push(LOSES_NAMES);
      if (!(await canListen(database))) faults.push(database.connection.isPooled ? ALSO_POOLED : CANNOT_LISTEN);
      return faults;
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

/** PgBouncer refuses, at the start of a session, settings that it does not pass on. */
function isRefusal(error: unknown): boolean {
  return sqlState(error) === "08P01" && String(error).includes("startup parameter");
}

const REFUSED =
  "DATABASE_URL leads to a pooler that refuses statement_timeout: set DATABASE_DIRECT_URL to the database itself, and give the limits to the role.";
const LOSES_NAMES =
  "DATABASE_URL leads to a pooler that loses prepared statements: set NAMED_STATEMENTS=0, or make it keep them (PgBouncer from 1.21: max_prepared_statements).";
const CANNOT_LISTEN =
  "LISTEN and session locks do not work through DATABASE_URL: set DATABASE_DIRECT_URL to the database itself, past the pooler.";
const ALSO_POOLED =
  "LISTEN and session locks do not work through DATABASE_DIRECT_URL: it must lead to the database itself, past the pooler.";

/** The limits of each wait. Without a pooler they come with the connection. */
async function findMissingGuards(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: keyof typeof guards; ms: number; role: string; database: string }>(
    `select name, setting::int as ms, quote_ident(current_user) as role, quote_ident(current_database()) as database
     from pg_settings where name = any ($1)`,
    [Object.keys(guards)],
  );
  const missing = rows.filter(({ name, ms }) => ms === 0 || ms > guards[name]);
  return missing.map(
    ({ name, role, database }) =>
      `${name} is not in force through DATABASE_URL: run alter role ${role} in database ${database} set ${name} = ${guards[name]}; and reconnect the pooler.`,
  );
}

async function findSession(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}

/** The id of the server process, as the server gave it on connecting. A pooler makes one up. */
function processOf(client: pg.ClientBase): unknown {
  return "processID" in client ? client.processID : undefined;
}

/** Whether notifications arrive. If they do, locks last too, because both belong to a session. */
async function canListen({ direct, connection }: Database): Promise<boolean> {
  const [listener, teller] = [
    createClient(direct, "rivet-and-reed check"),
    createClient(connection, "rivet-and-reed check"),
  ];
  for (const each of [listener, teller]) each.on("error", () => {});
  try {
    await Promise.all([listener.connect(), teller.connect()]);
    if ((await findSession(listener)) === processOf(listener)) return true;
    const heard = once(listener, "notification").then(() => true);
    await listener.query(`listen ${CHANNEL}`);
    await teller.query(`notify ${CHANNEL}`);
    return await Promise.race([heard, pause(LISTEN_MS, false, { ref: false })]);
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  } finally {
    await Promise.all([listener.end(), teller.end()]);
  }
}

/** Prepares a statement, occupies the session that did so, and runs the statement again. */
async function losesNames(pool: pg.Pool, client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>(NAMED);
  const held: pg.PoolClient[] = [];
  try {
    for (let tries = 0; tries < HELD; tries++) {
      const other = await pool.connect();
      held.push(other);
      await other.query("begin");
      if ((await findSession(other)) === rows[0]?.pid) break;
    }
    return await client.query(NAMED).then(
      () => false,
      () => true,
    );
  } finally {
    for (const other of held) other.release(true);
  }
}
