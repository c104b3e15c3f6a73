import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { catchUp } from "#app/features/orders/sums/sums.server.ts";
import { listPendingMails } from "#app/pending-notifications.server.ts";
import { type Connection, createClient, type Db } from "#app/platform/db/client.server.ts";
import { migrateDatabase, migrateWithin, takeMigrationLock } from "#app/platform/db/migrate.server.ts";
import { listDeadMails, reviveDeadMail } from "#app/platform/mail/dead-mails.server.ts";
import { enqueueMail } from "#app/platform/mail/enqueue.server.ts";
import { layOut } from "#app/platform/mail/layout.server.ts";
import { prepareMailQueue } from "#app/platform/mail/mail-queue.server.ts";
import { startMailWorker } from "#app/platform/mail/worker.server.ts";
import { seedDemo } from "#db/seed.ts";
import { CONTACT, ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder, newSheet } from "#test/builders.ts";
import { createDatabase, silent } from "#test/database.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn } from "#test/people.ts";
import { countPlainly, readSums } from "#test/sums.ts";
import { writeBackup } from "./backup.server.ts";
import { HEAD_BYTES } from "./file.server.ts";
import { restoreBackup } from "./restore.server.ts";

let folder: string;
let original: TestApp;
let file: string;
const quiet = () => {};
const listUnwritten = (db: Db) => listPendingMails(db, { origin: ORIGIN, contact: CONTACT });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "rivet-backup-"));
  original = await startTestApp({ limits: "off" });
  await seedDemo(original.db);
  await trade();
  await catchUp(original.db);
  // A running shop has written the mails of its orders a moment later.
  await listMails(original.db);
  await enqueueMail(original.db, mail("waiting"));
  file = join(folder, "shop.backup");
  await writeBackup(original.connection, file, quiet);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Orders, a sheet, a cancellation, a move by an admin, a review: rows in most tables. */
async function trade(): Promise<void> {
  const [buyer, admin] = [await signedIn(original.db), await signedIn(original.db, { role: "admin" })];
  const trim = await buildTrim(original.db);
  const place = async () => (await call(original, "POST /orders", { as: buyer, body: newOrder(buyer, trim) })).json();
  const [{ insertedId: first }, { insertedId: second }] = [await place(), await place()];
  const answers = [
    await call(original, "POST /orderSheets", {
      as: buyer,
      body: newSheet(buyer, [trim]),
      headers: { "idempotency-key": "sheet" },
    }),
    await call(original, `POST /orders/${first}/moves`, {
      as: admin,
      body: { track: "review", from: "in-review", to: "accepted" },
    }),
    await call(original, `DELETE /orders/${second}`, { as: buyer }),
  ];
  expect(await Promise.all(answers.map(async (answer) => (answer.ok ? 200 : await answer.text())))).toEqual([
    200, 200, 200,
  ]);
}

let empty: Awaited<ReturnType<typeof createDatabase>>;
beforeEach(async () => {
  empty = await createDatabase({ empty: true });
  return () => empty.drop();
});

function mail(key: string) {
  const to = { name: "Astrid Lindqvist", address: "astrid@norrland-denim.example" };
  const letter = { subject: `About ${key}`, heading: "Thank you", paragraphs: [], finePrint: "You ordered." };
  return { ...layOut(letter, { origin: ORIGIN, contact: CONTACT }), to, key };
}

/** Every row of every table of the shop, as text, and where its sequences are. */
async function readAll(connection: Connection): Promise<Record<string, string[]>> {
  const client = new pg.Client(connection);
  await client.connect();
  const read = async (statement: string) => (await client.query<{ row: string }>(statement)).rows.map(({ row }) => row);
  const tables = await read("select tablename as row from pg_tables where schemaname = 'public' order by 1");
  const sequences = await read("select sequencename as row from pg_sequences where schemaname = 'public' order by 1");
  const all: Record<string, string[]> = {};
  for (const table of tables) all[table] = await read(`select t::text as row from "${table}" t order by 1`);
  for (const name of sequences) all[name] = await read(`select (last_value, is_called)::text as row from "${name}"`);
  await client.end();
  return all;
}

const isEmpty = async (db: Db) =>
  (await db.execute(sql`select from pg_tables where schemaname in ('public', 'drizzle')`)).rows.length === 0;

describe("a backup", () => {
  it("restored into an empty database is the same shop, row by row", async () => {
    await restoreBackup(empty.connection, file, quiet);
    const [before, after] = [await readAll(original.connection), await readAll(empty.connection)];
    expect(Object.keys(after)).toEqual(Object.keys(before));
    for (const [name, rows] of Object.entries(before)) expect(after[name], name).toEqual(rows);
    const filled = ["trims", "users", "orders", "order_events", "order_sheets", "audit"];
    for (const name of filled) expect(before[name]?.length, name).toBeGreaterThan(0);
    // The next start has nothing left to do but what it always does.
    await migrateDatabase(empty.connection);
    expect(await readAll(empty.connection)).toEqual(before);
  });

  it("restored has its sums and keeps counting: its triggers work, and its numbers go on", async () => {
    await restoreBackup(empty.connection, file, quiet);
    const { rows: disabled } = await empty.db.execute(sql`select tgname from pg_trigger where tgenabled <> 'O'`);
    expect(disabled).toEqual([]);
    const { rows } = await empty.db.execute(
      sql`select nextval('orders_number_seq')::int - max(number) as step from orders`,
    );
    expect(rows).toEqual([{ step: 1 }]);
    expect(await readSums(empty.db)).toEqual(await countPlainly(empty.db));
    await expect(empty.db.execute(sql`truncate audit`)).rejects.toThrow();
  });

  it("restored sends none of the mails that were waiting, but keeps them for the owner", async () => {
    await restoreBackup(empty.connection, file, quiet);
    const sent: string[] = [];
    const transport = { deliver: async ({ subject }: { subject: string }) => void sent.push(subject), close() {} };
    const stop = await startMailWorker(empty.connection, transport, silent);
    // It sends what is new, and with it would send what was waiting before.
    await enqueueMail(empty.db, mail("new"));
    await expect.poll(() => sent, { timeout: 10_000 }).toEqual(["About new"]);
    await stop();
    const stored = await listDeadMails(empty.db);
    expect(stored.length).toBe((await listMails(original.db)).length);
    expect(stored.at(-1)).toMatchObject({
      ...{ subject: "About waiting", to: "astrid@norrland-denim.example" },
      reason: expect.stringContaining("was waiting"),
    });
    // On request it goes out.
    await reviveDeadMail(empty.db, stored.at(-1)?.id ?? "");
    expect((await listMails(empty.db)).filter(({ state }) => state === "created")).toMatchObject([
      { subject: "About waiting" },
    ]);
  });

  it("can be read by its owner alone, and never replaces a file", async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = await readFile(file);
    await expect(writeBackup(original.connection, file, quiet)).rejects.toThrow(`${file} exists already`);
    expect(await readFile(file)).toEqual(before);
    await expect(writeBackup(empty.connection, join(folder, "none"), quiet)).rejects.toThrow("no shop yet");
    expect(readdirSync(folder)).toEqual(["shop.backup"]);
  });

  it("tells how far it is", async () => {
    const done: string[] = [];
    const path = join(folder, "told.backup");
    await writeBackup(original.connection, path, ({ table, rows, isDone }) => isDone && done.push(`${table} ${rows}`));
    rmSync(path);
    expect(done).toEqual(expect.arrayContaining(["trims 108", "users 8"]));
  });
});

describe("a restore", () => {
  it("refuses a database that holds a shop, and leaves it as it was", async () => {
    const started = await createDatabase();
    const before = await readAll(started.connection);
    await expect(restoreBackup(started.connection, file, quiet)).rejects.toThrow("not empty");
    expect(await readAll(started.connection)).toEqual(before);
    await started.drop();
  });

  /** A copy of the backup with one byte changed. */
  async function damage(at: number): Promise<string> {
    const path = join(folder, `damaged-${at}`);
    const bytes = await readFile(file);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(path, bytes);
    return path;
  }

  it.each([
    ["whose first line is changed", () => damage(30)],
    ["whose head is changed", () => damage(200)],
    ["whose rows are changed", () => damage(HEAD_BYTES + 2_000)],
    [
      "that is cut short",
      async () => {
        const path = join(folder, "short");
        await writeFile(path, (await readFile(file)).subarray(0, HEAD_BYTES + 3_000));
        return path;
      },
    ],
  ])("refuses a file %s by its name, and leaves the database empty", async (_, make) => {
    const path = await make();
    await expect(restoreBackup(empty.connection, path, quiet)).rejects.toThrow(`${path} is damaged`);
    expect(await isEmpty(empty.db)).toBe(true);
    rmSync(path);
  });

  it("refuses what is no backup, and no file", async () => {
    await expect(restoreBackup(empty.connection, "package.json", quiet)).rejects.toThrow(
      "package.json is not a backup",
    );
    await expect(restoreBackup(empty.connection, "nowhere", quiet)).rejects.toThrow("nowhere cannot be read");
  });

  it("of a file that cannot be read any more says so, and leaves the database empty", async () => {
    const path = join(folder, "vanishing");
    await copyFile(file, path);
    const holder = createClient(empty.connection, "holder");
    await holder.connect();
    await takeMigrationLock(holder);
    const failing = expect(restoreBackup(empty.connection, path, quiet)).rejects.toThrow("no such file");
    const waiting = sql`
      select from pg_stat_activity
      where application_name = 'rivet-and-reed restore' and datname = current_database()`;
    await expect.poll(async () => (await empty.db.execute(waiting)).rows.length).toBe(1);
    rmSync(path);
    await holder.end();
    await failing;
    expect(await isEmpty(empty.db)).toBe(true);
  });

  it("that fails half-way leaves the database empty", async () => {
    const failing = restoreBackup(empty.connection, file, (progress) => {
      if (progress.table === "trims") throw new Error("pulled the plug");
    });
    await expect(failing).rejects.toThrow("pulled the plug");
    expect(await isEmpty(empty.db)).toBe(true);
    // The same database takes it afterwards.
    await restoreBackup(empty.connection, file, quiet);
    expect(await readAll(empty.connection)).toEqual(await readAll(original.connection));
  });

  it("of a shop with fewer migrations makes that shop, which the next start brings up to date", async () => {
    const older = await createDatabase({ empty: true });
    const notes = await original.db.execute<{ hash: string }>(
      sql`select hash from drizzle.__drizzle_migrations order by created_at`,
    );
    const hashes = notes.rows.map(({ hash }) => hash);
    const client = new pg.Client(older.connection);
    await client.connect();
    await client.query("begin");
    expect(await migrateWithin(client, hashes.slice(0, 20))).toBe(true);
    await client.query("commit");
    await client.end();
    await prepareMailQueue(older.db);
    const path = join(folder, "older.backup");
    await writeBackup(older.connection, path, quiet, listUnwritten);
    await older.drop();

    await restoreBackup(empty.connection, path, quiet);
    rmSync(path);
    const count = async () => (await empty.db.execute(sql`select from drizzle.__drizzle_migrations`)).rows.length;
    expect(await count()).toBe(20);
    await migrateDatabase(empty.connection);
    expect(await count()).toBe(hashes.length);
  });

  it("of a newer shop is refused by name", async () => {
    const newer = await createDatabase();
    await newer.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('new', 9e15)`);
    const path = join(folder, "newer.backup");
    await writeBackup(newer.connection, path, quiet);
    await newer.drop();
    await expect(restoreBackup(empty.connection, path, quiet)).rejects.toThrow(`${path} is of another version`);
    expect(await isEmpty(empty.db)).toBe(true);
    rmSync(path);
  });
});

// The last, because it changes the original.
it.each([
  { what: "an order", place: "POST /orders" as const },
  { what: "a sheet", place: "POST /orderSheets" as const },
])(
  "a restored shop keeps for the owner what the original had still to write about $what, and sends it to nobody",
  async ({ place }) => {
    const [buyer, trim] = [await signedIn(original.db), await buildTrim(original.db)];
    const body = place === "POST /orders" ? newOrder(buyer, trim) : newSheet(buyer, [trim]);
    const headers = { "idempotency-key": crypto.randomUUID() };
    const { status } = await call(original, place, { as: buyer, body, headers });
    const path = join(folder, "pending.backup");
    await writeBackup(original.connection, path, quiet, listUnwritten);
    await restoreBackup(empty.connection, path, quiet);
    rmSync(path);
    const toBuyer = ({ to }: { to: string }) => to === buyer.email;
    const stored = (await listDeadMails(empty.db)).filter(toBuyer);
    expect(stored).toMatchObject([{ reason: expect.stringContaining("was waiting") }]);
    expect([status, await listMails(empty.db)]).toEqual([200, []]);
    const [written] = (await listMails(original.db)).filter(({ to }) => to.address === buyer.email);
    // On demand it goes out, as the original has written it.
    await reviveDeadMail(empty.db, stored[0]?.id ?? "");
    const { id: _, ...sent } = (await listMails(empty.db))[0] ?? {};
    expect({ ...written, ...sent }).toEqual(written);
  },
);
