import { and, desc, eq, gte, isNotNull } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { formatTotal } from "#app/contract/money.ts";
import type { BuyerRow } from "#app/features/buyers/contract.ts";
import { creditNotes, invoicedOrders, invoices } from "#app/features/documents/tables.server.ts";
import { invoiceBalances } from "#app/features/money/tables.server.ts";
import { correctTyped } from "#app/features/orders/find/search.server.ts";
import { countAnew } from "#app/features/orders/sums/sums.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { prepareSearch } from "#app/features/trims/find/search-engine.server.ts";
import { seedDemo } from "#db/seed.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import type { Found, SearchAnswer } from "./contract.ts";

// What people say on the phone, and what staff type then: the reference of the search, on the demo's year.

const seller = { address: ["Loom Lane 3"], contact: "help@shop.example", bank: [], terms: [] };

let shop: TestApp;
let admin: TestPerson;
/** A shipped order of a sheet that is on an invoice. */
let known: typeof orders.$inferSelect & { invoice: string };
/** An invoice over a thousand dollars or more, as its list shows it. */
let large: { number: string; billed: string };
/** A credit note, and the number of its invoice. */
let credited: { note: string; serial: number; invoice: string };

beforeAll(async () => {
  shop = await startTestApp();
  await prepareSearch(shop.db);
  await seedDemo(shop.db, { now: new Date(), timeZone: "UTC", seller });
  await countAnew(shop.db);
  admin = await signedIn(shop.db, { role: "admin" });
  const [found] = await shop.db
    .select({ order: orders, invoice: invoices.number })
    .from(orders)
    .innerJoin(invoicedOrders, eq(invoicedOrders.orderId, orders.id))
    .innerJoin(invoices, eq(invoices.id, invoicedOrders.invoiceId))
    .where(and(isNotNull(orders.trackingNumber), isNotNull(orders.poNumber)))
    .orderBy(desc(orders.number))
    .limit(1);
  known = found ? { ...found.order, invoice: found.invoice } : expect.unreachable();
  [large = expect.unreachable()] = await shop.db
    .select({ number: invoiceBalances.number, billed: invoiceBalances.billed })
    .from(invoiceBalances)
    .where(gte(invoiceBalances.billed, "1000"))
    .orderBy(desc(invoiceBalances.id))
    .limit(1);
  [credited = expect.unreachable()] = await shop.db
    .select({ note: creditNotes.number, serial: creditNotes.serial, invoice: invoices.number })
    .from(creditNotes)
    .innerJoin(invoices, eq(invoices.id, creditNotes.invoiceId))
    .limit(1);
}, 60_000);

async function read<Answer>(path: string): Promise<Answer> {
  const response = await call(shop, `GET ${path}`, { as: admin });
  expect(response.status).toBe(200);
  return response.json();
}

async function search(typed: string): Promise<SearchAnswer> {
  return read(`/search?q=${encodeURIComponent(typed)}`);
}

/** What is found of a kind, as text: of an invoice its number, else the name of the person or product. */
async function listFound(typed: string, kind: Found["kind"]): Promise<string[]> {
  const { found } = await search(typed);
  return found.flatMap((of) => {
    if (of.kind !== kind) return [];
    return of.kind === "invoices" ? of.hits.map(({ number }) => number) : of.hits.map(({ name }) => name);
  });
}

/** The numbers in the list of invoices. */
async function listInvoices(typed: string): Promise<string[]> {
  const rows = await read<{ number: string }[]>(`/invoices?q=${encodeURIComponent(typed)}`);
  return rows.map(({ number }) => number);
}

/** `$1,234.50` is `1.234,50`. */
const writeGerman = (shown: string) =>
  shown.replace(/[$,.]/g, (sign) => (sign === "," ? "." : sign === "." ? "," : ""));

const nusrat = "Nusrat Bhuiyan";

describe("a buyer", () => {
  it.each([
    ["the company", "Padmapar Garments", nusrat],
    ["its beginning", "padmapar", nusrat],
    ["it with errors", "Padmappar Garmens", nusrat],
    ["the person", "Nusrat", nusrat],
    ["the last name first", "Bhuiyan Nusrat", nusrat],
    ["a name as it is heard", "Nusrad", nusrat],
    ["another one", "Bhuyan", nusrat],
    ["a Polish one", "Kowalczik", "Marta Kowalczyk"],
    ["a Vietnamese one without accents", "Lam Thuy", "Lâm Thùy Dương"],
    ["a Turkish one without accents", "Sarigol", "Elif Sarıgöl"],
    ["a company without accents", "cinaralti", "Elif Sarıgöl"],
    ["a German one with an error", "Köppernik", "Anselm Köppernick"],
    ["a company with a sign", "Havn & Tråd", "Freja Molbæk"],
    ["the e-mail", "procurement@padmapar-garments.example", nusrat],
    ["its domain", "@padmapar-garments.example", nusrat],
    ["the phone as stored", "8800017234406", nusrat],
    ["the phone in groups", "+880 001 723 44 06", nusrat],
    ["the phone from abroad", "00880-001-723-4406", nusrat],
    ["its last four digits", "4406", nusrat],
    ["more of them", "723 4406", nusrat],
    ["the same after a word", "phone 23 44 06", nusrat],
    ["an American phone", "(323) 555-0142", "Maribel Yslas"],
    ["the house", "House 9", nusrat],
    ["the street", "Jute Press Road", nusrat],
    ["the city", "Narayanganj", nusrat],
    ["the city with an error", "Narayangang", nusrat],
    ["the city without accents", "Medellin", "Juliana Ospinar"],
    ["the country", "Bangladesh", nusrat],
    ["a country of two words", "Sri Lanka", "Dinusha Weeraman"],
    ["a country as people call it", "Holland", "Joris van Aalst"],
    ["the person and the city", "nusrat narayanganj", nusrat],
  ])("is found by %s, with the same words in every list", async (_, typed, name) => {
    expect(await listFound(typed, "buyers")).toContain(name);
    expect(await listFound(typed, "sheets")).toContain(name);
    const q = encodeURIComponent(typed);
    for (const path of [`/allOrders?q=${q}&limit=5`, `/orderSheets?q=${q}&limit=5`, `/buyers?q=${q}&limit=5`]) {
      const rows = await read<{ name: string; members?: BuyerRow["members"] }[]>(path);
      // Or as a member of the company that has the row.
      const names = rows.flatMap((row) => [row.name, ...(row.members?.named.map((member) => member.name) ?? [])]);
      expect([path, names.includes(name)]).toEqual([path, true]);
    }
  });
});

describe("a company", () => {
  it.each([
    ["its name", "Padmapar Garments", "Padmapar Garments"],
    ["its beginning without accents", "cinaralti", "Çınaraltı Denim"],
    ["its name with an error", "Padmappar", "Padmapar Garments"],
    ["a person", "Nusrat", "Padmapar Garments"],
    ["a person's e-mail", "procurement@padmapar-garments.example", "Padmapar Garments"],
    ["a person who never ordered", "Elin Sundberg", "Norrland Denim"],
    ["the phone of one", "4406", "Padmapar Garments"],
    ["the city of one", "Narayanganj", "Padmapar Garments"],
  ])("is found by %s", async (_, typed, name) => {
    expect(await listFound(typed, "companies")).toContain(name);
    const rows = await read<{ name: string }[]>(`/companies?q=${encodeURIComponent(typed)}`);
    expect(rows.map((row) => row.name)).toContain(name);
  });
});

describe("an account that never ordered", () => {
  it.each(["Elin Sundberg", "sundb", "elin@norrland-denim.example"])("is found by %s", async (typed) => {
    const { found } = await search(typed);
    const buyers = found.find((of) => of.kind === "buyers");
    const hit = { name: "Elin Sundberg", company: "Norrland Denim", orders: 0, path: "/dashboard/companies/1" };
    expect(buyers?.hits).toContainEqual(expect.objectContaining(hit));
  });
});

describe("an order", () => {
  const day = (at: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options }).format(new Date(at));
  it.each<[what: string, typed: (order: typeof known) => string]>([
    ["its number", ({ number }) => `${number}`],
    ["its number with a sign", ({ number }) => `#${number}`],
    ["its number as it is printed", ({ number }) => `No. ${number}`],
    ["its number as it is said", ({ number }) => `order ${number}`],
    ["the PO", ({ poNumber }) => `${poNumber}`],
    ["the PO after its word", ({ poNumber }) => `PO ${poNumber}`],
    ["the PO without punctuation", ({ poNumber }) => `${poNumber}`.replace(/\W/g, "")],
    ["the PO in small letters and groups", ({ poNumber }) => `${poNumber}`.toLowerCase().replace(/\W/g, " ")],
    ["the digits of the PO", ({ poNumber }) => `${poNumber}`.replace(/\D/g, "")],
    ["the tracking number", ({ trackingNumber }) => `${trackingNumber}`],
    [
      "the tracking number in groups",
      ({ trackingNumber }) => `${trackingNumber}`.replace(/\W/g, "").replace(/(.{4})/g, "$1 "),
    ],
    ["the tracking number after its word", ({ trackingNumber }) => `tracking ${trackingNumber}`],
    ["the sheet", ({ sheetNumber }) => `S-${sheetNumber}`],
    ["the sheet as it is said", ({ sheetNumber }) => `sheet ${sheetNumber}`],
    ["the amount as shown", ({ total }) => formatTotal(total)],
    ["the amount without signs", ({ total }) => formatTotal(total).replace(/[$,]/g, "")],
    ["whole dollars", ({ total, name }) => `${formatTotal(total).replace(/[$,]|\.\d+/g, "")} ${name}`],
    ["the amount as Germans write it", ({ total }) => formatTotal(total).replace(/[$,]/g, "").replace(".", ",")],
    ["buyer and item", ({ company, productName }) => `${company} ${productName}`],
    ["buyer and amount", ({ name, total }) => `${name.slice(0, 5)} ${formatTotal(total)}`],
    [
      "its day",
      ({ createdAt, name }) => `${name} ${day(createdAt, { day: "numeric", month: "short", year: "numeric" })}`,
    ],
    ["its day in full", ({ createdAt, name }) => `${day(createdAt, { dateStyle: "long" })} ${name}`],
    ["its day as ISO writes it", ({ createdAt, name }) => `${name} ${createdAt.slice(0, 10)}`],
    [
      "its day without the year",
      ({ createdAt, name }) => `${name} ${day(createdAt, { day: "numeric", month: "short" })}`,
    ],
  ])("is found by %s", async (_, typed) => {
    const rows = await read<{ number: number }[]>(
      `/allOrders?state=history&state=open&q=${encodeURIComponent(typed(known))}`,
    );
    expect([typed(known), rows.map(({ number }) => number).includes(known.number)]).toEqual([typed(known), true]);
    expect((await search(typed(known))).found.map(({ kind }) => kind)).toContain("orders");
  });

  it("is found by an amount with a dot for thousands", async () => {
    const [order = expect.unreachable()] = await shop.db
      .select()
      .from(orders)
      .where(gte(orders.total, "1000"))
      .orderBy(desc(orders.number))
      .limit(1);
    const q = writeGerman(formatTotal(order.total));
    const rows = await read<{ number: number }[]>(`/allOrders?state=history&state=open&q=${encodeURIComponent(q)}`);
    expect([q, rows.map(({ number }) => number)]).toEqual([q, expect.arrayContaining([order.number])]);
  });

  it("is found by a tracking number that reads like the number of an order", async () => {
    await shop.db.update(orders).set({ trackingNumber: "NO2047483600" }).where(eq(orders.number, known.number));
    const rows = await read<{ number: number }[]>("/allOrders?state=history&state=open&q=NO2047483600");
    expect(rows.map(({ number }) => number)).toEqual([known.number]);
  });

  it("is the first of what is found by its number", async () => {
    const [first] = (await search(`${known.number}`)).found;
    expect([first?.kind, first?.hits[0]]).toMatchObject([
      "orders",
      { number: known.number, path: `/dashboard/orders/${known.number}` },
    ]);
  });
});

describe("an invoice", () => {
  it.each<[what: string, typed: (order: typeof known) => string]>([
    ["its number", ({ invoice }) => invoice],
    ["its number after its word", ({ invoice }) => `invoice ${invoice}`],
    ["its number without the hyphen", ({ invoice }) => invoice.replace("-", "")],
    ["its number without the year", ({ invoice, company }) => `${Number(invoice.slice(5))} ${company}`],
    ["its order's PO", ({ poNumber }) => `${poNumber}`],
  ])("is found by %s", async (_, typed) => expect(await listFound(typed(known), "invoices")).toContain(known.invoice));

  it.each<[what: string, typed: (shown: string) => string]>([
    ["as it is shown", (shown) => shown],
    ["without the sign", (shown) => shown.replace("$", "")],
    ["in digits", (shown) => shown.replace(/[$,]/g, "")],
    ["as Germans write it", writeGerman],
    ["after its word", (shown) => `invoice ${shown}`],
  ])("is found by its amount %s, with the same words in the list of invoices", async (_, typed) => {
    const q = typed(formatTotal(large.billed));
    expect([q, await listInvoices(q)]).toEqual([q, expect.arrayContaining([large.number])]);
    expect(await listFound(q, "invoices")).toContain(large.number);
  });
});

describe("a credited invoice", () => {
  it.each<[what: string, typed: (note: typeof credited) => string]>([
    ["the number of its credit note", ({ note }) => note],
    ["that in small letters and groups", ({ note }) => note.toLowerCase().replaceAll("-", " ")],
    ["that without punctuation", ({ note }) => note.replaceAll("-", "")],
    ["that after its words", ({ note }) => `credit note ${note}`],
    ["that among other words", ({ note }) => `a copy of credit note ${note} please`],
    ["that without the year", ({ note }) => `CN-${note.slice(8)}`],
    ["that as it is said", ({ serial }) => `CN ${serial}`],
  ])("is found by %s, with the same words in the list of invoices", async (_, typed) => {
    const q = typed(credited);
    expect([q, await listFound(q, "invoices")]).toEqual([q, [credited.invoice]]);
    expect(await listInvoices(q)).toEqual([credited.invoice]);
  });
});

describe("a product", () => {
  it.each([
    ["zipper", /zipper/],
    ["ziper", /zipper/],
    ["zippers", /zipper/],
    ["buckel", /buckle/],
    ["Art. 103", /./],
    ["domed rivet antique brass", /[Dd]omed rivet/],
  ])("is found by %s, with its orders", async (typed, name) => {
    expect(await listFound(typed, "products")).toContainEqual(expect.stringMatching(name));
    const rows = await read<{ productName: string }[]>(
      `/allOrders?q=${encodeURIComponent(typed)}&state=history&limit=5`,
    );
    expect(rows.map(({ productName }) => productName)).toContainEqual(expect.stringMatching(name));
  });
});

it("says what it looked for instead of a misspelt word", async () => {
  expect((await search("nusrad")).corrections).toEqual([{ typed: "nusrad", meant: "nusrat" }]);
  expect((await search("nusrat")).corrections).toEqual([]);
});

it("corrects a buyer's own search by the catalogue alone, never by the names of others", async () => {
  expect(await correctTyped(shop.db, "nusrad", { isStaff: false })).toBeUndefined();
  expect((await correctTyped(shop.db, "ziper", { isStaff: false }))?.q).toBe("zipper");
});
