import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { startTestApp } from "#test/app.ts";
import { buildTrim, newOrder, newSheet } from "#test/builders.ts";
import { buildCompany } from "#test/companies.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn } from "#test/people.ts";

/** Who got the documents of an order and a sheet of the purchaser, whose order was then invoiced. */
async function listEnclosed(isDocumentsEmailConfirmed: boolean) {
  const shop = await startTestApp({ limits: "off" });
  const documentsEmail = "muhasebe@cinaralti.example";
  const { purchaser } = await buildCompany(shop.db, { documentsEmail, isDocumentsEmailConfirmed });
  const admin = await signedIn(shop.db, { role: "admin" });
  const trim = await buildTrim(shop.db);
  const headers = { "idempotency-key": randomUUID() };
  const ordered = await call(shop, "POST /orders", { as: purchaser, body: newOrder(purchaser, trim) });
  const { insertedId } = await ordered.json();
  const sheet = await call(shop, "POST /orderSheets", { as: purchaser, headers, body: newSheet(purchaser, [trim]) });
  expect(sheet.status).toBe(200);
  await listMails(shop.db);
  for (const body of [
    { track: "review", from: "in-review", to: "accepted" },
    { track: "payment", from: "pending", to: "invoiced" },
  ]) {
    expect((await call(shop, `POST /orders/${insertedId}/moves`, { as: admin, body })).status).toBe(200);
  }
  const mails = (await listMails(shop.db)).filter(({ enclosed = [] }) => enclosed.length > 0);
  const kindsTo = (address: string) =>
    mails.filter(({ to }) => to.address === address).map(({ enclosed = [] }) => enclosed[0]?.replace(/ \S+$/, ""));
  return { person: kindsTo(purchaser.email), company: kindsTo(documentsEmail) };
}

const documents = ["confirmation order", "confirmation sheet", "invoice order"];

it("confirmations and invoices go to the person and to the company's confirmed address", async () => {
  const { person, company } = await listEnclosed(true);
  expect([person.toSorted(), company.toSorted()]).toEqual([documents, documents]);
});

it("an address that nobody has confirmed gets nothing", async () => {
  const { person, company } = await listEnclosed(false);
  expect([person.toSorted(), company]).toEqual([documents, []]);
});
