import { and, asc, count, desc, eq, getTableColumns, gt, inArray, sql } from "drizzle-orm";
import { offered, shape } from "#app/features/trims/queries.server.ts";
import { stockMovements, trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { MAX_INTEGER } from "#app/platform/db/columns.server.ts";
import type { CatalogueTrim } from "./columns.server.ts";
import { catalogueImports } from "./tables.server.ts";

const all = { ...shape, lowStockAt: trims.lowStockAt };

/** The items after this number, by number. */
export function listCatalogue(db: Db | Tx, after: number, limit: number): Promise<CatalogueTrim[]> {
  return db
    .select(all)
    .from(trims)
    .where(and(offered, gt(trims.number, after)))
    .orderBy(asc(trims.number))
    .limit(limit);
}

/** The items with these numbers. */
export async function findByNumber(db: Db | Tx, numbers: readonly number[]): Promise<Map<number, CatalogueTrim>> {
  const known = numbers.filter((number) => number <= MAX_INTEGER);
  if (known.length === 0) return new Map();
  const found = await db
    .select(all)
    .from(trims)
    .where(and(offered, inArray(trims.number, known)));
  return new Map(found.map((trim) => [trim.number, trim]));
}

/** Which items have these names, regardless of case. */
export async function findNamesTaken(db: Db | Tx, names: readonly string[]) {
  const wanted = sql`json_array_elements_text(${JSON.stringify(names)}::json) as wanted(name)`;
  const { rows } = await db.execute<{ name: string; number: number }>(
    sql`select wanted.name, ${trims.number} as number from ${wanted}
      join ${trims} on lower(${trims.name}) = lower(wanted.name) and ${offered}`,
  );
  return rows;
}

/** How often the stock of each of these items was moved by hand. */
export async function countMovements(db: Db | Tx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: stockMovements.trimId, movements: count() })
    .from(stockMovements)
    .where(inArray(stockMovements.trimId, [...ids]))
    .groupBy(stockMovements.trimId);
  return new Map(found.map(({ id, movements }) => [id, movements]));
}

/** Locks these items until the transaction ends, in the order in which everybody locks several. */
export async function lockItems(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: trims.id })
    .from(trims)
    .where(inArray(trims.id, [...ids]))
    .orderBy(asc(trims.id))
    .for("no key update");
}

/** Keeps a checked file until it is applied, and returns its id. */
export async function insertImport(tx: Tx, file: typeof catalogueImports.$inferInsert): Promise<string> {
  const [inserted] = await tx.insert(catalogueImports).values(file).returning({ id: catalogueImports.id });
  if (!inserted) throw new Error("the import was not kept");
  return inserted.id;
}

const IMPORTS_SHOWN = 20;

const { file: _file, userId: _userId, id: _id, createdAt: at, ...shown } = getTableColumns(catalogueImports);

/** The latest imports, newest first. */
export function listImports(db: Db) {
  return db
    .select({ _id, at, ...shown })
    .from(catalogueImports)
    .orderBy(desc(catalogueImports.createdAt), desc(catalogueImports.id))
    .limit(IMPORTS_SHOWN);
}

/** When this very file was last applied. */
export async function findApplied(db: Db | Tx, sha256: string): Promise<string | undefined> {
  const [found] = await db
    .select({ at })
    .from(catalogueImports)
    .where(eq(catalogueImports.sha256, sha256))
    .orderBy(desc(catalogueImports.createdAt))
    .limit(1);
  return found?.at;
}

/** The file of an import, as it was uploaded. */
export async function findFile(db: Db, id: string) {
  const { file, name } = catalogueImports;
  const [found] = await db.select({ file, name }).from(catalogueImports).where(eq(catalogueImports.id, id));
  return found;
}
