import { and, asc, count, eq, gt, ilike, or, type SQL, sql } from "drizzle-orm";
import type { Line } from "#app/contract/line.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { trims } from "./tables.server.ts";

/** The contract's trim, column by column. */
const shape = {
  _id: trims.id,
  name: trims.name,
  price: trims.price,
  description: trims.description,
  moq: trims.moq,
  quantity: trims.quantity,
  img: trims.img,
  alt: trims.alt,
  line: sql<Line | null>`${trims.line}`,
  number: trims.number,
};

type Filter = { q?: string | undefined; line?: Line | undefined };

/** One row more than `limit` where there is one, in the order of article numbers, after the number `after`. */
export function listTrims(db: Db | Tx, filter: Filter & { limit: number; after: number | undefined }) {
  const from = filter.after === undefined ? undefined : gt(trims.number, filter.after);
  return db
    .select(shape)
    .from(trims)
    .where(and(matching(filter), from))
    .orderBy(asc(trims.number))
    .limit(filter.limit + 1);
}

export async function countTrims(db: Db | Tx, filter: Filter): Promise<number> {
  const [row] = await db.select({ total: count() }).from(trims).where(matching(filter));
  return row?.total ?? 0;
}

export async function findTrim(db: Db | Tx, id: string) {
  const [found] = await db.select(shape).from(trims).where(eq(trims.id, id));
  return found;
}

/** By its name, which is unique whatever the case of its letters. */
export async function findTrimByName(db: Db | Tx, name: string) {
  const [found] = await db
    .select(shape)
    .from(trims)
    .where(eq(sql`lower(${trims.name})`, sql`lower(${name})`));
  return found;
}

function matching({ q, line }: Filter): SQL | undefined {
  const words = (q ?? "").split(/\s+/).filter(Boolean);
  return and(
    line ? eq(trims.line, line) : undefined,
    ...words.map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
      return or(ilike(trims.name, pattern), ilike(trims.description, pattern));
    }),
  );
}
