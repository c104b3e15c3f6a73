import { and, asc, desc, eq, exists, gt, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { afterCommit, type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import { matchesWords } from "#app/platform/db/columns.server.ts";
import { type Days, isWithinDays } from "#app/platform/db/days.server.ts";
import { withTotal } from "#app/platform/db/page.server.ts";
import type { Client } from "#app/platform/http/handler.server.ts";
import { currentRequest } from "#app/platform/request-context.server.ts";
import type { AuditEntry } from "./contract.ts";
import { audit, detailWords } from "./tables.server.ts";

/** Searches and the whole list are counted up to this limit; higher counts are of no use. */
export const COUNT_LIMIT = 10_000;

/** Who performs an action, and from where; no id for the terminal and the settings. */
export type Actor = {
  who: { id: string | null; email: string; name: string };
  from: Client;
  /** The call it belongs to, if that does the same to several objects. */
  call?: { id: string } | undefined;
};

/** A kind of action. Each slice declares its own in its audit-actions.server.ts. */
export type AuditAction = {
  /** An entry as the log keeps it. Entries never change. */
  readonly code: string;
  /** What was done, in words. */
  readonly title: string;
};

type Recorded = {
  action: AuditAction;
  /** The object's name and id. */
  object: string;
  objectId: string;
  before?: AuditEntry["before"];
  after?: AuditEntry["after"];
};

/**
 * Records an action in the transaction that performs it, so that neither exists without the other. The log of the process
 * is told once both do.
 */
export async function recordAction(
  tx: Tx,
  { who, from, call }: Actor,
  { action, ...recorded }: Recorded,
): Promise<void> {
  await tx.insert(audit).values({
    ...{ userId: who.id, email: who.email, name: who.name, ...from },
    ...{ callId: call?.id, action: action.code, ...recorded },
  });
  const request = currentRequest();
  afterCommit(tx, () => request?.logAction?.({ action: action.code, objectId: recorded.objectId, userId: who.id }));
}

/**
 * Records that a list leaves the shop as a file, before its first byte does. HEAD gets the headers alone: nothing
 * leaves, and nothing is recorded.
 */
export async function recordExport({ db, request, ...actor }: Export, recorded: Recorded): Promise<void> {
  if (request.method !== "HEAD") await inTransaction(db, (tx) => recordAction(tx, actor, recorded));
}

type Export = Actor & { db: Db; request: Request };

const columns = {
  _id: audit.id,
  at: audit.createdAt,
  email: audit.email,
  name: audit.name,
  action: audit.action,
  object: audit.object,
  objectId: audit.objectId,
  before: audit.before,
  after: audit.after,
  address: audit.address,
  userAgent: audit.userAgent,
};

/** Other entries of the same call. */
const others = alias(audit, "others");
const ofSameCall = and(eq(others.callId, audit.callId), eq(others.action, audit.action));

/**
 * Newest first, older than the entry `after`; one row more than `limit` if there is one. Of the entries of a call that
 * match, only the latest is listed. And how many are listed in all, up to COUNT_LIMIT + 1.
 */
export function listAudit(db: Db | Tx, filter: Matching & { limit: number; after: string | undefined }) {
  const isLater = and(ofSameCall, gt(others.id, audit.id), matching(filter, others));
  const later = db.select({ one: sql`1` }).from(others).where(isLater);
  const listed = and(matching(filter), or(isNull(audit.callId), not(exists(later))));
  const found = db
    .select({ id: audit.id })
    .from(audit)
    .where(listed)
    .orderBy(desc(audit.id))
    .limit(COUNT_LIMIT + 1)
    .as("found");
  const counted = db.$count(found);
  const page = db
    .select({
      ...columns,
      counted,
      count: sql<number>`case when call_id is null then 1 else
        (select count(*)::int from audit same where same.call_id = audit.call_id and same.action = audit.action) end`,
    })
    .from(audit)
    .where(and(listed, filter.after ? lt(audit.id, filter.after) : undefined))
    .orderBy(desc(audit.id))
    .limit(filter.limit + 1);
  return withTotal(page, filter.after, () => counted);
}

/** Each entry that matches, also those of one call, newest first, older than the entry `after`. */
export function listEach(db: Db | Tx, filter: Matching & { of?: string | undefined }, limit: number, after?: string) {
  return db
    .select(columns)
    .from(audit)
    .where(and(matching(filter), filter.of ? belongsTo(filter.of) : undefined, after ? lt(audit.id, after) : undefined))
    .orderBy(desc(audit.id))
    .limit(limit);
}

/** How many entries `listEach` finds. */
export function countEach(db: Db, filter: Matching & { of: string }): Promise<number> {
  return db.$count(audit, and(matching(filter), belongsTo(filter.of)));
}

/** True of this entry and of all others of its call. */
function belongsTo(entryId: string): SQL | undefined {
  const same = sql`(select call_id, action from audit where id = ${entryId})`;
  return or(eq(audit.id, entryId), sql`(${audit.callId}, ${audit.action}) = ${same}`);
}

/** Everybody who has done something, by e-mail. */
export function listActors(db: Db): Promise<{ email: string; name: string }[]> {
  return db
    .select({ email: audit.email, name: sql<string>`max(${audit.name})` })
    .from(audit)
    .groupBy(audit.email)
    .orderBy(asc(audit.email));
}

/**
 * What this person did, oldest first, after the entry `after`: without its object, which may be somebody else. The
 * address narrows the search, because words are indexed and persons are not.
 */
export function listActionsOf(db: Db, { id, email }: { id: string; email: string }, limit: number, after?: string) {
  return db
    .select({
      _id: audit.id,
      at: audit.createdAt,
      action: audit.action,
      address: audit.address,
      userAgent: audit.userAgent,
    })
    .from(audit)
    .where(and(matchesWords(audit.words, email), eq(audit.userId, id), after ? gt(audit.id, after) : undefined))
    .orderBy(asc(audit.id))
    .limit(limit);
}

export type Matching = {
  q: string | undefined;
  days: Days;
  by: string | undefined;
  action: string | undefined;
  actions: readonly AuditAction[];
};

/**
 * Each word of `q` is in the entry, in the title that pages show for its action, or in the values before and after it.
 * Whose action and which one are also looked up as words, which are indexed.
 */
function matching({ q, days, by, action, actions }: Matching, table: Columns = audit) {
  const words = q?.split(/\s+/).filter(Boolean) ?? [];
  return and(
    ...words.map((word) => hasWord(table, word, actions)),
    isWithinDays(table, days),
    by ? and(matchesWords(table.words, by), eq(table.email, by)) : undefined,
    action ? and(matchesWords(table.words, action), eq(table.action, action)) : undefined,
  );
}

type Columns = typeof audit | typeof others;

function hasWord(table: Columns, word: string, actions: readonly AuditAction[]): SQL | undefined {
  const isNamed = ({ title }: AuditAction) =>
    title
      .toLowerCase()
      .split(" ")
      .some((one) => one.startsWith(word.toLowerCase()));
  const codes = actions.filter(isNamed).map(({ code }) => matchesWords(table.words, code));
  return or(matchesWords(table.words, word), matchesWords(detailWords(table), word), ...codes);
}
