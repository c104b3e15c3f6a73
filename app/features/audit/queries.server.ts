import { and, asc, desc, eq, gt, lt, or, type SQL } from "drizzle-orm";
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
export type Actor = { who: { id: string | null; email: string; name: string }; from: Client };

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
export async function recordAction(tx: Tx, { who, from }: Actor, { action, ...recorded }: Recorded): Promise<void> {
  await tx
    .insert(audit)
    .values({ userId: who.id, email: who.email, name: who.name, ...from, action: action.code, ...recorded });
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

/**
 * Newest first, older than the entry `after`; one row more than `limit` if there is one. And how many entries match, up
 * to COUNT_LIMIT + 1.
 */
export function listAudit(db: Db | Tx, filter: Matching & { limit: number; after: string | undefined }) {
  const found = db
    .select({ id: audit.id })
    .from(audit)
    .where(matching(filter))
    .orderBy(desc(audit.id))
    .limit(COUNT_LIMIT + 1)
    .as("found");
  const counted = db.$count(found);
  const page = db
    .select({
      counted,
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
    })
    .from(audit)
    .where(and(matching(filter), filter.after ? lt(audit.id, filter.after) : undefined))
    .orderBy(desc(audit.id))
    .limit(filter.limit + 1);
  return withTotal(page, filter.after, () => counted);
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

type Matching = { q: string | undefined; days: Days; actions: readonly AuditAction[] };

/** Each word of `q` is in the entry, in the title that pages show for its action, or in the values before and after it. */
function matching({ q, days, actions }: Matching) {
  const words = q?.split(/\s+/).filter(Boolean) ?? [];
  return and(...words.map((word) => hasWord(word, actions)), isWithinDays(audit, days));
}

function hasWord(word: string, actions: readonly AuditAction[]): SQL | undefined {
  const isNamed = ({ title }: AuditAction) =>
    title
      .toLowerCase()
      .split(" ")
      .some((one) => one.startsWith(word.toLowerCase()));
  const codes = actions.filter(isNamed).map(({ code }) => matchesWords(audit.words, code));
  return or(matchesWords(audit.words, word), matchesWords(detailWords(audit), word), ...codes);
}
