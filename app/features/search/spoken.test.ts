import { beforeAll, expect, it } from "vitest";
import { countAnew } from "#app/features/orders/sums/sums.server.ts";
import { prepareSearch } from "#app/features/trims/find/search-engine.server.ts";
import { seedDemo } from "#db/seed.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

// What people say on the phone, and what staff type then: the reference of the search, on the demo's year.

const seller = { address: ["Loom Lane 3"], contact: "help@shop.example", bank: [], terms: [] };

let shop: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  await prepareSearch(shop.db);
  await seedDemo(shop.db, { now: new Date(), timeZone: "UTC", seller });
  await countAnew(shop.db);
  admin = await signedIn(shop.db, { role: "admin" });
}, 60_000);

async function list(path: string): Promise<Record<string, unknown>[]> {
  const response = await call(shop, `GET ${path}`, { as: admin });
  expect(response.status).toBe(200);
  return response.json();
}

/** Buyers as they are said, and the name on their orders. */
const people: [typed: string, name: string][] = [
  ["Padmapar Garments", "Nusrat Bhuiyan"],
  ["padmapar", "Nusrat Bhuiyan"],
  ["Nusrat", "Nusrat Bhuiyan"],
  ["Bhuiyan Nusrat", "Nusrat Bhuiyan"],
  ["Nusrad", "Nusrat Bhuiyan"],
  ["Bhuyan", "Nusrat Bhuiyan"],
  ["Kowalczik", "Marta Kowalczyk"],
  ["Lam Thuy", "Lâm Thùy Dương"],
  ["Sarigol", "Elif Sarıgöl"],
  ["cinaralti", "Elif Sarıgöl"],
  ["Köppernik", "Anselm Köppernick"],
  ["procurement@padmapar-garments.example", "Nusrat Bhuiyan"],
  ["@padmapar-garments.example", "Nusrat Bhuiyan"],
  ["8800017234406", "Nusrat Bhuiyan"],
  ["+880 001 723 44 06", "Nusrat Bhuiyan"],
  ["00880-001-723-4406", "Nusrat Bhuiyan"],
  ["4406", "Nusrat Bhuiyan"],
  ["723 4406", "Nusrat Bhuiyan"],
  ["phone 23 44 06", "Nusrat Bhuiyan"],
  ["(323) 555-0142", "Maribel Yslas"],
  ["House 9", "Nusrat Bhuiyan"],
  ["Jute Press Road", "Nusrat Bhuiyan"],
  ["Narayanganj", "Nusrat Bhuiyan"],
  ["Narayangan", "Nusrat Bhuiyan"],
  ["Bangladesh", "Nusrat Bhuiyan"],
  ["Sri Lanka", "Dinusha Weeraman"],
  ["Poland", "Marta Kowalczyk"],
  ["Holland", "Joris van Aalst"],
  ["Medellin", "Juliana Ospinar"],
  ["Havn & Tråd", "Freja Molbæk"],
];

it.each(people)("%s is %s, among orders, sheets and buyers", async (typed, name) => {
  const q = encodeURIComponent(typed);
  for (const path of [`/allOrders?q=${q}&limit=5`, `/orderSheets?q=${q}&limit=5`, `/buyers?q=${q}&limit=5`]) {
    const rows = await list(path);
    expect([path, rows.map((row) => row.name).includes(name)]).toEqual([path, true]);
  }
});
