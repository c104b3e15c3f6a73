import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { priceBreaks } from "./tables.server.ts";

let shop: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin", name: "Ada Admin" });
});

const breaks = [
  { from: 2500, price: "0.2750" },
  { from: 5000, price: "0.2640" },
];
const written = (about: object = {}) => ({
  name: `Zipper ${crypto.randomUUID()}`,
  ...{ price: "0.2900", img: "https://pictures.example/zip.jpg", moq: 1000, quantity: 42_000 },
  ...about,
});
const add = (about: object) => call(shop, "POST /trims", { as: admin, body: written(about) });
const change = (id: string, body: object) => call(shop, `PATCH /trims/${id}`, { as: admin, body });
const read = async (id: string) => (await call(shop, `GET /trims/${id}`)).json();

async function added(about: object = { priceBreaks: breaks }): Promise<string> {
  const response = await add(about);
  expect(response.status).toBe(200);
  return (await response.json()).insertedId;
}

async function recorded(id: string) {
  return shop.db.select().from(audit).where(eq(audit.objectId, id)).orderBy(audit.id);
}

describe("the price breaks of a trim", () => {
  it("come with each answer, are recorded, and replace all earlier ones when sent", async () => {
    const id = await added();
    expect((await read(id)).priceBreaks).toEqual(breaks);
    const list = await (await call(shop, "GET /trims?limit=1000")).json();
    expect(list.find(({ _id }: { _id: string }) => _id === id).priceBreaks).toEqual(breaks);
    const changed = await change(id, { priceBreaks: [{ from: "10000", price: 0.25 }] });
    expect((await changed.json()).priceBreaks).toEqual([{ from: 10_000, price: "0.2500" }]);
    expect((await (await change(id, { priceBreaks: [] })).json()).priceBreaks).toEqual([]);
    expect((await recorded(id)).map(({ before, after }) => [before?.priceBreaks, after?.priceBreaks])).toEqual([
      [undefined, "2500 0.2750, 5000 0.2640"],
      ["2500 0.2750, 5000 0.2640", "10000 0.2500"],
      ["10000 0.2500", null],
    ]);
  });

  it("stay when another field changes", async () => {
    const id = await added();
    expect((await (await change(id, { description: "Indigo tape" })).json()).priceBreaks).toEqual(breaks);
  });

  it("are refused at the field that does not fall, in a new trim and in an existing one", async () => {
    const faulty = { priceBreaks: [breaks[0], { from: 2500, price: "0.2750" }] };
    const id = await added();
    for (const response of [await add(faulty), await change(id, faulty)]) {
      expect(response.status).toBe(400);
      expect((await response.json()).errors).toEqual([
        { field: "priceBreaks.1.from", message: "Please write more pieces than the break before it has" },
        { field: "priceBreaks.1.price", message: "Please write a lower price than the break before it has" },
      ]);
    }
    expect((await read(id)).priceBreaks).toEqual(breaks);
  });

  it.each<[object, string]>([
    [{ moq: 2500 }, "priceBreaks.0.from"],
    [{ price: "0.2750" }, "priceBreaks.0.price"],
  ])("are judged when only %j changes", async (body, field) => {
    const id = await added();
    const response = await change(id, body);
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toEqual([expect.objectContaining({ field })]);
  });

  it.each<[unknown, string]>([
    [[{ from: 0, price: "0.1" }], "priceBreaks.0.from"],
    [[{ from: 5000, price: "free" }], "priceBreaks.0.price"],
    [[{ from: 5000 }], "priceBreaks.0.price"],
    [Array.from({ length: 6 }, (_, at) => ({ from: 2000 + at, price: `0.1${9 - at}` })), "priceBreaks"],
    [null, "priceBreaks"],
  ])("refuse %j with a message at %s", async (priceBreaks, field) => {
    const response = await add({ priceBreaks });
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toContainEqual(expect.objectContaining({ field }));
  });

  it("are kept falling by the database, too, whichever of the two changes", async () => {
    const { id: trimId } = await buildTrim(shop.db, { moq: 1000, price: "0.2900" });
    const insert = (from: number, price: string) => shop.db.insert(priceBreaks).values({ trimId, from, price });
    const refused = { cause: { code: "23514" } };
    await insert(2500, "0.2750");
    await expect(insert(1000, "0.2800")).rejects.toMatchObject(refused);
    await expect(insert(5000, "0.2750")).rejects.toMatchObject(refused);
    await expect(insert(2000, "0.2700")).rejects.toMatchObject(refused);
    await expect(shop.db.execute(sql`update trims set moq = 2500 where id = ${trimId}`)).rejects.toMatchObject(refused);
    await expect(shop.db.execute(sql`update trims set price = 0.2 where id = ${trimId}`)).rejects.toMatchObject(
      refused,
    );
    for (const at of [1, 2, 3, 4]) await insert(2500 + at, `0.27${50 - at}`);
    await expect(insert(9000, "0.1")).rejects.toMatchObject(refused);
  });
});

describe("the low mark of the stock", () => {
  it("is sent to admins alone, recorded, and null until somebody sets it", async () => {
    const id = await added({ lowStockAt: 10_000 });
    expect(await read(id)).not.toHaveProperty("lowStockAt");
    const stock = async () => (await call(shop, `GET /trims/${id}/stock`, { as: admin })).json();
    expect((await stock()).lowStockAt).toBe(10_000);
    expect((await (await change(id, { lowStockAt: null })).json()).lowStockAt).toBeNull();
    expect((await stock()).lowStockAt).toBeNull();
    expect((await recorded(id)).at(-1)).toMatchObject({ before: { lowStockAt: 10_000 }, after: { lowStockAt: null } });
  });

  it.each([-1, 1.5, "many"])("is never %j", async (lowStockAt) => {
    expect((await add({ lowStockAt })).status).toBe(400);
  });
});
