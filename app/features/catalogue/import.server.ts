import { createHash } from "node:crypto";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { requireStillAdmin } from "#app/features/identity/roles.server.ts";
import { insertTrims, moveStock, notifyAllBackInStock, updateTrims } from "#app/features/trims/manage/bulk.server.ts";
import { oneFamily, oneTrim, TRIMS } from "#app/features/trims/page-subjects.ts";
import { type Db, inTransaction, sqlState, type Tx, UNIQUE_VIOLATION } from "#app/platform/db/client.server.ts";
import type { Client, Person } from "#app/platform/http/handler.server.ts";
import { streamLines, type Tell } from "#app/platform/http/lines.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { catalogueActions } from "./audit-actions.server.ts";
import { type Applied, type ImportLine, MAX_LISTED, type Report } from "./contract.ts";
import { compare, type Difference, fingerprint } from "./difference.server.ts";
import { catalogueChanged } from "./problems.ts";
import { countMovements, findApplied, insertImport, lockItems } from "./queries.server.ts";
import { describeFarPrice } from "./rules.ts";
import { type Reading, readTable, type Table } from "./table.server.ts";

const ROWS_AT_A_TIME = 250;
/** How many changes the record names one by one; the file has them all. */
const MOST_RECORDED = 200;

/** Says, with its progress, what a file would change, and changes nothing. */
export function dryRun(db: Db, file: Uint8Array, reading: Reading): ReadableStream<Uint8Array> {
  return streamLines<ImportLine>(async (tell) => {
    const table = await readTable(file, reading);
    const difference = await compare(db, table, (done) => tell({ kind: "progress", done, of: table.rows.length }));
    return { kind: "report", report: await report(db, file, table, difference) };
  });
}

async function report(db: Db, file: Uint8Array, table: Table, difference: Difference): Promise<Report> {
  const { added, changed, unchanged, faults, comma, otherQuantities } = difference;
  const sha256 = hash(file);
  const isReady = faults.length === 0 && added.length + changed.length > 0;
  return {
    token: isReady ? await tokenOf(db, sha256, difference) : null,
    rows: table.total,
    encoding: table.encoding,
    comma: comma ?? null,
    commaIsPoint: table.commaIsPoint,
    sha256,
    counts: {
      added: added.length,
      changed: changed.length,
      unchanged,
      errors: faults.length,
      faultyRows: new Set(faults.map(({ row }) => row)).size,
    },
    added: added.slice(0, MAX_LISTED).map(({ row, input: { name, line, price, moq, quantity } }) => {
      return { row, name, line: line ?? "", price, moq, quantity };
    }),
    changed: changed.slice(0, MAX_LISTED).map(({ row, trim: { number, name, img }, changes }) => {
      return { row, number, name, img, changes };
    }),
    errors: faults.slice(0, MAX_LISTED),
    otherQuantities,
    farPrices: changed.flatMap(({ changes }) => changes.filter(describeFarPrice)).length,
    appliedAt: (await findApplied(db, sha256)) ?? null,
  };
}

type Import = {
  db: Db;
  who: Person;
  from: Client;
  emailContext: EmailContext;
  file: Uint8Array;
  reading: Reading;
  name: string;
  token: string;
  changed: (...subjects: string[]) => void;
};

/**
 * Applies what a dry run showed, in one transaction, and reports its progress. A client that leaves before the end
 * stops it, and so does the loss of the role.
 * @throws Refusal catalogue-changed when it would no longer do exactly that
 */
export async function applyFile(call: Import): Promise<ReadableStream<Uint8Array>> {
  const { db, file, reading, changed } = call;
  const table = await readTable(file, reading);
  const ready = Promise.withResolvers<void>();
  const subjects = new Set([TRIMS]);
  const lines = streamLines<ImportLine>(async (tell, left) => {
    try {
      const applied = await inTransaction(db, async (tx) => {
        const difference = await holdDifference(tx, table, call);
        ready.resolve();
        return write(tx, difference, call, { tell, left, subjects });
      });
      changed(...subjects);
      return { kind: "applied", applied };
    } catch (error) {
      const failure = sqlState(error) === UNIQUE_VIOLATION ? toRefusal() : error;
      ready.reject(failure);
      // If the connection broke at the commit, nobody knows whether anything has changed.
      if (!(failure instanceof Refusal || left.aborted)) changed(...subjects);
      throw failure;
    }
  });
  await ready.promise;
  return lines;
}

/** The difference that the token names, with all it changes locked. */
async function holdDifference(tx: Tx, table: Table, { file, token }: Import): Promise<Difference> {
  const sha256 = hash(file);
  const seen = await compare(tx, table, () => {});
  if (seen.faults.length > 0 || (await tokenOf(tx, sha256, seen)) !== token) refuseChanged();
  await lockItems(
    tx,
    seen.changed.map(({ trim }) => trim._id),
  );
  const touched = new Set([...seen.added, ...seen.changed].map(({ row }) => row));
  const held = await compare(tx, { ...table, rows: table.rows.filter(({ row }) => touched.has(row)) }, () => {});
  if (held.faults.length > 0 || (await tokenOf(tx, sha256, held)) !== token) refuseChanged();
  return { ...held, unchanged: seen.unchanged };
}

/** `subjects`: what it changes on pages. */
type Listener = { tell: Tell<ImportLine>; left: AbortSignal; subjects: Set<string> };

async function write(
  tx: Tx,
  difference: Difference,
  call: Import,
  { tell, left, subjects }: Listener,
): Promise<Applied> {
  const { who, emailContext, name } = call;
  const { added, changed, unchanged } = difference;
  const of = added.length + changed.length;
  const checkStill = async () => {
    left.throwIfAborted();
    await requireStillAdmin(tx, who.id);
  };
  for (let at = 0; at < changed.length; at += ROWS_AT_A_TIME) {
    await checkStill();
    const part = changed.slice(at, at + ROWS_AT_A_TIME);
    await updateTrims(
      tx,
      part.map(({ trim, fields }) => ({ id: trim._id, fields })),
    );
    const moves = part.flatMap(({ trim, restock }) => (restock === 0 ? [] : { id: trim._id, delta: restock }));
    if (!(await moveStock(tx, moves, { email: who.email, why: `import ${name}` }))) refuseChanged();
    const better = part.filter(({ fields, restock }) => fields.moq !== undefined || restock > 0);
    await notifyAllBackInStock(
      tx,
      better.map(({ trim }) => trim._id),
      emailContext,
    );
    for (const { trim, fields } of part) {
      subjects.add(oneTrim(trim._id));
      for (const family of [trim.family, fields.family]) if (family) subjects.add(oneFamily(family));
    }
    await settle(tx);
    tell({ kind: "progress", done: Math.min(at + ROWS_AT_A_TIME, changed.length), of });
  }
  for (let at = 0; at < added.length; at += ROWS_AT_A_TIME) {
    await checkStill();
    const part = added.slice(at, at + ROWS_AT_A_TIME).map(({ input }) => input);
    await insertTrims(tx, part, who.email);
    for (const { family } of part) if (family) subjects.add(oneFamily(family));
    await settle(tx);
    tell({ kind: "progress", done: changed.length + Math.min(at + ROWS_AT_A_TIME, added.length), of });
  }
  await checkStill();
  const importId = await keep(tx, difference, call);
  left.throwIfAborted();
  return { importId, added: added.length, changed: changed.length, unchanged };
}

/** Checks the price breaks written so far: all at once, they would make the commit take too long. */
async function settle(tx: Tx): Promise<void> {
  await tx.execute("set constraints all immediate");
  await tx.execute("set constraints all deferred");
}

/** Keeps the file, and records the action. */
async function keep(tx: Tx, { added, changed }: Difference, { who, from, file, name }: Import): Promise<string> {
  const about = { bytes: file.length, sha256: hash(file), added: added.length, changed: changed.length };
  const importId = await insertImport(tx, {
    ...{ userId: who.id, email: who.email, name, file: Buffer.from(file) },
    ...about,
  });
  const each = changed.flatMap(({ trim, changes }) =>
    changes.map(({ column, before, after }) => ({ field: `No. ${trim.number} ${column}`, before, after })),
  );
  const shown = each.slice(0, MOST_RECORDED);
  await recordAction(
    tx,
    { who, from },
    {
      ...{ action: catalogueActions.import, object: name, objectId: importId },
      before: Object.fromEntries(shown.map(({ field, before }) => [field, before])),
      after: { ...about, ...Object.fromEntries(shown.map(({ field, after }) => [field, after])) },
    },
  );
  return importId;
}

async function tokenOf(db: Db | Tx, sha256: string, difference: Difference): Promise<string> {
  const moving = difference.changed.filter(({ restock }) => restock !== 0).map(({ trim }) => trim._id);
  return fingerprint(sha256, difference, await countMovements(db, moving));
}

function hash(file: Uint8Array): string {
  return createHash("sha256").update(file).digest("hex");
}

function refuseChanged(): never {
  throw toRefusal();
}

function toRefusal(): Refusal {
  return new Refusal(
    catalogueChanged,
    "The catalogue, or the file, has changed since you looked. Nothing was applied. Look at what would change now.",
  );
}
