import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newSheet } from "#test/builders.ts";
import { buildCompany, callAsMember } from "#test/companies.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { readStock } from "#test/stock.ts";

let shop: TestApp;
let buyer: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db, { name: "Nusrat Bhuiyan" });
  admin = await signedIn(shop.db, { role: "admin", name: "Demo Admin" });
});

function enter(forId: string, body: object, headers: Record<string, string> = {}) {
  const all = { "idempotency-key": randomUUID(), ...headers };
  return call(shop, `POST /buyers/${forId}/orderSheets`, { as: admin, body, headers: all });
}

const withoutPerson = (trims: Parameters<typeof newSheet>[1]) => {
  const { name: _, email: __, ...sheet } = newSheet(buyer, trims);
  return sheet;
};

describe("a sheet that staff enter for a buyer", () => {
  it("is the buyer's, says who entered it, and takes the stock once", async () => {
    const trim = await buildTrim(shop.db);
    const before = (await readStock(shop.db, trim.id)) ?? 0;
    const key = { "idempotency-key": randomUUID() };
    const answer = await enter(buyer.id, withoutPerson([trim]), key);
    expect(answer.status).toBe(200);
    const { number, orderIds } = await answer.json();
    expect((await (await enter(buyer.id, withoutPerson([trim]), key)).json()).number).toBe(number);
    const sheet = await (await call(shop, `GET /orderSheets/${number}`, { as: buyer })).json();
    expect(sheet).toMatchObject({ name: "Nusrat Bhuiyan", email: buyer.email, enteredBy: "Demo Admin" });
    const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderIds[0]));
    expect(order).toMatchObject({ userId: buyer.id, email: buyer.email });
    const events = await shop.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderIds[0]));
    expect(events).toMatchObject([{ kind: "placed", actorId: admin.id, actorRole: "admin" }]);
    expect(await readStock(shop.db, trim.id)).toBe(before - 100);
  });

  it("is mailed to the buyer, who reads who entered it, and not twice", async () => {
    const { number } = await (await enter(buyer.id, withoutPerson([await buildTrim(shop.db)]))).json();
    const sent = (await listMails(shop.db)).filter(
      ({ subject, to }) => subject.includes(`Sheet S-${number}`) && to.address === buyer.email,
    );
    expect(sent).toHaveLength(1);
    expect(sent[0]?.subject).toContain(`Sheet S-${number} placed for you`);
    expect(sent[0]?.text).toContain("Demo Admin of our office has entered this order for you");
  });

  it("is refused for nobody, for staff, and at a price that nobody saw", async () => {
    const trim = await buildTrim(shop.db);
    expect((await enter(randomUUID(), withoutPerson([trim]))).status).toBe(404);
    expect((await enter(admin.id, withoutPerson([trim]))).status).toBe(404);
    const { lines, ...about } = withoutPerson([trim]);
    const dear = { ...about, lines: lines.map((line) => ({ ...line, unitPrice: "0.0001" })) };
    expect((await enter(buyer.id, dear)).status).toBe(409);
  });
});

describe("freight and discounts of a sheet that staff enter", () => {
  const freight = { kind: "freight", amount: "120.00", reason: "Air freight to Porto" };
  const discount = { kind: "discount", amount: "1.20", reason: "Agreed on the phone" };

  it("are on it from the start: in its history, the record and the one mail", async () => {
    const trim = await buildTrim(shop.db);
    const answer = await enter(buyer.id, { ...withoutPerson([trim]), charges: [freight, discount] });
    const { number, insertedId } = await answer.json();
    const sheet = await (await call(shop, `GET /orderSheets/${number}`, { as: buyer })).json();
    expect(sheet).toMatchObject({ version: 1, charges: [freight, discount] });
    const said = sheet.events.map(({ note }: { note: string | null }) => note);
    expect(said).toEqual(expect.arrayContaining(["Added: Freight $120.00, Air freight to Porto"]));
    expect(await shop.db.$count(audit, eq(audit.objectId, insertedId))).toBe(2);
    const mails = (await listMails(shop.db)).filter(
      ({ subject, to }) => subject.includes(`S-${number}`) && to.address === buyer.email,
    );
    expect(mails).toHaveLength(1);
    // 100 at $0.0620.
    expect(mails[0]?.subject).toContain("$125.00");
    for (const words of ["Goods: $6.20", "Freight: $120.00, Air freight to Porto", "Discount: −$1.20"])
      expect(mails[0]?.text).toContain(words);
  });

  it("leave something to pay, or nothing but never less, and no buyer adds them", async () => {
    const trim = await buildTrim(shop.db);
    const much = { ...discount, amount: "6.21" };
    const refused = await enter(buyer.id, { ...withoutPerson([trim]), charges: [much] });
    expect([refused.status, (await refused.json()).errors]).toEqual([
      400,
      [{ field: "charges", message: "The discounts would be more than the total" }],
    ]);
    expect((await enter(buyer.id, { ...withoutPerson([trim]), charges: [{ ...much, amount: "6.20" }] })).status).toBe(
      200,
    );
    const own = {
      as: buyer,
      body: { ...newSheet(buyer, [trim]), charges: [freight] },
      headers: { "idempotency-key": "q" },
    };
    expect((await call(shop, "POST /orderSheets", own)).status).toBe(400);
  });
});

describe("the delivery that staff start with", () => {
  it("has the company's address book, and the fields of the addresses that were used", async () => {
    const { manager, name } = await buildCompany(shop.db, { country: "TR", creditLimit: "500" });
    const address = { label: "Dock 4", street: "Fabriksgatan 3", postcode: "903 27", town: "Umeå", country: "SE" };
    const kinds = { isDefault: true, isForInvoices: false };
    expect((await callAsMember(shop, "POST /company/addresses", manager, { ...address, ...kinds })).status).toBe(200);
    const shipTo = { company: "Kaunas Knit", street: "Taikos 12", town: "Kaunas", country: "LT" };
    const sheet = { ...withoutPerson([await buildTrim(shop.db)]), shipTo };
    expect((await enter(manager.id, sheet)).status).toBe(200);
    const delivery = await (await call(shop, `GET /buyers/${manager.id}/delivery`, { as: admin })).json();
    expect(delivery).toMatchObject({
      ...{ company: name, country: "TR", book: [{ ...address, ...kinds }] },
      credit: { limit: "500.00", open: "0.00", uninvoiced: "0.00" },
      addresses: [{ address: "Kaunas Knit\nTaikos 12\nKaunas\nLithuania", shipTo }],
    });
  });
});

describe("a draft for a buyer", () => {
  const read = (as: TestPerson, forId?: string) => call(shop, `GET /orderDraft${forId ? `?for=${forId}` : ""}`, { as });
  const write = (forId: string, trimId: string, version: string) =>
    call(shop, `PUT /orderDraft?for=${forId}`, {
      ...{ as: admin, body: { lines: [{ trimId, orderQuantity: 100 }] } },
      headers: { "if-match": version },
    });

  it("stays apart from the author's own and from the buyer's, and is empty once it is sent", async () => {
    const trim = await buildTrim(shop.db);
    const saved = await write(buyer.id, trim.id, '"none"');
    expect(saved.status).toBe(200);
    for (const answer of [await read(admin), await read(buyer)]) expect((await answer.json()).lines).toEqual([]);
    const version = { "if-match": saved.headers.get("etag") ?? "" };
    expect((await enter(buyer.id, withoutPerson([trim]), { "if-match": '"none"' })).status).toBe(412);
    expect((await enter(buyer.id, withoutPerson([trim]), version)).status).toBe(200);
    expect((await (await read(admin, buyer.id)).json()).lines).toEqual([]);
  });

  it("is nobody's but its author's: a buyer cannot name another", async () => {
    const other = await signedIn(shop.db);
    expect((await read(other, buyer.id)).status).toBe(404);
    expect((await read(admin, randomUUID())).status).toBe(404);
    expect((await read(buyer, buyer.id)).status).toBe(200);
  });
});

describe("a PO number that was used before", () => {
  const readUsed = async (as: TestPerson, po: string, forId?: string) => {
    const answer = await call(shop, `GET /usedPoNumbers?po=${po}${forId ? `&for=${forId}` : ""}`, { as });
    return answer.status === 200
      ? (await answer.json()).map(({ number }: { number: number }) => number)
      : answer.status;
  };

  it("is pointed out to its buyer and to staff who enter a sheet for them, and to nobody else", async () => {
    const trim = await buildTrim(shop.db);
    const answer = await enter(buyer.id, { ...withoutPerson([trim]), poNumber: "CD-2608" });
    const { number, insertedId } = await answer.json();
    expect(await readUsed(buyer, "cd-2608")).toEqual([number]);
    expect(await readUsed(buyer, "CD-26")).toEqual([]);
    expect(await readUsed(admin, "CD-2608", buyer.id)).toEqual([number]);
    expect(await readUsed(admin, "CD-2608")).toEqual([]);
    const other = await signedIn(shop.db);
    expect(await readUsed(other, "CD-2608")).toEqual([]);
    expect(await readUsed(other, "CD-2608", buyer.id)).toBe(404);
    const headers = { "idempotency-key": randomUUID() };
    await call(shop, `DELETE /orderSheets/${insertedId}`, { as: admin, headers, body: { reason: "Ordered twice" } });
    expect(await readUsed(buyer, "CD-2608")).toEqual([]);
  });
});
