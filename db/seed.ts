import { hashPassword } from "better-auth/crypto";
import { eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { line } from "#app/contract/line.ts";
import { accounts, users } from "#app/features/identity/tables.server.ts";
import { reviews } from "#app/features/reviews/tables.server.ts";
import { familyTraits } from "#app/features/trims/contract.ts";
import { pickFacts } from "#app/features/trims/facts.contract.ts";
import { insertFamilies, insertTrim } from "#app/features/trims/queries.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import catalogue from "./catalogue.json" with { type: "json" };
import { type DemoPerson, demoPeople } from "./demo-people.ts";
import facts from "./facts.json" with { type: "json" };
import reviewTexts from "./reviews.json" with { type: "json" };
import type { YearSettings } from "./year/write.ts";

/**
 * Fills an empty shop with the catalogue, its reviews and the demo people; with `year`, also with a year of trade by
 * other people, who have no password. Again on a filled one it changes nothing.
 */
export async function seedDemo(db: Db, year?: YearSettings): Promise<void> {
  await db.transaction(async (tx) => {
    const [first] = await tx.select({ id: trims.id }).from(trims).limit(1);
    if (!first) await insertCatalogue(tx);
    await insertFamilies(tx, familiesOfCatalogue());
    for (const person of Object.values(demoPeople)) await insertPerson(tx, person);
    if (first) return;
    const admin = year && (await findPerson(tx, demoPeople.admin.email));
    const visitor = year && (await findPerson(tx, demoPeople.buyer.email));
    if (admin && visitor) {
      // A shop that has trims never needs it.
      const { writeYear } = await import("./year/write.ts");
      await writeYear(tx, { admin, visitor }, year);
    } else await tx.insert(reviews).values(reviewTexts.toReversed());
  });
}

/** Removes the demo people from a shop that is not, or no longer, a demo: their passwords are public. */
export async function removeDemoPeople(db: Db): Promise<void> {
  const emails = Object.values(demoPeople).map(({ email }) => email);
  await db.delete(users).where(inArray(users.email, emails));
}

async function insertCatalogue(tx: Tx): Promise<void> {
  const factsOf = new Map(facts.trims.map((about) => [about.slug, about]));
  const rows = mixLines().map(({ slug, image, line: key, ...trim }, at) => ({
    ...trim,
    line: line.parse(key),
    ...pickFacts(factsOf.get(slug) ?? {}),
    priceBreaks: factsOf.get(slug)?.priceBreaks ?? [],
    lowStockAt: factsOf.get(slug)?.lowStockAt ?? null,
    number: at + 1,
    img: `/images/products/${image}`,
  }));
  for (const row of rows) await insertTrim(tx, row, null);
  await tx.execute("select setval(pg_get_serial_sequence('trims', 'number'), (select max(number) from trims))");
}

/** Shops that were seeded before families were known get them, too. */
function familiesOfCatalogue() {
  return facts.families.map(({ slug, name, differBy }) => ({
    ...{ slug, name },
    differBy: z.array(z.enum(familyTraits)).parse(differBy),
  }));
}

/** The lines take turns, so that the first page of the catalogue shows something of each. */
function mixLines(): typeof catalogue {
  const lines = [...Map.groupBy(catalogue, ({ line }) => line).values()];
  const turns = Math.max(...lines.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => lines.flatMap((line) => line[turn] ?? [])).flat();
}

async function findPerson(tx: Tx, email: string) {
  const [found] = await tx
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(eq(users.email, email));
  return found;
}

async function insertPerson(tx: Tx, { password, ...row }: DemoPerson): Promise<void> {
  const [inserted] = await tx
    .insert(users)
    .values({ ...row, emailVerified: true })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (!inserted) return;
  const hash = await hashPassword(password);
  await tx
    .insert(accounts)
    .values({ userId: inserted.id, accountId: inserted.id, providerId: "credential", password: hash });
}
