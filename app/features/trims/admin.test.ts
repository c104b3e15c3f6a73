import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { ordersFor, readStock } from "#test/stock.ts";
import { unknownFacts } from "./facts.contract.ts";

let shop: TestApp;
let admin: TestPerson;
let buyer: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin", name: "Ada Admin" });
  buyer = await signedIn(shop.db);
});

const written = (about: object = {}) => ({
  name: `Shank button ${crypto.randomUUID()}`,
  price: "0.0345",
  img: "https://pictures.example/button.jpg",
  moq: "100",
  quantity: "0",
  ...about,
});

async function added(about: object = {}): Promise<{ id: string; name: string }> {
  const body = written(about);
  const response = await call(shop, "POST /trims", { as: admin, body });
  expect(response.status).toBe(200);
  return { id: (await response.json()).insertedId, name: body.name };
}

const change = (id: string, body: object, headers = {}) =>
  call(shop, `PATCH /trims/${id}`, { as: admin, body, headers });

/** Each value with the field that rejects it. */
function at(field: string) {
  return (value: unknown): [string, unknown] => [field, value];
}

/** Asserts that stock put in = stock left + pieces in open orders. */
async function expectBalance(id: string) {
  const stock = await (await call(shop, `GET /trims/${id}/stock`, { as: admin })).json();
  expect(stock.putIn).toBe(stock.quantity + stock.inOpenOrders + stock.shipped);
  return stock;
}

describe("POST /trims", () => {
  it.each(["耐磨金属铆钉", "铆"])("takes a long description without spaces: %s", async (words) => {
    const description = words.repeat(2000).slice(0, 2000);
    const { id } = await added({ description });
    expect((await change(id, { description: description.slice(0, 1999) })).status).toBe(200);
  });

  it("takes a certificate that is named twice, and so does a change", async () => {
    const { id } = await added({ certificates: ["GRS", "GRS"] });
    expect((await change(id, { certificates: ["FSC", "FSC", "GRS"] })).status).toBe(200);
    expect((await change(id, { certificates: [] })).status).toBe(200);
  });

  it("puts a trim into the catalogue and on the next pages", async () => {
    const before = shop.changes.count;
    const { id, name } = await added();
    expect(await (await call(shop, `GET /trims/${id}`)).json()).toEqual({
      ...{ _id: id, name, price: "0.0345", img: "https://pictures.example/button.jpg", moq: 100, quantity: 0 },
      ...{ description: "", alt: name, line: null, number: expect.any(Number) },
      priceBreaks: [],
      ...unknownFacts,
    });
    expect(shop.changes.count).toBe(before + 1);
  });

  it("keeps description, alt and line, and records the act", async () => {
    const about = { description: "Deep-drawn brass", alt: "A brass button", line: "buttons", quantity: 5000 };
    const { id, name } = await added(about);
    expect(await (await call(shop, `GET /trims/${id}`)).json()).toMatchObject(about);
    expect(await shop.db.select().from(audit).where(eq(audit.objectId, id))).toEqual([
      expect.objectContaining({ action: "add-trim", object: name, email: admin.email, before: null }),
    ]);
    expect((await expectBalance(id)).movements).toEqual([
      expect.objectContaining({ delta: 5000, why: "first stock", email: admin.email }),
    ]);
  });

  it.each([
    ["0.0345", "0.0345"],
    [0.0345, "0.0345"],
    [12, "12.0000"],
    ["99999999.9999", "99999999.9999"],
    ["0", "0.0000"],
    ["0,0345", "0.0345"],
    [".03450000\u200b", "0.0345"],
    ["1,234.5", "1234.5000"],
  ])("takes the price %j exactly", async (price, stored) => {
    const { id } = await added({ price });
    expect((await (await call(shop, `GET /trims/${id}`)).json()).price).toBe(stored);
  });

  it.each<[string, unknown]>([
    ...["abc", "", "-1", -1, "0.00001", "1e3", "100000000", "1,2,3", null, 0.00001].map(at("price")),
    ...[0, "0", "", 1.5, "1e3", -1].map(at("moq")),
    ...[-1, "-1", "many", "", 2_000_000_000].map(at("quantity")),
    ...[" ", "\u200b", "Rivet\nPrice: 0", "x".repeat(201)].map(at("name")),
    ...["", "javascript:alert(1)", "/etc/passwd", "/images/uploads/../../x.webp"].map(at("img")),
    ["line", "shoes"],
    ["description", "x".repeat(2001)],
  ])("refuses the %s %j with a message at its field", async (field, value) => {
    const response = await call(shop, "POST /trims", { as: admin, body: written({ [field]: value }) });
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toContainEqual(expect.objectContaining({ field }));
  });

  // A4
  it.each(["_id", "id", "number", "createdAt", "removedAt"])("refuses a body with %s", async (key) => {
    expect((await call(shop, "POST /trims", { as: admin, body: written({ [key]: 1 }) })).status).toBe(400);
  });

  it("refuses a name that is taken with 409, whatever its case, and once when two add it at once", async () => {
    const { name } = await added();
    const again = await call(shop, "POST /trims", { as: admin, body: written({ name: name.toUpperCase() }) });
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ code: "name-taken", errors: [{ field: "name" }] });
    for (const same of [
      name.replace(" ", "\u00a0"),
      name.replace(" ", "  "),
      `${name}\u200b`,
      name.replace("-", "\u2011"),
    ]) {
      for (const alike of [same, `Sha\u00ad${same.slice(3)}`, `${same}\u200d`]) {
        const response = await call(shop, "POST /trims", { as: admin, body: written({ name: alike }) });
        expect([alike, response.status]).toEqual([alike, 409]);
      }
    }
    const umlaut = await added({ name: `Knöpfe ${name}` });
    const apart = await call(shop, "POST /trims", { as: admin, body: written({ name: umlaut.name.normalize("NFD") }) });
    expect(apart.status).toBe(409);
    const body = written();
    const both = await Promise.all([1, 2].map(() => call(shop, "POST /trims", { as: admin, body })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("PATCH /trims/:id", () => {
  it("changes only the fields that are sent; placed orders keep their price", async () => {
    const trim = await buildTrim(shop.db, { price: "0.5000" });
    await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, 200) });
    const before = shop.changes.count;
    const answer = await (await change(trim.id, { price: 0.75, line: "rivets", name: `${trim.name} II` })).json();
    expect(answer).toMatchObject({ price: "0.7500", line: "rivets", name: `${trim.name} II`, quantity: 800, moq: 100 });
    expect(await ordersFor(shop.db, trim.id)).toEqual([
      expect.objectContaining({ unitPrice: "0.5000", total: "100.0000", productName: trim.name }),
    ]);
    expect(shop.changes.count).toBe(before + 1);
    expect(await shop.db.select().from(audit).where(eq(audit.objectId, trim.id))).toEqual([
      expect.objectContaining({
        action: "change-trim",
        before: { price: "0.5000", line: null, name: trim.name },
        after: { price: "0.7500", line: "rivets", name: `${trim.name} II` },
      }),
    ]);
  });

  it("moves the stock by pieces, up and down, and says who and why", async () => {
    const trim = await buildTrim(shop.db, { quantity: 500 });
    expect(await (await change(trim.id, { restock: 1500, why: "delivery 4711" })).json()).toMatchObject({
      quantity: 2000,
    });
    expect(await (await change(trim.id, { restock: "-300" })).json()).toMatchObject({ quantity: 1700 });
    const actions = await shop.db.select({ action: audit.action }).from(audit).where(eq(audit.objectId, trim.id));
    expect(actions).toEqual([{ action: "restock-trim" }, { action: "restock-trim" }]);
    const { movements, putIn } = await expectBalance(trim.id);
    expect(putIn).toBe(1700);
    expect(movements).toEqual([
      expect.objectContaining({ delta: -300, why: "restock", email: admin.email }),
      expect.objectContaining({ delta: 1500, why: "delivery 4711" }),
      expect.objectContaining({ delta: 500, email: null }),
    ]);
  });

  it("refuses to take out more than is left with 409, and leaves all as it was", async () => {
    const trim = await buildTrim(shop.db, { quantity: 500 });
    const response = await change(trim.id, { restock: -501, price: "9" });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "stock-too-low", errors: [{ field: "restock" }] });
    expect(await (await call(shop, `GET /trims/${trim.id}`)).json()).toMatchObject({ quantity: 500, price: "0.0620" });
    expect((await change(trim.id, { restock: 1_000_000_000 })).status).toBe(400);
  });

  it("refuses to overwrite what another admin has changed since, and says what it holds now", async () => {
    const trim = await buildTrim(shop.db, { price: "0.0620", description: "Struck for a test" });
    const was = { price: "0.062", moq: 100 };
    expect((await change(trim.id, { price: "0.07", was })).status).toBe(200);
    const late = await change(trim.id, { price: "0.08", was });
    expect([late.status, await late.json()]).toEqual([
      412,
      expect.objectContaining({
        code: "trim-changed",
        errors: [{ field: "price", message: "Somebody changed it from 0.0620 to 0.0700" }],
      }),
    ]);
    // The same value is no conflict, nor is another field.
    expect((await change(trim.id, { price: "0.07", was })).status).toBe(200);
    expect((await change(trim.id, { description: "New", was: { description: "Struck for a test" } })).status).toBe(200);
    const breaks = { priceBreaks: [{ from: 1000, price: "0.06" }], was: { priceBreaks: [] } };
    expect((await change(trim.id, breaks)).status).toBe(200);
    expect((await change(trim.id, { ...breaks, priceBreaks: [] })).status).toBe(412);
    const now = await (await call(shop, `GET /trims/${trim.id}`)).json();
    expect(now).toMatchObject({ price: "0.0700", description: "New", priceBreaks: [{ from: 1000 }] });
  });

  it("loses no order that is placed meanwhile", async () => {
    const trim = await buildTrim(shop.db, { moq: 1, quantity: 1000 });
    const work = Array.from({ length: 40 }, (_, at) =>
      at % 2
        ? change(trim.id, { restock: 10 })
        : call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, 7) }),
    );
    for (const { status } of await Promise.all(work)) expect(status).toBe(200);
    expect(await readStock(shop.db, trim.id)).toBe(1000 + 20 * 10 - 20 * 7);
    await expectBalance(trim.id);
  });

  it("restocks once when the same request comes three times", async () => {
    const trim = await buildTrim(shop.db, { quantity: 0 });
    for (let time = 0; time < 3; time++) await change(trim.id, { restock: 5 }, { "idempotency-key": "delivery" });
    expect(await readStock(shop.db, trim.id)).toBe(5);
  });

  it.each([{ quantity: 5 }, { number: 1 }, { removedAt: null }, { restock: 0 }, { restock: 1.5 }, { restock: "1e3" }])(
    "refuses %j with 400",
    async (body) => {
      const trim = await buildTrim(shop.db);
      expect((await change(trim.id, body)).status).toBe(400);
    },
  );

  it("refuses another trim's name with 409 and an unknown trim with 404", async () => {
    const [one, other] = [await buildTrim(shop.db), await buildTrim(shop.db)];
    expect((await change(one.id, { name: other.name.toUpperCase() })).status).toBe(409);
    expect((await change(one.id, { name: one.name.toUpperCase() })).status).toBe(200);
    expect((await change("01980000-0000-7000-8000-000000000000", { price: "1" })).status).toBe(404);
  });

  it("gives a name to one of two trims when two admins take it at once", async () => {
    for (let round = 0; round < 8; round++) {
      const [one, other] = [await buildTrim(shop.db), await buildTrim(shop.db)];
      const name = `Taken at once ${round}`;
      const answers = await Promise.all([change(one.id, { name }), change(other.id, { name: name.toUpperCase() })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(await refused?.json()).toMatchObject({ code: "name-taken", errors: [{ field: "name" }] });
    }
  });
});

describe("DELETE /trims/:id", () => {
  it("takes the trim out of the catalogue; its orders stay and can be cancelled", async () => {
    const trim = await buildTrim(shop.db);
    const { insertedId } = await (await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) })).json();
    const answer = await call(shop, `DELETE /trims/${trim.id}`, { as: admin });
    expect(await answer.json()).toEqual({ acknowledged: true, deletedCount: 1 });
    expect((await call(shop, `GET /trims/${trim.id}`)).status).toBe(404);
    const found = await (await call(shop, `GET /trims?q=${encodeURIComponent(trim.name)}`)).json();
    expect(found.map(({ _id }: { _id: string }) => _id)).not.toContain(trim.id);
    expect((await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) })).status).toBe(404);
    expect((await change(trim.id, { restock: 5 })).status).toBe(404);
    const mine = await (await call(shop, `GET /orders?email=${buyer.email}`, { as: buyer })).json();
    expect(mine).toContainEqual(expect.objectContaining({ _id: insertedId, productName: trim.name }));
    const cancelled = await call(shop, `DELETE /orders/${insertedId}`, { as: buyer });
    expect(await cancelled.json()).toMatchObject({ deletedCount: 1 });
    await expectBalance(trim.id);
  });

  it("frees the name for a new trim", async () => {
    const { id, name } = await added();
    await call(shop, `DELETE /trims/${id}`, { as: admin });
    await added({ name });
  });

  it("answers 0 for an unknown id", async () => {
    const answer = await call(shop, "DELETE /trims/01980000-0000-7000-8000-000000000000", { as: admin });
    expect(await answer.json()).toMatchObject({ deletedCount: 0 });
  });
});
