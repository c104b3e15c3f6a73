import { randomUUID } from "node:crypto";
import { companies, companyMembers } from "#app/features/companies/tables.server.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { startCountingOrders } from "#app/features/trims/queries.server.ts";
import { stockMovements, trims } from "#app/features/trims/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { TestPerson } from "./people.ts";

/** A trim in the catalogue; say only what the test is about. */
export async function buildTrim(db: Db, about: Partial<typeof trims.$inferInsert> = {}) {
  const [trim] = await buildTrims(db, 1, about);
  if (!trim) throw new Error("no trim was made");
  return trim;
}

/** Several trims in the catalogue, by one statement: added one by one they would wait for each other. */
export async function buildTrims(db: Db, count: number, about: Partial<typeof trims.$inferInsert> = {}) {
  const values = Array.from({ length: count }, () => ({
    name: `Rivet ${randomUUID()}`,
    description: "Struck for a test",
    price: "0.0620",
    moq: 100,
    quantity: 1000,
    img: "/images/products/mini-rivet-brass-7.webp",
    alt: "A rivet",
    ...about,
  }));
  const built = await db.insert(trims).values(values).returning();
  await startCountingOrders(db, built);
  const first = built.map(({ id, quantity }) => ({ trimId: id, delta: quantity, why: "first stock" }));
  await db.insert(stockMovements).values(first);
  return built;
}

/** A company with these people as its members; each is `manager` unless said otherwise. */
export async function buildCompany(
  db: Db,
  members: readonly ({ person: Pick<TestPerson, "id"> } & Partial<typeof companyMembers.$inferInsert>)[],
  about: Partial<typeof companies.$inferInsert> = {},
) {
  const [company] = await db
    .insert(companies)
    .values({ name: "Çınaraltı Denim", country: "TR", ...about })
    .returning();
  if (!company) throw new Error("no company was made");
  const { id: companyId } = company;
  const rows = members.map(({ person, ...member }) => {
    return { role: "manager" as const, ...member, userId: person.id, companyId };
  });
  if (rows.length > 0) await db.insert(companyMembers).values(rows);
  return company;
}

/** What the order form of this person would send for this trim. */
export function newOrder(person: TestPerson, trim: { id: string; name: string }, orderQuantity: unknown = 100) {
  return {
    name: person.name,
    email: person.email,
    phone: "0046855512080",
    address: "Vävaregatan 14, Umeå",
    productName: trim.name,
    orderQuantity,
    trimId: trim.id,
  };
}

/** An order as the API shows it; say only what the test is about. */
export function showOrder(about: Partial<Order> = {}): Order {
  return {
    _id: randomUUID(),
    number: 46,
    ...{ name: "Astrid", email: "a@denim.example", phone: "12345", address: "Umeå" },
    ...{ productName: "Rivet", orderQuantity: 100, unitPrice: "0.0100", total: "1.0000", img: null, trimId: null },
    ...{ articleNumber: null, waitingFor: null, waitingSince: null },
    createdAt: "2026-11-21T09:00:00Z",
    ...{ review: "in-review", shipping: "pending", payment: "pending" },
    ...{ carrier: null, trackingNumber: null, trackingUrl: null, dueOn: null },
    ...{ sheetId: null, sheetNumber: null, sheetLines: null, poNumber: null, wantedOn: null },
    ...{ printedAt: null, printRun: null },
    ...{ promisedOn: null, version: 1 },
    ...{ companyId: null, company: null, termsDays: null, shipTo: null },
    ...{ shippedPieces: 0, tolerance: 0 },
    isBuyerGone: false,
    ...about,
  };
}

/** What the page of this person's order sheet would send for these trims, a line each. */
export function newSheet(person: TestPerson, trims: readonly { id: string }[], orderQuantity: unknown = 100) {
  const { name, email, phone, address } = newOrder(person, { id: "", name: "" });
  return { name, email, phone, address, lines: trims.map(({ id }) => ({ trimId: id, orderQuantity })) };
}
