import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { unguard } from "#app/contract/csv.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, buildTrims } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

let shop: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
});

async function exported() {
  const response = await call(shop, "GET /trims.csv", { as: admin });
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="items.csv"');
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
  expect(text.startsWith("\uFEFF")).toBe(true);
  return Papa.parse<string[]>(text.slice(1).trimEnd()).data;
}

describe("GET /trims.csv", () => {
  it("is recorded", async () => {
    await exported();
    const [entry] = await (await call(shop, "GET /audit?limit=1", { as: admin })).json();
    expect(entry).toMatchObject({
      action: "export-items",
      email: admin.email,
      object: "items",
      before: null,
      after: null,
    });
  });

  it("holds every item with all its columns, text guarded", async () => {
    const body = {
      ...{ name: "=Rivet", price: "0.024", moq: 100, quantity: 5000, lowStockAt: 300, line: "rivets" },
      ...{ description: 'Two\nlines, "quoted"', alt: "@alt", img: "/images/products/mini-rivet-brass-7.webp" },
      priceBreaks: [
        { from: 200, price: "0.02" },
        { from: 900, price: "0.0101" },
      ],
      ...{ kind: "rivet", material: "brass", finish: "antique brass", weightGrams: 12.5, packingUnit: 100 },
      colour: { name: "brass", shade: "old gold", hex: "#b8954a" },
      size: { text: "9.5 mm", mm: 9.5, mmHeight: null },
      ...{ leadTimeDays: 12, countryOfMake: "PT", care: "Wash 40 °C, no bleach", family: "rivets" },
      certificates: ["GRS", "OEKO-TEX Standard 100"],
    };
    expect((await call(shop, "POST /trims", { as: admin, body })).status).toBe(200);
    const [heads, row] = await exported();
    expect(heads).toEqual([
      ...["number", "name", "line", "price", "moq", "from_2", "price_2", "from_3", "price_3", "from_4", "price_4"],
      ...["from_5", "price_5", "from_6", "price_6", "quantity", "restock", "low_mark", "kind", "material", "finish"],
      ...["colour", "shade", "swatch", "size", "size_mm", "height_mm", "weight_g", "packing_unit", "lead_days"],
      ...["country", "care", "certificates", "family", "description", "alt", "image"],
    ]);
    expect(row).toEqual([
      ...["1", "'=Rivet", "Rivets", "0.0240", "100", "200", "0.0200", "900", "0.0101", "", "", "", "", "", ""],
      ...["5000", "", "300", "rivet", "brass", "antique brass", "brass", "old gold", "#b8954a", "9.5 mm", "9.5", ""],
      ...["12.5", "100", "12", "PT", "Wash 40 °C, no bleach", "OEKO-TEX Standard 100; GRS", "rivets"],
      ...['Two\nlines, "quoted"', "'@alt", "/images/products/mini-rivet-brass-7.webp"],
    ]);
    expect(row?.map(unguard)).toContain("=Rivet");
  });

  it("holds them by number over many pages, without those that were deleted", async () => {
    const gone = await buildTrim(shop.db);
    await call(shop, `DELETE /trims/${gone.id}`, { as: admin });
    const many = await buildTrims(shop.db, 1100);
    const [, ...rows] = await exported();
    const numbers = rows.map(([number]) => Number(number));
    expect(numbers).toEqual([1, ...many.map(({ number }) => number).toSorted((a, b) => a - b)]);
  });
});
