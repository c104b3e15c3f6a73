import { terminalActions } from "#app/audit-actions.server.ts";
import { type Actor, recordAction } from "#app/features/audit/queries.server.ts";
import { eraseNotes } from "#app/features/buyers/erasure.server.ts";
import { isMember } from "#app/features/companies/queries.server.ts";
import { changeRoles, grantAdmin, revokeAdmin } from "#app/features/identity/roles.server.ts";
import { mfaActions } from "#app/features/mfa/audit-actions.server.ts";
import { createMfaMails } from "#app/features/mfa/mails.server.ts";
import { takeOffFactors } from "#app/features/mfa/queries.server.ts";
import { mailRoles } from "#app/features/profiles/staff/mails.server.ts";
import { refuseMember } from "#app/features/profiles/staff/members.server.ts";
import { listPendingMails } from "#app/pending-notifications.server.ts";
import { type Progress, writeBackup } from "#app/platform/backup/backup.server.ts";
import { outboxTable } from "#app/platform/backup/outbox.server.ts";
import { restoreBackup } from "#app/platform/backup/restore.server.ts";
import { type Connection, type Db, inTransaction, openDb, openPool, sqlState } from "#app/platform/db/client.server.ts";
import { EngineInUse, findEngine, openEngine } from "#app/platform/engine/engine.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createLog, reasonOf } from "#app/platform/log.server.ts";
import { listDeadMails, reviveDeadMail } from "#app/platform/mail/dead-mails.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { unwind } from "#app/platform/stopping.server.ts";

/** PostgreSQL: no such table, no such schema. */
const NOTHING_THERE = ["42P01", "3F000"];

/** What went wrong, in one line. */
export function explain(error: Error): string {
  if (NOTHING_THERE.includes(sqlState(error) ?? "")) return "This database holds no shop yet: run npm start once.";
  // An error of a query quotes the statement; its cause says what is wrong.
  if (error.cause instanceof Error) return explain(error.cause);
  const reason = reasonOf(error);
  return /^connect E/.test(reason) ? `The database does not answer (DATABASE_URL): ${reason}` : reason;
}

export type Action =
  | { verb: "grant" | "revoke" | "second-factor-off" | "erase-notes"; email: string }
  | { verb: "mails" }
  | { verb: "retry"; id: string }
  | { verb: "backup" | "restore"; file: string };

/** The shell's code for a command that Ctrl-C ended. */
const BROKEN_OFF = 130;

/**
 * Runs the action on the configured database and returns what to say. `ending` breaks it off and ends the process. @throws
 * Error with a helpful sentence.
 */
export async function perform(
  action: Action,
  settings: NodeJS.ProcessEnv,
  ending: AbortSignal = new AbortController().signal,
): Promise<string> {
  const { connection, close } = await openConnection(settings, ending);
  try {
    if ("file" in action) return await copyShop(connection, action, readEnv(settings));
    return await performAction(connection, action, readEnv(settings));
  } finally {
    await close();
  }
}

async function performAction(
  connection: Connection,
  action: Exclude<Action, { file: string }>,
  emailContext: EmailContext,
): Promise<string> {
  const pool = openPool(connection, createLog("silent"), 1);
  try {
    const db = openDb(pool);
    switch (action.verb) {
      case "grant":
        return await grant(db, action.email, emailContext);
      case "revoke":
        return await revoke(db, action.email);
      case "second-factor-off":
        return await takeOff(db, action.email, emailContext);
      case "erase-notes":
        return await erase(db, action.email);
      case "mails":
        return await tellDeadMails(db);
      case "retry":
        return await retry(db, action.id);
    }
  } finally {
    await pool.end();
  }
}

/** Copies the whole database into a file, or back into an empty database. */
async function copyShop(
  connection: Connection,
  { verb, file }: Extract<Action, { file: string }>,
  emailContext: EmailContext,
): Promise<string> {
  const { takenAt, tables } =
    verb === "backup"
      ? await writeBackup(connection, file, tellProgress, (db) => listPendingMails(db, emailContext))
      : await restoreBackup(connection, file, tellProgress);
  const rows = count(tables.reduce((sum, table) => sum + table.rows, 0));
  if (verb === "backup")
    return `${file} holds the shop as it was at ${takenAt}: ${rows} rows. Keep it as safe as the shop.`;
  const mails = tables.find(({ name }) => name === outboxTable.name)?.rows ?? 0;
  return [
    `The shop is restored as it was at ${takenAt}: ${rows} rows.`,
    ...(mails > 0
      ? [`It sends none of the ${count(mails)} mails that were waiting: npm run admin -- mails lists them.`]
      : []),
  ].join("\n");
}

/** On standard error, so that a script can read the outcome. */
function tellProgress({ table, rows, bytes, isDone }: Progress): void {
  const size = `${count(Math.ceil(bytes / 1024))} KB`;
  if (rows > 0) console.error(`  ${table}: ${count(rows)} rows, ${size}${isDone ? "" : " so far"}`);
}

function count(number: number): string {
  return number.toLocaleString("en");
}

/** The name these actions have in the record. */
const terminal: Actor = {
  who: { id: null, name: "Terminal", email: "npm run admin" },
  from: { address: null, userAgent: null },
};

async function grant(db: Db, email: string, emailContext: EmailContext): Promise<string> {
  const outcome = await changeRoles(db, async (tx) => {
    await refuseMember(tx, email, isMember);
    const outcome = await grantAdmin(tx, email, terminal);
    const by = "The shop’s owner, from the terminal,";
    if (outcome === "granted") await mailRoles(tx, { email, by, roles: ["owner"] }, emailContext);
    return outcome;
  });
  switch (outcome) {
    case "granted":
    case "already admin":
      return `${email} is an admin now.`;
    case "unknown":
      throw new Error(`Nobody is registered with ${email}: register in the shop first, then grant again.`);
    case "not confirmed":
      throw new Error(`${email} is not confirmed: open the link that was mailed there, then grant again.`);
  }
}

async function revoke(db: Db, email: string): Promise<string> {
  const outcome = await changeRoles(db, (tx, admins) => revokeAdmin(tx, admins, email, terminal));
  if (outcome === "revoked") return `${email} is no admin any more.`;
  throw new Error(
    outcome === "last admin" ? `${email} is the last admin: grant another first.` : `${email} is no admin.`,
  );
}

/** For somebody who has lost both phone and recovery codes. Make sure first that they are who they say. */
async function takeOff(db: Db, email: string, emailContext: EmailContext): Promise<string> {
  const owner = await inTransaction(db, async (tx) => {
    const found = await takeOffFactors(tx, email);
    if (!found) return found;
    await recordAction(tx, terminal, { action: mfaActions.factorsTakenOff, object: email, objectId: found.id });
    await createMfaMails(emailContext).factorsTakenOff(tx, email);
    return found;
  });
  if (owner) return `${email} logs in without a second step now. All sessions have ended, and a mail says so.`;
  throw new Error(owner === null ? `${email} has no second factor.` : `Nobody is registered with ${email}.`);
}

async function erase(db: Db, email: string): Promise<string> {
  const notes = await eraseNotes(db, email, terminal);
  if (notes === undefined) throw new Error(`Nobody has ordered as ${email}.`);
  return `${count(notes)} ${notes === 1 ? "note" : "notes"} about ${email} erased.`;
}

async function tellDeadMails(db: Db): Promise<string> {
  const mails = await listDeadMails(db);
  if (mails.length === 0) return "No mail was given up.";
  const lines = mails.map(
    ({ id, givenUpOn, to, subject, reason }) =>
      `${id}  ${givenUpOn.toISOString()}\n  To ${to}: ${subject}\n  Given up: ${reason}`,
  );
  return [...lines, "To send one again: npm run admin -- mails retry ID"].join("\n");
}

async function retry(db: Db, id: string): Promise<string> {
  const revived = await inTransaction(db, async (tx) => {
    const [mail] = (await listDeadMails(tx)).filter((dead) => dead.id === id);
    if (!mail || !(await reviveDeadMail(tx, id))) return false;
    await recordAction(tx, terminal, { action: terminalActions.retryMail, object: mail.to, objectId: id });
    return true;
  });
  if (revived) return "The mail is in the outbox again.";
  throw new Error(`No such mail: none that was given up has the id ${id}. npm run admin -- mails lists them.`);
}

/** The configured database. If it is the shop's own and not running, it is started temporarily. */
async function openConnection(
  settings: NodeJS.ProcessEnv,
  ending: AbortSignal,
): Promise<{ connection: Connection; close: () => Promise<void> }> {
  const { database, dataDir } = readEnv(settings);
  const undo: (() => unknown)[] = [];
  // What a transaction had changed, PostgreSQL takes back.
  ending.addEventListener("abort", () => void unwind(undo).finally(() => process.exit(BROKEN_OFF)));
  if (database) return { connection: database.direct, close: async () => {} };
  try {
    const engine = await openEngine({ dataDir, log: console.error }, undo, ending);
    return { connection: engine.connection, close: () => unwind(undo) };
  } catch (error) {
    if (!(error instanceof EngineInUse)) throw error;
    const running = await findEngine(dataDir);
    if (!running) throw error;
    return { connection: running.connection, close: async () => {} };
  }
}
