import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { hashSecret } from "#app/features/companies/mails.server.ts";
import {
  companies,
  companyAddresses,
  companyInvitations,
  companyMembers,
} from "#app/features/companies/tables.server.ts";
import { insertLink } from "#app/features/identity/links.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { reviews } from "#app/features/reviews/tables.server.ts";
import { prepared } from "#app/platform/db/statements.server.ts";
import type { TestApp } from "../app.ts";
import { buildTrim } from "../builders.ts";
import { signedIn, type TestPerson } from "../people.ts";

/** Things of this person's, and two trims, made afresh. */
export async function makeThings({ db }: TestApp, owner: TestPerson) {
  const trim = await buildTrim(db);
  const soldOut = await buildTrim(db, { quantity: 0 });
  const { name, email } = owner;
  const address = "Vävaregatan 14, Umeå";
  const bought = { trimId: trim.id, productName: trim.name, orderQuantity: 100, unitPrice: "1" };
  const buyer = { userId: owner.id, name, email, phone: "12345", address };
  const [order] = await db
    .insert(orders)
    .values({ ...buyer, ...bought })
    .returning();
  const [sheet] = await db
    .insert(orderSheets)
    .values({ ...buyer, lines: 1, pieces: 100, total: "100.00" })
    .returning();
  await db.insert(orders).values({ ...buyer, ...bought, sheetId: sheet?.id ?? null });
  const written = { name, email, review: "Even.", ratings: 5 };
  const hidden = { hiddenAt: new Date().toISOString(), hiddenReason: "other", hiddenNote: "Sent twice" } as const;
  const [review, hiddenReview] = await db
    .insert(reviews)
    .values([written, { ...written, ...hidden }])
    .returning();
  return {
    ...{ trim, soldOut, company: await makeCompany(db, owner) },
    sheetId: sheet?.id ?? "",
    orderId: order?.id ?? "",
    reviewId: review?.id ?? "",
    hiddenReviewId: hiddenReview?.id ?? "",
    link: await insertLink(db, "verify-email", owner.id),
  };
}

/** A company of this person, who manages it, with a colleague, an address and an invitation for somebody else. */
async function makeCompany(db: TestApp["db"], { id: userId }: TestPerson) {
  const [company] = await db.insert(companies).values({ name: "Norrland Denim", country: "SE" }).returning();
  const companyId = company?.id ?? "";
  const colleague = await signedIn(db);
  await db.insert(companyMembers).values({ userId: colleague.id, companyId, role: "purchaser" });
  // Somebody whose account was deleted belongs to none.
  const isThere = await db.$count(users, eq(users.id, userId));
  if (isThere) await db.insert(companyMembers).values({ userId, companyId, role: "manager" });
  const street = { label: "Dock 4", street: "Vävaregatan 14", postcode: "903 21", town: "Umeå", country: "SE" };
  const [address] = await db
    .insert(companyAddresses)
    .values({ ...street, companyId })
    .returning();
  const token = crypto.randomUUID();
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const invited = { companyId, email: `${token}@norrland-denim.example`, role: "viewer" } as const;
  const [invitation] = await db
    .insert(companyInvitations)
    .values({ ...invited, expiresAt, hash: hashSecret(token) })
    .returning();
  const ids = { companyId, addressId: address?.id ?? "", invitationId: invitation?.id ?? "" };
  return { ...ids, colleagueId: colleague.id, version: company?.version ?? "", token };
}

/** Everything a call might change, but for the sessions that come and go with the cells themselves. */
const TABLES = [
  ...["users", "profiles", "orders", "order_sheets", "order_drafts", "trims", "reviews", "stock_movements", "watches"],
  ...["uploads", "catalogue_imports", "audit", "order_events", "buyer_notes", "invoices"],
  ...["print_runs", "deliveries", "delivery_lines"],
  ...["invoiced_orders", "invoice_counters", "passkeys", "recovery_codes"],
  ...["companies", "company_members", "company_invitations", "staff_invitations", "approvals", "company_addresses"],
  ...["credit_notes", "credit_note_counters", "payments", "reminders"],
];

// Without an order of the rows, whose sorting took most of the time of all cells, and planned once.
const readSums = prepared("fingerprint", (db) => {
  const each = TABLES.map(
    (name) => `(select concat(count(*), ' ', bit_xor(hashtextextended(t::text, 0))) from ${name} t)`,
  );
  return db.select({ sums: sql<string>`concat_ws(',', ${sql.raw(each.join(", "))})` }).from(sql`(values (1)) as one`);
});

/** What they hold, in a line that differs as soon as a row does. */
export async function fingerprint({ db }: TestApp): Promise<string> {
  const [row] = await readSums(db);
  return row?.sums ?? expect.unreachable();
}
