import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDatabase, silent } from "#test/database.ts";
import { listDeadMails, listMails, passDelays, passLeases } from "#test/mails.ts";
import { startSmtp } from "#test/smtp.ts";
import { enqueueMails } from "./enqueue.server.ts";
import { layOut } from "./layout.server.ts";
import { openSmtpTransport } from "./smtp-transport.server.ts";
import { startMailWorker, WORKERS } from "./worker.server.ts";

const MAILS = 24;
/** `KILLS=20 npx vitest run …` runs the full experiment. */
const KILLS = Number(process.env.KILLS ?? 3);
const origin = "https://shop.example";
const from = { name: "Rivet & Reed", address: "shop@rivet-and-reed.example" };

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let database: Awaited<ReturnType<typeof createDatabase>>;
let running: Set<() => Promise<void>>;

beforeEach(async () => {
  smtp = await startSmtp();
  database = await createDatabase();
  running = new Set();
});
afterEach(async () => {
  await Promise.all([...running].map((stop) => stop()));
  await smtp.stop();
  await database.drop();
});

async function startWorker() {
  const post = openSmtpTransport({ url: smtp.url, demo: false, connections: WORKERS, from, origin });
  const end = await startMailWorker(database.connection, post, silent);
  const stop = () => {
    running.delete(stop);
    return end();
  };
  running.add(stop);
  return stop;
}

function enqueue(count = MAILS) {
  const to = { name: "Astrid Lindqvist", address: "astrid@norrland-denim.example" };
  const letter = { heading: "Thank you", paragraphs: [], finePrint: "You ordered." };
  const mails = numbers(count).map((at) => {
    const subject = `${at}`;
    return { ...layOut({ subject, ...letter }, { origin, contact: from.address }), to, key: subject };
  });
  return enqueueMails(database.db, mails);
}

const statesOf = async () => [...new Set((await listMails(database.db)).map(({ state }) => state))].toSorted();
const subjectsReceived = () => smtp.received.map(({ subject }) => Number(subject)).toSorted((a, b) => a - b);
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const all = numbers(MAILS);
const patient = { timeout: 30_000, interval: 50 };

describe("several mail workers", () => {
  it("share the mails: none is sent twice, none by two at once", async () => {
    await smtp.turn("slow");
    await Promise.all([startWorker(), startWorker(), startWorker()]);
    await enqueue();
    await expect.poll(statesOf, patient).toEqual(["completed"]);
    expect(subjectsReceived()).toEqual(all);
    expect(smtp.clashes).toEqual([]);
  });
});

it("no more mails are sent once the outbox cannot be written: each would arrive twice", async () => {
  await database.db.execute(sql`create function refuse() returns trigger language plpgsql as $$
    begin raise 'the disk is full'; end $$`);
  await smtp.turn("slow");
  await enqueue();
  const stop = await startWorker();
  await expect.poll(statesOf, { ...patient, interval: 5 }).toContain("active");
  await database.db.execute(
    sql`create trigger refuses before update on pgboss.job for each row execute function refuse()`,
  );
  await expect.poll(() => smtp.received.length, patient).toBeGreaterThan(0);
  await stop();
  expect(smtp.received.length).toBeLessThanOrEqual(WORKERS);
  await database.db.execute(sql`drop trigger refuses on pgboss.job`);
  await smtp.turn("ok");
  await passLeases(database.db);
  await passDelays(database.db);
  await startWorker();
  await expect.poll(statesOf, patient).toEqual(["completed"]);
  expect([...new Set(subjectsReceived())]).toEqual(all);
});

it("a mail whose server falls silent holds up none of the others", async () => {
  await smtp.turn("silent-to-first");
  await enqueue(8);
  await startWorker();
  await expect.poll(() => smtp.received.length, patient).toBe(7);
  expect(await statesOf()).toContain("active");
  await smtp.turn("ok");
  await expect.poll(statesOf, patient).toEqual(["completed", "retry"]);
  await passDelays(database.db);
  await expect.poll(statesOf, patient).toEqual(["completed"]);
  expect(subjectsReceived()).toEqual(numbers(8));
});

it("a mail that was sent leaves none of its words, and no link, in the outbox", async () => {
  await enqueue(5);
  await startWorker();
  await expect.poll(statesOf, patient).toEqual(["completed"]);
  expect(subjectsReceived()).toHaveLength(5);
  const { rows } = await database.db.execute<{ data: unknown }>(sql`select data from pgboss.job where name = 'mails'`);
  expect(rows).toEqual(Array.from({ length: 5 }, () => ({ data: null })));
});

it("a mail that an earlier release left in the outbox is sent as it was written", async () => {
  await enqueue(1);
  const written = JSON.stringify({ text: "As it was", html: "<p>As <b>it</b> was</p>" });
  await database.db.execute(sql`update pgboss.job set data = (data - 'page') || ${written}::jsonb`);
  await startWorker();
  await expect.poll(statesOf, patient).toEqual(["completed"]);
  expect(smtp.received).toMatchObject([{ subject: "0", text: "As it was\n", html: "<p>As <b>it</b> was</p>\n" }]);
});

describe("a mail worker that is told to stop", () => {
  it("finishes the mails it holds, and leaves the others to the next", async () => {
    await smtp.turn("slow");
    await enqueue();
    const stop = await startWorker();
    await expect.poll(() => smtp.received.length, { ...patient, interval: 5 }).toBeGreaterThan(4);
    await stop();
    expect(await statesOf()).toEqual(["completed", "created"]);
    const completed = (await listMails(database.db)).filter(({ state }) => state === "completed");
    expect(smtp.received).toHaveLength(completed.length);
    await startWorker();
    await expect.poll(statesOf, patient).toEqual(["completed"]);
    expect(subjectsReceived()).toEqual(all);
  });

  it("gives back the mails of a server that says nothing, and does not wait for it", { tags: ["trial"] }, async () => {
    await smtp.turn("silent");
    await enqueue();
    const stop = await startWorker();
    await expect.poll(statesOf, patient).toContain("active");
    // The server never answers, so this ends only because nothing waits for it.
    await stop();
    expect(await statesOf()).toEqual(["created", "retry"]);
    await smtp.turn("ok");
    await passDelays(database.db);
    await startWorker();
    await expect.poll(statesOf, patient).toEqual(["completed"]);
    expect(subjectsReceived()).toEqual(all);
  });
});

describe("kill -9 of a mail worker", () => {
  it(`loses no mail in ${KILLS} kills, and doubles none but those under way`, {
    timeout: KILLS * 30_000,
    tags: ["trial"],
  }, async () => {
    await smtp.turn("slow");
    const count = KILLS * 15;
    await enqueue(count);
    for (let kill = 1; kill <= KILLS; kill++) {
      const before = smtp.received.length;
      const worker = spawnWorker();
      await expect.poll(() => smtp.received.length, { ...patient, interval: 5 }).toBeGreaterThan(before + 3);
      const gone = once(worker, "exit");
      worker.kill("SIGKILL");
      await gone;
      await passLeases(database.db);
      await passDelays(database.db);
    }
    await startWorker();
    // What the last worker held is due again only after a while, and a worker sends some eight mails a second.
    const statesNow = () => passDelays(database.db).then(statesOf);
    await expect.poll(statesNow, { ...patient, timeout: 30_000 + count * 250 }).toEqual(["completed"]);
    expect([...new Set(subjectsReceived())]).toEqual(numbers(count));
    expect(smtp.received.length).toBeLessThanOrEqual(count + KILLS * WORKERS);
    expect(smtp.clashes).toEqual([]);
    expect(await listDeadMails(database.db)).toEqual([]);
    if (process.env.KILLS) console.info(`${count} mails, ${KILLS} kills, ${smtp.received.length - count} doubles`);
  });
});

/** The same worker in a separate process. */
function spawnWorker() {
  const settings = { url: smtp.url, demo: false, connections: WORKERS, from, origin };
  const script = `
    import { createLog } from "#app/platform/log.server.ts";
    import { openSmtpTransport } from "#app/platform/mail/smtp-transport.server.ts";
    import { startMailWorker } from "#app/platform/mail/worker.server.ts";
    const [connection, settings] = process.argv.slice(1).map((text) => JSON.parse(text));
    await startMailWorker(connection, openSmtpTransport(settings), createLog("silent"));`;
  const words = [database.connection, settings].map((part) => JSON.stringify(part));
  return spawn(process.execPath, ["--input-type=module", "--eval", script, ...words], { stdio: "inherit" });
}
