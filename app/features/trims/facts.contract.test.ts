import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import vocabulary from "#db/facts.json" with { type: "json" };
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { type Facts, factShape, pickFacts, unknownFacts } from "./facts.contract.ts";
import { certificates, colours, finishes, finishSwatches, kinds, materials, swatches } from "./facts.ts";

let shop: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin", name: "Ada Admin" });
});

/** A value for each fact, so that none gets lost on the way. */
const known: Facts = {
  kind: "snap-button",
  material: "brass",
  finish: "matt black",
  colour: { name: "brass", shade: "old gold", hex: "#b8954a" },
  size: { text: "15 x 10 mm", mm: 15, mmHeight: 10.25 },
  weightGrams: 180.5,
  packingUnit: 1000,
  leadTimeDays: 21,
  countryOfMake: "PT",
  care: "Wash 60 °C, no bleach",
  certificates: ["GRS", "nickel-free EN 1811"],
  family: "pearl-snaps",
};
const each = (Object.keys(factShape) as (keyof Facts)[]).map((fact) => [fact, known[fact]] as const);

const written = (about: object = {}) => ({
  name: `Snap ${crypto.randomUUID()}`,
  ...{ price: "0.0345", img: "https://pictures.example/snap.jpg", moq: 100, quantity: 0 },
  ...about,
});

const change = (id: string, body: object) => call(shop, `PATCH /trims/${id}`, { as: admin, body });

async function recorded(id: string) {
  return shop.db.select().from(audit).where(eq(audit.objectId, id)).orderBy(audit.id);
}

describe("POST /trims", () => {
  it("keeps every fact, and records it", async () => {
    const response = await call(shop, "POST /trims", { as: admin, body: written(known) });
    const { insertedId } = await response.json();
    expect(await (await call(shop, `GET /trims/${insertedId}`)).json()).toMatchObject(known);
    expect(await recorded(insertedId)).toEqual([
      expect.objectContaining({
        after: expect.objectContaining({
          material: "brass",
          "colour.shade": "old gold",
          "size.mmHeight": 10.25,
          certificates: "GRS, nickel-free EN 1811",
        }),
      }),
    ]);
  });

  it.each<[string, unknown]>([
    ["kind", "shoe"],
    ["material", "gold"],
    ["finish", "chrome"],
    ["colour", { name: "brass", shade: null }],
    ["colour", "brass"],
    ["colour", { name: "pink", shade: null, hex: "#ff00ff" }],
    ["size", { text: "5 mm", mm: 0, mmHeight: null }],
    ["size", { text: "5 mm", mm: 5.001, mmHeight: null }],
    ["weightGrams", -1],
    ["packingUnit", 1.5],
    ["leadTimeDays", 91],
    ["countryOfMake", "pt"],
    ["countryOfMake", "XX"],
    ["care", "Never"],
    ["certificates", ["ISO 9001"]],
    ["family", "Snaps"],
  ])("refuses the %s %j with a message at its field", async (field, value) => {
    const response = await call(shop, "POST /trims", { as: admin, body: written({ [field]: value }) });
    expect(response.status).toBe(400);
    const { errors } = await response.json();
    expect(errors).toEqual([expect.objectContaining({ field: expect.stringMatching(`^${field}(\\.|$)`) })]);
  });
});

describe("PATCH /trims/:id", () => {
  it.each(each)("changes %s alone, takes it away again, and records both", async (fact, value) => {
    const { id } = await buildTrim(shop.db);
    const before = await (await call(shop, `GET /trims/${id}`)).json();
    expect(before).toMatchObject(unknownFacts);
    const answered = { ...before, lowStockAt: null };
    expect(await (await change(id, { [fact]: value })).json()).toEqual({ ...answered, [fact]: value });
    expect(await (await change(id, { [fact]: null })).json()).toEqual(answered);
    const actions = await recorded(id);
    expect(actions).toHaveLength(2);
    for (const name of Object.keys({ ...actions[0]?.before, ...actions[1]?.after })) {
      expect(name.split(".")[0]).toBe(fact);
    }
  });
});

describe("pickFacts", () => {
  it("takes a fact that the catalogue does not name as unknown", () => {
    expect(pickFacts({ slug: "rivet", finish: "copper" })).toEqual({ ...unknownFacts, finish: "copper" });
  });
});

describe("the vocabularies", () => {
  it("are those that the catalogue speaks", () => {
    const { vocabularies } = vocabulary;
    expect([kinds, materials, certificates]).toEqual([
      vocabularies.kinds,
      vocabularies.materials,
      vocabularies.certificates,
    ]);
    expect(swatches).toEqual(Object.fromEntries(vocabularies.colours.map(({ name, hex }) => [name, hex])));
    expect(finishes).toEqual(vocabularies.finishes.map(({ name }) => name));
    const metals = vocabularies.finishes.filter(({ hex }) => hex !== null);
    expect(finishSwatches).toEqual(Object.fromEntries(metals.map(({ name, hex }) => [name, hex])));
    expect(colours).toHaveLength(vocabularies.colours.length);
  });

  it("are kept by the database, too", async () => {
    const { id } = await buildTrim(shop.db);
    const values = { kind: "shoe", material: "gold", colour: "pink", certificates: "{ISO}", size_mm: 5, family: "A b" };
    for (const [column, value] of Object.entries(values)) {
      const set = shop.db.execute(sql`update trims set ${sql.identifier(column)} = ${value} where id = ${id}`);
      await expect(set, column).rejects.toMatchObject({ cause: { code: "23514" } });
    }
  });
});
