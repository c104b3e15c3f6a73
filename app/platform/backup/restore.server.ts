import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type Connection, createClient } from "#app/platform/db/client.server.ts";
import { migrateWithin, takeMigrationLock } from "#app/platform/db/migrate.server.ts";
import { prepareMailQueue } from "#app/platform/mail/mail-queue.server.ts";
import { type Progress, quote, quoteAll } from "./backup.server.ts";
import { type BackupHead, type BackupTable, BadBackup, HEAD_BYTES, readBackup } from "./file.server.ts";
import { createOutboxTable, giveUpUnsentMails, outboxTable } from "./outbox.server.ts";

/**
 * Fills an empty database from a backup, all or nothing. The schema becomes that of the backup; the next start of the
 * shop brings it up to date.
 * @throws BadBackup when the file is none, damaged, or of a newer shop; Error when the database is not empty
 */
export async function restoreBackup(
  connection: Connection,
  path: string,
  report: (progress: Progress) => void,
): Promise<BackupHead> {
  const about = await readBackup(path);
  const client = createClient(connection, "rivet-and-reed restore");
  // The statement under way reports it.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    // A shop that starts meanwhile waits, and finds its data.
    await takeMigrationLock(client);
    await requireEmpty(client);
    // pg-boss creates its tables in transactions of its own. While empty, they do no harm.
    await prepareMailQueue(drizzle(client));
    await client.query("begin");
    try {
      if (!(await migrateWithin(client, about.migrations)))
        throw new BadBackup(`${path} is of another version of the shop, or a newer one. Restore it with that version.`);
      await fill(client, path, about, report);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw error;
    }
    await client.query("analyze");
    return about;
  } finally {
    await client.end();
  }
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_class where relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle'))
       and relkind in ('r', 'p') and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') limit 1`,
  );
  if (rows.length > 0)
    throw new Error(
      "This database is not empty, so nothing was restored. Name an empty one in DATABASE_URL, or a new folder in DATA_DIR.",
    );
}

async function fill(client: pg.Client, path: string, about: BackupHead, report: (progress: Progress) => void) {
  const own = about.tables.filter(({ name }) => name !== outboxTable.name);
  const names = own.map(({ schema, name }) => quote(schema, name));
  // Triggers count and record what people do. Everything they wrote comes with the rows.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(", ")}`);
  const rows = readRows(path);
  for (const table of about.tables) await fillTable(client, table, rows, report);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { schema, name, last, isCalled } of about.sequences)
    await client.query("select setval($1::regclass, $2, $3)", [quote(schema, name), last, isCalled]);
  await giveUpUnsentMails(client);
  await countViews(client);
}

/** Materialized views hold what their tables add up to: a backup leaves them out. */
async function countViews(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select matviewname as name from pg_matviews where schemaname = 'public'",
  );
  for (const { name } of rows) await client.query(`refresh materialized view ${quote("public", name)}`);
}

async function fillTable(
  client: pg.Client,
  { schema, name, columns, bytes, rows }: BackupTable,
  read: (bytes: number) => AsyncGenerator<Buffer>,
  report: (progress: Progress) => void,
): Promise<void> {
  const statement =
    name === outboxTable.name
      ? await createOutboxTable(client)
      : `copy ${quote(schema, name)} (${quoteAll(columns)}) from stdin`;
  const target = client.query(copyFrom(statement));
  await pipeline(read(bytes), target);
  if (target.rowCount !== rows) throw new Error(`${name} took ${target.rowCount} rows of ${rows}`);
  report({ table: name, rows, bytes, isDone: true });
}

/** Returns a function that returns the next bytes of the rows, as many as requested. */
function readRows(path: string): (bytes: number) => AsyncGenerator<Buffer> {
  const unpacked = createGunzip();
  // Unlike `pipe`, it hands an error of the file on to the reader of the rows.
  pipeline(createReadStream(path, { start: HEAD_BYTES }), unpacked).catch(() => {});
  const chunks: AsyncIterator<Buffer> = unpacked[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async function* (bytes) {
    for (let left = bytes; left > 0; ) {
      if (rest.length === 0) {
        const { value, done } = await chunks.next();
        if (done) throw new BadBackup(`${path} is damaged: it ends too early.`);
        rest = value;
      }
      const part = rest.subarray(0, left);
      rest = rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  };
}
