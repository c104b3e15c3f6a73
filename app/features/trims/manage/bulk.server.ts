import { getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { MAX_PIECES } from "#app/contract/pieces.ts";
import type { TrimChange, TrimInput } from "#app/features/trims/changes.contract.ts";
import { mailBackInStock } from "#app/features/trims/mails.server.ts";
import { forgetLowStock, startCountingOrders, takeWatches, toColumns } from "#app/features/trims/queries.server.ts";
import { priceBreaks, stockMovements, trims } from "#app/features/trims/tables.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";

// Many trims in few statements. The caller checks names and stock; the database has the last word.

/** Adds trims, each with its first stock as a movement, and returns their ids. */
export async function insertTrims(tx: Tx, added: readonly TrimInput[], email: string): Promise<string[]> {
  if (added.length === 0) return [];
  const rows = added.map(({ priceBreaks: _, ...trim }) =>
    toColumns({ ...trim, description: trim.description ?? "", alt: trim.alt ?? trim.name }),
  );
  const inserted = await tx.insert(trims).values(rows).returning({ id: trims.id, number: trims.number });
  await startCountingOrders(tx, inserted);
  const ids = inserted.map(({ id }) => id);
  const whole = ids.map((id, at) => ({ id, trim: added[at] }));
  await tx
    .insert(stockMovements)
    .values(whole.map(({ id, trim }) => ({ trimId: id, email, delta: trim?.quantity ?? 0, why: "first stock" })));
  await insertBreaks(
    tx,
    whole.map(({ id, trim }) => ({ id, breaks: trim?.priceBreaks ?? [] })),
  );
  return ids;
}

type Fields = Omit<TrimChange, "restock" | "why">;

/** Changes trims and, if they are among the fields, all price breaks of a trim. */
export async function updateTrims(tx: Tx, changes: readonly { id: string; fields: Fields }[]): Promise<void> {
  const rows = changes.map(({ id, fields: { priceBreaks: _, ...fields } }) => ({ id, values: toColumns(fields) }));
  // One statement for all that change the same columns: PostgreSQL computes only what follows from the columns that are
  // set, such as words.
  const groups = Map.groupBy(rows, ({ values }) => Object.keys(values).toSorted().join());
  for (const [names, group] of groups) {
    if (names) await tx.execute(updateColumns(names.split(","), group));
  }
  await forgetLowStock(
    tx,
    changes.map(({ id }) => id),
  );
  const rebroken = changes.flatMap(({ id, fields }) => (fields.priceBreaks ? { id, breaks: fields.priceBreaks } : []));
  if (rebroken.length === 0) return;
  await tx.delete(priceBreaks).where(
    inArray(
      priceBreaks.trimId,
      rebroken.map(({ id }) => id),
    ),
  );
  await insertBreaks(tx, rebroken);
}

function updateColumns(names: readonly string[], rows: readonly { id: string; values: object }[]): SQL {
  const known = getTableColumns(trims);
  const columns = names.flatMap((key) => {
    const column = Object.entries(known).find(([name]) => name === key)?.[1];
    return column ? { key, name: column.name, type: column.getSQLType() } : [];
  });
  const set = columns.map(({ name, key }) => sql`${sql.identifier(name)} = new.${sql.identifier(key)}`);
  const types = columns.map(({ key, type }) => sql`${sql.identifier(key)} ${sql.raw(type)}`);
  const json = JSON.stringify(rows.map(({ id, values }) => ({ id, ...values })));
  return sql`update ${trims} set ${sql.join(set, sql`, `)}
    from json_to_recordset(${json}::json) as new(id uuid, ${sql.join(types, sql`, `)}) where ${trims.id} = new.id`;
}

async function insertBreaks(
  tx: Tx,
  rows: readonly { id: string; breaks: readonly { from: number; price: string }[] }[],
) {
  const all = rows.flatMap(({ id, breaks }) => breaks.map((step) => ({ trimId: id, ...step })));
  if (all.length > 0) await tx.insert(priceBreaks).values(all);
}

/** Books pieces in or out. False when one of the trims has fewer, or would have more than the shop can count. */
export async function moveStock(
  tx: Tx,
  moves: readonly { id: string; delta: number }[],
  { email, why }: { email: string; why: string },
): Promise<boolean> {
  if (moves.length === 0) return true;
  const { rowCount } = await tx.execute(sql`update ${trims} set quantity = quantity + move.delta
    from json_to_recordset(${JSON.stringify(moves)}::json) as move(id uuid, delta integer)
    where ${trims.id} = move.id and quantity::bigint + move.delta between 0 and ${MAX_PIECES}`);
  if (rowCount !== moves.length) return false;
  await forgetLowStock(
    tx,
    moves.map(({ id }) => id),
  );
  await tx.insert(stockMovements).values(moves.map(({ id, delta }) => ({ trimId: id, email, delta, why })));
  return true;
}

/** Writes to those who wait for one of these trims, if its minimum order is in stock now. */
export async function notifyAllBackInStock(tx: Tx, ids: readonly string[], emailContext: EmailContext): Promise<void> {
  if (ids.length > 0) await mailBackInStock(tx, await takeWatches(tx, ids), emailContext);
}
