import { and, eq } from "drizzle-orm";
import type { DraftInput } from "#app/features/sheets/changes.contract.ts";
import type { Draft } from "#app/features/sheets/contract.ts";
import { orderDrafts, type SavedLine } from "#app/features/sheets/tables.server.ts";
import { listTrimsById } from "#app/features/trims/queries.server.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";

/** Who writes a draft, and for whom: oneself, or a buyer. */
export type DraftOf = { userId: string; forId: string };

/** A draft, and the version that `If-Match` names. */
export type SavedDraft = { draft: Draft; version: string };

/** The version of a draft that was never written, or was sent. */
const NOTHING = "none";

const nothing: Row = {
  version: NOTHING,
  lines: [],
  poNumber: null,
  wantedOn: null,
  address: null,
  shipTo: null,
  phone: null,
  note: null,
  company: null,
  country: null,
};

/** A draft with the current trims. */
export async function findDraft(db: Db | Tx, of: DraftOf): Promise<SavedDraft> {
  const { version, lines, ...fields } = (await readRow(db, of)) ?? nothing;
  const trims = await readTrims(db, lines);
  return { version, draft: { ...fields, lines: lines.map((line) => describeLine(line, trims)) } };
}

/**
 * Replaces a draft if it still has this version; undefined if not. Of many simultaneous calls with the same
 * version, the single SQL statement lets one through.
 */
export async function replaceDraft(
  db: Db,
  of: DraftOf,
  { lines: typed, ...fields }: DraftInput,
  version: string | undefined,
): Promise<SavedDraft | undefined> {
  const present = await readRow(db, of);
  if (version === undefined || version !== (present?.version ?? NOTHING)) return undefined;
  const trims = await readTrims(db, typed);
  const before = new Map(present?.lines.map((line) => [line.trimId, line]));
  const lines = typed.map((line) => keepLine(line, before.get(line.trimId), trims.get(line.trimId)));
  const next = { version: newId(), changedAt: new Date().toISOString(), ...fields, lines };
  const { rowCount } = present
    ? await db
        .update(orderDrafts)
        .set(next)
        .where(and(isOf(of), eq(orderDrafts.version, version)))
    : await db
        .insert(orderDrafts)
        .values({ ...next, ...of })
        .onConflictDoNothing();
  if (!rowCount) return undefined;
  return { version: next.version, draft: { ...fields, lines: lines.map((line) => describeLine(line, trims)) } };
}

/** The version of a draft, which stays as it is until `tx` ends, unless there is none yet. */
export async function lockDraft(tx: Tx, of: DraftOf): Promise<string> {
  const [row] = await tx.select({ version: orderDrafts.version }).from(orderDrafts).where(isOf(of)).for("update");
  return row?.version ?? NOTHING;
}

type Row = Omit<typeof orderDrafts.$inferSelect, "userId" | "forId" | "changedAt">;

async function readRow(db: Db | Tx, of: DraftOf): Promise<Row | undefined> {
  const [row] = await db.select().from(orderDrafts).where(isOf(of));
  if (!row) return undefined;
  const { userId: _, forId: __, changedAt: ___, ...draft } = row;
  return draft;
}

function isOf({ userId, forId }: DraftOf) {
  return and(eq(orderDrafts.userId, userId), eq(orderDrafts.forId, forId));
}

type FoundTrim = Awaited<ReturnType<typeof listTrimsById>>[number] & { removedAt: string | null };

async function readTrims(db: Db | Tx, lines: readonly { trimId: string }[]): Promise<Map<string, FoundTrim>> {
  if (lines.length === 0) return new Map();
  const found = await listTrimsById(
    db,
    lines.map(({ trimId }) => trimId),
  );
  return new Map(found.map((trim) => [trim._id, trim]));
}

/** A line that stays as it was keeps what the buyer saw, unless they have now seen something else. */
function keepLine(
  { seenPrice, ...line }: DraftInput["lines"][number],
  before: SavedLine | undefined,
  trim: FoundTrim | undefined,
): SavedLine {
  const name = trim?.name ?? before?.name ?? "A former trim";
  const isSame = before?.orderQuantity === line.orderQuantity;
  if (isSame && (seenPrice === undefined || seenPrice === before.seenPrice)) return { ...before, name };
  const priceNow = trim && !trim.removedAt ? quotePrice(trim, line.orderQuantity).unitPrice : null;
  return { ...line, name, seenPrice: seenPrice ?? priceNow, seenAt: Date.now() };
}

function describeLine({ seenAt, ...line }: SavedLine, trims: ReadonlyMap<string, FoundTrim>): Draft["lines"][number] {
  const found = trims.get(line.trimId);
  const trim = found && !found.removedAt ? found : null;
  return { ...line, name: found?.name ?? line.name, gone: !trim, trim, seenAt: new Date(seenAt).toISOString() };
}

/** Deletes a person's draft, whatever its version. */
export async function deleteDraft(tx: Tx, userId: string): Promise<void> {
  await tx.delete(orderDrafts).where(eq(orderDrafts.userId, userId));
}
