import { createHash } from "node:crypto";
import { createWriteStream, rmSync } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type Connection, createClient, type Db } from "#app/platform/db/client.server.ts";
import type { Mail } from "#app/platform/mail/enqueue.server.ts";
import { type BackupHead, type BackupTable, HEAD_BYTES, writeHead } from "./file.server.ts";
import { copyOutbox, outboxTable } from "./outbox.server.ts";

/** What has been done so far: a table with its rows, and `isDone` once all of them have been copied. */
export type Progress = { table: string; rows: number; bytes: number; isDone: boolean };

const REPORT_MS = 2_000;

/** The mails about orders that the shop has yet to write, as of the snapshot. */
export type ListUnwritten = (db: Db) => Promise<readonly Mail[]>;

/**
 * Writes everything that the shop keeps in its database into a new file, as it was at one moment, while the shop stays
 * open. The file appears complete or not at all, readable only by its owner. Mails of `listUnwritten` are stored with
 * those that are waiting.
 * @throws Error when the file exists, or the database holds no shop
 */
export async function writeBackup(
  connection: Connection,
  path: string,
  report: (progress: Progress) => void,
  listUnwritten: ListUnwritten = async () => [],
): Promise<BackupHead> {
  const draft = `${path}.part`;
  const file = await open(draft, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    throw new Error(`${draft} exists already: another backup is being written, or one was cut off. Remove it first.`);
  });
  // A process that is told to end does not come to the end of this function.
  const forget = () => rmSync(draft, { force: true });
  process.once("exit", forget);
  const client = createClient(connection, "rivet-and-reed backup");
  // The statement under way reports the error.
  client.on("error", () => {});
  try {
    await client.connect();
    const about = await openSnapshot(client);
    const outbox = copyOutbox(await listUnwritten(drizzle(client)));
    const sum = createHash("sha256");
    await pipeline(
      copyTables(client, about.tables, outbox, report),
      createGzip(),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          sum.update(chunk);
          yield chunk;
        }
      },
      createWriteStream("", { fd: file.fd, start: HEAD_BYTES, autoClose: false }),
    );
    const whole = { ...about, sha256: sum.digest("hex") };
    await writeHead(file, whole);
    await file.sync();
    // Unlike a rename, a link never replaces an older backup.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "EEXIST" ? new Error(`${path} exists already: name another file.`) : error;
    });
    return whole;
  } finally {
    await file.close();
    await rm(draft, { force: true });
    process.off("exit", forget);
    await client.end();
  }
}

/** Begins the transaction in which everything is read, and lists what there is to read. */
async function openSnapshot(client: pg.Client): Promise<Omit<BackupHead, "sha256">> {
  // A large table takes longer than any statement of the shop.
  await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
  await client.query("begin isolation level repeatable read read only");
  const { rows: found } = await client.query<{ schema: string; name: string; columns: string[] }>(TABLES);
  if (found.length === 0) throw new Error("This database holds no shop yet: run npm start once.");
  // No migration changes a table between the first and the last.
  for (const { schema, name } of found) await client.query(`lock table ${quote(schema, name)} in access share mode`);
  const { rows: named } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, sequencename as name from pg_sequences where schemaname = 'public' order by 2`,
  );
  const sequences: BackupHead["sequences"] = [];
  for (const { schema, name } of named) {
    const { rows } = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${quote(schema, name)}`,
    );
    for (const row of rows) sequences.push({ schema, name, ...row });
  }
  const { rows: migrations } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at",
  );
  const { rows: server } = await client.query<{ takenAt: string; postgres: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "takenAt",
       current_setting('server_version') as postgres`,
  );
  const [{ takenAt, postgres } = { takenAt: "", postgres: "" }] = server;
  const tables = sortByReferences(found, await readReferences(client));
  return {
    takenAt,
    postgres,
    migrations: migrations.map(({ hash }) => hash),
    tables: [...tables, outboxTable].map((table) => ({ ...table, rows: 0, bytes: 0 })),
    sequences,
  };
}

/** Without generated columns, which PostgreSQL computes again, and without the tables of extensions. */
const TABLES = `
  select nspname as schema, relname as name, array_agg(attname::text order by attnum) as columns
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
  where nspname = 'public' and relkind in ('r', 'p') and attnum > 0 and not attisdropped and attgenerated = ''
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  group by 1, 2 order by 2`;

type Reference = { from: string; to: string };

async function readReferences(client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select a.relname as from, b.relname as to from pg_constraint
     join pg_class a on a.oid = conrelid join pg_class b on b.oid = confrelid
     where contype = 'f' and conrelid <> confrelid and connamespace = 'public'::regnamespace`,
  );
  return rows;
}

/** Each table after those which its rows refer to: foreign keys are checked while it is filled. */
function sortByReferences<Table extends { name: string }>(tables: readonly Table[], references: Reference[]): Table[] {
  const sorted: Table[] = [];
  let rest = [...tables];
  while (rest.length > 0) {
    const waits = ({ name }: Table) =>
      references.some(({ from, to }) => from === name && rest.some((one) => one.name === to));
    const next = rest.filter((one) => !waits(one));
    if (next.length === 0)
      throw new Error(`these tables refer to each other: ${rest.map(({ name }) => name).join(", ")}`);
    sorted.push(...next);
    rest = rest.filter(waits);
  }
  return sorted;
}

/** The rows of all tables; fills in how many there are. */
async function* copyTables(
  client: pg.Client,
  tables: BackupTable[],
  outbox: string,
  report: (progress: Progress) => void,
): AsyncGenerator<Buffer> {
  let reportedAt = Date.now();
  for (const table of tables) {
    const { schema, name, columns } = table;
    const source =
      table.name === outboxTable.name ? outbox : `copy ${quote(schema, name)} (${quoteAll(columns)}) to stdout`;
    const rows = client.query(copyTo(source));
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      table.bytes += chunk.length;
      yield chunk;
      if (Date.now() - reportedAt < REPORT_MS) continue;
      reportedAt = Date.now();
      report({ table: name, rows: rows.rowCount, bytes: table.bytes, isDone: false });
    }
    table.rows = rows.rowCount;
    report({ table: name, rows: table.rows, bytes: table.bytes, isDone: true });
  }
}

/** A table's name as SQL. */
export function quote(schema: string, name: string): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

/** Names of columns for a statement. */
export function quoteAll(columns: readonly string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(", ");
}
