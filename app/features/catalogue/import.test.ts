import { createHash } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import Papa from "papaparse";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { stockMovements, trims } from "#app/features/trims/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, buildTrims, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import type { Applied, ImportLine, Report } from "./contract.ts";
import { catalogueImports } from "./tables.server.ts";

let shop: TestApp;
let admin: TestPerson;
let buyer: TestPerson;
let rivet: typeof trims.$inferSelect;
let label: typeof trims.$inferSelect;

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin", email: "ada@rivet-and-reed.example" });
  buyer = await signedIn(shop.db);
});
beforeEach(async () => {
  rivet = await buildTrim(shop.db, { moq: 100, price: "0.0240", quantity: 5000 });
  label = await buildTrim(shop.db, { moq: 100, price: "0.0420", quantity: 5000 });
});

async function send(query: string, file: string | Uint8Array, as = admin): Promise<Response> {
  return shop.app.request(`/api/trims.csv?${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${as.token}`, "content-type": "text/csv" },
    body: typeof file === "string" ? file : new Uint8Array(file),
  });
}

async function lines(response: Response): Promise<ImportLine[]> {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function dryRun(file: string | Uint8Array): Promise<Report> {
  const last = (await lines(await send("dryRun=1", file))).at(-1);
  if (last?.kind !== "report") throw new Error(JSON.stringify(last));
  return last.report;
}

async function apply(file: string, token: string | null): Promise<Applied> {
  const last = (await lines(await send(`token=${token}&name=winter.csv`, file))).at(-1);
  if (last?.kind !== "applied") throw new Error(JSON.stringify(last));
  return last.applied;
}

const exported = async () => (await call(shop, "GET /trims.csv", { as: admin })).text();
const found = async (id: string) => (await call(shop, `GET /trims/${id}`)).json();
const stockOf = async (id: string) => (await call(shop, `GET /trims/${id}/stock`, { as: admin })).json();
const newItem = (about = "") =>
  `number,name,price,moq,quantity,image\n,${about || crypto.randomUUID()},1.5,10,70,https://a.example/b.jpg\n`;

describe("a file that was exported", () => {
  it("is taken back unchanged, whatever its text begins with", async () => {
    const names = ["=1+1", "'=1", "'tis", "+47905", '"quoted", and; more', "-5 °C"].map(
      (name) => `${name} ${rivet.id}`,
    );
    for (const name of names) {
      await buildTrim(shop.db, {
        ...{
          name,
          description: "Two\r\nlines\n=three",
          alt: "@alt\r\nbelow",
          line: "rivets",
          lowStockAt: 7,
          weightGrams: 12.5,
        },
        ...{
          colour: "brass",
          colourShade: "old\rgold",
          colourHex: "#b8954a",
          sizeText: "9.5 mm\r\nhead",
          sizeMm: 9.5,
          certificates: ["GRS", "OEKO-TEX Standard 100"],
        },
      });
    }
    const file = await exported();
    const { data } = Papa.parse(file.trimEnd());
    expect(await dryRun(file)).toMatchObject({
      ...{ token: null, added: [], changed: [], errors: [], otherQuantities: 0, encoding: "UTF-8" },
      ...{ rows: data.length - 1, sha256: createHash("sha256").update(file).digest("hex") },
      counts: { added: 0, changed: 0, unchanged: data.length - 1, errors: 0, faultyRows: 0 },
    });
    const semicolons = Papa.unparse(data as string[][], { delimiter: ";" });
    expect((await dryRun(Buffer.from(`\uFEFF${semicolons}`, "utf16le"))).counts.unchanged).toBe(data.length - 1);
  });
});

describe("POST /trims.csv?dryRun=1", () => {
  it("tells its progress, then what would be added and changed with before and after, and changes nothing", async () => {
    const before = await exported();
    const file =
      "number,name,price,moq,from_2,price_2,quantity,image,line\n" +
      `${rivet.number},${rivet.name},0.05,100,1000,0.02,5000,${rivet.img},rivets\n` +
      `${label.number},${label.name},0.042,100,,,4000,${label.img},\n` +
      ",Brand new,1.5,10,,,70,https://a.example/b.jpg,Buttons\n";
    const all = await lines(await send("dryRun=1", file));
    expect(all[0]).toEqual({ kind: "progress", done: 3, of: 3 });
    expect(all.at(-1)).toEqual({
      kind: "report",
      report: {
        token: expect.stringMatching(/^[\w-]{43}$/),
        ...{ comma: null, commaIsPoint: false },
        ...{ rows: 3, encoding: "UTF-8", sha256: expect.stringMatching(/^[0-9a-f]{64}$/), appliedAt: null },
        counts: { added: 1, changed: 1, unchanged: 1, errors: 0, faultyRows: 0 },
        added: [{ row: 4, name: "Brand new", line: "buttons", price: "1.5000", moq: 10, quantity: 70 }],
        changed: [
          {
            ...{ row: 2, number: rivet.number, name: rivet.name, img: rivet.img },
            changes: [
              { column: "line", before: "", after: "Rivets" },
              { column: "price", before: "0.0240", after: "0.0500" },
              { column: "from_2", before: "", after: "1000" },
              { column: "price_2", before: "", after: "0.0200" },
            ],
          },
        ],
        ...{ errors: [], otherQuantities: 1, farPrices: 1 },
      },
    });
    expect(await exported()).toBe(before);
  });

  it("takes a form with the file, and refuses what is neither", async () => {
    const form = new FormData();
    form.set("file", new File([newItem()], "winter.csv"));
    const headers = { authorization: `Bearer ${admin.token}` };
    const sent = await shop.app.request("/api/trims.csv?dryRun=1", { method: "POST", headers, body: form });
    expect((await lines(sent)).at(-1)).toMatchObject({ report: { counts: { added: 1 } } });
    const empty = await shop.app.request("/api/trims.csv?dryRun=1", { method: "POST", headers, body: new FormData() });
    expect(empty.status).toBe(415);
    expect((await call(shop, "POST /trims.csv?dryRun=1", { as: admin, body: {} })).status).toBe(415);
    expect((await send("", newItem())).status).toBe(400);
    expect((await send("dryRun=1&token=x", newItem())).status).toBe(400);
  });

  it.each([
    ["a NUL", "win\0ter.csv"],
    ["far too many letters", `${"winter ".repeat(200_000)}.csv`],
  ])("applies a form whose file has a name with %s, and calls it items.csv", async (_, name) => {
    const item = newItem();
    const { token } = await dryRun(item);
    const form = new FormData();
    form.set("file", new File([item], name));
    const headers = { authorization: `Bearer ${admin.token}` };
    const sent = await shop.app.request(`/api/trims.csv?token=${token}`, { method: "POST", headers, body: form });
    expect((await lines(sent)).at(-1)).toMatchObject({ kind: "applied" });
    const [last] = await (await call(shop, "GET /catalogueImports", { as: admin })).json();
    expect(last.name).toBe("items.csv");
  });

  it("refuses more bytes or rows than it reads", async () => {
    expect((await send("dryRun=1", new Uint8Array(20 * 1024 * 1024 + 1))).status).toBe(413);
    const { errors, token } = await dryRun(`number,name\n${"1,a\n".repeat(20_001)}`);
    expect(errors).toEqual([{ row: 20_002, column: "A", cell: "", message: "At most 20000 rows. Split the file." }]);
    expect(token).toBeNull();
  });
});

describe("a file of another country", () => {
  it("is read with decimal commas and in its encoding if asked to, also when it is applied", async () => {
    const text = `number;price;shade\n${rivet.number};0,0310;caf`;
    const file = new Uint8Array([...Buffer.from(text), 0x8e, 10]);
    await shop.db.update(trims).set({ colour: "brown", colourHex: "#6b4a2f" }).where(eq(trims.id, rivet.id));
    expect(await dryRun(file)).toMatchObject({
      ...{ token: null, encoding: "Windows-1252", comma: { cell: "0,0310", number: "0.031" }, commaIsPoint: false },
      errors: [{ column: "price" }],
    });
    const reading = "encoding=MacRoman&decimal=comma";
    const last = (await lines(await send(`dryRun=1&${reading}`, file))).at(-1);
    if (last?.kind !== "report") throw new Error(JSON.stringify(last));
    expect(last.report).toMatchObject({ errors: [], encoding: "MacRoman", comma: null, commaIsPoint: true });
    expect((await send(`token=${last.report.token}`, file)).status).toBe(409);
    expect((await lines(await send(`token=${last.report.token}&${reading}`, file))).at(-1)?.kind).toBe("applied");
    expect(await found(rivet.id)).toMatchObject({ price: "0.0310", colour: { shade: "café" } });
  });
});

describe("POST /trims.csv with the token of a dry run", () => {
  it("applies all of it, books what came as a movement, keeps the file and records the act", async () => {
    await shop.db.update(trims).set({ family: "rivets-of-a-family" }).where(eq(trims.id, rivet.id));
    const name = `New ${crypto.randomUUID()}`;
    const file =
      "number;name;price;moq;from_2;price_2;quantity;restock;image;colour\n" +
      `${rivet.number};Renamed ${rivet.id};0.031;200;1000;0.02;1;+500;${rivet.img};brass\n` +
      `${label.number};${label.name};0.042;100;;;5000;-1000;${label.img};\n` +
      `;${name};1.5;10;20;1.25;70;;https://a.example/b.jpg;\n`;
    const { token } = await dryRun(file);
    const before = shop.changes.count;
    const applied = await apply(file, token);
    expect(applied).toEqual({ importId: expect.any(String), added: 1, changed: 2, unchanged: 0 });
    expect(shop.changes.count).toBe(before + 1);
    expect(shop.changes.subjects).toEqual(
      expect.arrayContaining(["trims", `trim ${rivet.id}`, `trim ${label.id}`, "family rivets-of-a-family"]),
    );
    expect(await found(rivet.id)).toMatchObject({
      ...{ name: `Renamed ${rivet.id}`, price: "0.0310", moq: 200, quantity: 5500, alt: "A rivet" },
      priceBreaks: [{ from: 1000, price: "0.0200" }],
      colour: { name: "brass", shade: null, hex: "#b8954a" },
    });
    expect(await found(label.id)).toMatchObject({ name: label.name, price: "0.0420", quantity: 4000 });
    const [added] = await shop.db.select().from(trims).where(eq(trims.name, name));
    expect(added).toMatchObject({ price: "1.5000", quantity: 70, alt: name });
    const stock = await stockOf(rivet.id);
    expect(stock.putIn).toBe(stock.quantity + stock.inOpenOrders + stock.shipped);
    const [movement] = await shop.db
      .select()
      .from(stockMovements)
      .where(and(eq(stockMovements.trimId, rivet.id), eq(stockMovements.delta, 500)));
    expect(movement).toMatchObject({ why: "import winter.csv", email: admin.email });
    expect((await stockOf(added?.id ?? "")).movements).toMatchObject([{ delta: 70, why: "first stock" }]);

    const sha256 = createHash("sha256").update(file).digest("hex");
    const [entry] = await shop.db.select().from(audit).orderBy(desc(audit.id)).limit(1);
    expect(entry).toMatchObject({
      ...{ action: "import-items", object: "winter.csv", objectId: applied.importId, email: admin.email },
      before: { [`No. ${rivet.number} price`]: "0.0240" },
      after: { [`No. ${rivet.number} price`]: "0.0310", sha256, bytes: Buffer.byteLength(file), added: 1, changed: 2 },
    });
    const [past] = await (await call(shop, "GET /catalogueImports", { as: admin })).json();
    expect(past).toMatchObject({
      _id: applied.importId,
      name: "winter.csv",
      email: admin.email,
      sha256,
      added: 1,
      changed: 2,
    });
    const stored = await call(shop, `GET /catalogueImports/${applied.importId}/file`, { as: admin });
    expect(await stored.text()).toBe(file);
    expect(stored.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''winter.csv");
    expect((await dryRun(file)).appliedAt).toBe(past.at);
    await expect(shop.db.delete(catalogueImports)).rejects.toThrow();
    expect((await call(shop, `GET /catalogueImports/${rivet.id}/file`, { as: admin })).status).toBe(404);
  });

  it("leaves placed orders their price; whoever still sees the old one is told the new one", async () => {
    const placed = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, rivet, 100) });
    const { insertedId } = await placed.json();
    const file = `number,price\n${rivet.number},0.0310\n`;
    await apply(file, (await dryRun(file)).token);
    const order = await (await call(shop, `GET /orders/${insertedId}`, { as: buyer })).json();
    expect(order.unitPrice).toBe("0.0240");
    const stale = { ...newOrder(buyer, rivet, 100), unitPrice: "0.0240" };
    const refused = await call(shop, "POST /orders", { as: buyer, body: stale });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "price-changed", now: { unitPrice: "0.0310" } });
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ["an item it changes was changed", (id) => call(shop, `PATCH /trims/${id}`, { as: admin, body: { price: "0.5" } })],
    ["an item it changes was deleted", (id) => call(shop, `DELETE /trims/${id}`, { as: admin })],
    ["a name it gives was taken", () => buildTrim(shop.db, { name: `TAKEN ${rivet.number}` })],
    [
      "what it books was booked already",
      (id) => call(shop, `PATCH /trims/${id}`, { as: admin, body: { restock: 500 } }),
    ],
  ])(
    "refuses with 409 when %s since, changes nothing, and a new dry run shows the new difference",
    async (_, meanwhile) => {
      const file = `number,name,price,restock\n${rivet.number},Taken ${rivet.number},0.0310,500\n${label.number},${label.name},0.0500,\n`;
      const first = await dryRun(file);
      expect(first.counts).toMatchObject({ changed: 2, errors: 0 });
      await meanwhile(rivet.id);
      const before = await exported();
      const response = await send(`token=${first.token}`, file);
      expect([response.status, (await response.json()).code]).toEqual([409, "catalogue-changed"]);
      expect(await exported()).toBe(before);
      expect((await dryRun(file)).token).not.toBe(first.token);
    },
  );

  it("applies once: the same token again is refused, also for stock", async () => {
    const file = `number,restock\n${rivet.number},500\n`;
    const { token } = await dryRun(file);
    await apply(file, token);
    expect((await send(`token=${token}`, file)).status).toBe(409);
    expect((await found(rivet.id)).quantity).toBe(5500);
  });

  it("keeps as much of a long name as there is room for", async () => {
    const file = newItem();
    const { token } = await dryRun(file);
    const name = `${"ö".repeat(240)}.csv`;
    const [applied] = (await lines(await send(`token=${token}&name=${encodeURIComponent(name)}`, file))).slice(-1);
    expect(applied?.kind).toBe("applied");
    const [past] = await (await call(shop, "GET /catalogueImports", { as: admin })).json();
    expect(past.name).toBe("ö".repeat(200));
  });

  it("is not held up by orders, which move the stock of its items", async () => {
    const file = `number,restock\n${rivet.number},500\n`;
    const { token } = await dryRun(file);
    await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, rivet, 100) });
    await apply(file, token);
    expect((await found(rivet.id)).quantity).toBe(5400);
  });

  it("refuses another file, and a file with errors", async () => {
    const file = `number,price\n${rivet.number},0.0310\n`;
    const { token } = await dryRun(file);
    expect((await send(`token=${token}`, file.replace("0.0310", "0.0320"))).status).toBe(409);
    expect((await send(`token=${token}`, file.replace("0.0310", "0,0310"))).status).toBe(409);
    expect((await found(rivet.id)).price).toBe("0.0240");
  });

  it("changes nothing for those who leave before its end", async () => {
    const many = await buildTrims(shop.db, 600);
    const file = `number,price\n${many.map(({ number }) => `${number},9.99\n`).join("")}`;
    const { token } = await dryRun(file);
    const response = await send(`token=${token}`, file);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('"kind":"progress"');
    await reader?.cancel();
    // Its transaction has ended once another gets the locks that it held.
    await expect
      .poll(async () => (await call(shop, `PATCH /trims/${many[0]?.id}`, { as: admin, body: { alt: "x" } })).status)
      .toBe(200);
    expect((await found(many[0]?.id ?? "")).price).toBe("0.0620");
    const changed = await shop.db.select().from(trims).where(eq(trims.price, "9.99"));
    expect(changed).toEqual([]);
  });

  it.each([251, 1])("of %i rows changes nothing when its admin loses the role meanwhile", async (count) => {
    const leaver = await signedIn(shop.db, { role: "admin" });
    const [first, ...others] = await buildTrims(shop.db, count, { price: "0.0700", quantity: 5000 });
    const file = `number,price,restock\n${first?.number},0.0800,7\n${others.map(({ number }) => `${number},0.0800,\n`).join("")}`;
    const { token } = await dryRun(file);
    let applying: Promise<ImportLine[]> | undefined;
    await shop.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${stockMovements} in share mode`);
      applying = send(`token=${token}`, file, leaver).then(lines);
      const waiting = sql`
        select 1 from pg_locks where relation = 'stock_movements'::regclass and not granted`;
      await expect.poll(async () => (await shop.db.execute(waiting)).rows.length, { interval: 5 }).toBe(1);
      await shop.db.update(users).set({ role: "buyer" }).where(eq(users.id, leaver.id));
    });
    // The rows that were under way are the last.
    expect(await applying).toEqual([
      { kind: "progress", done: Math.min(count, 250), of: count },
      expect.objectContaining({ kind: "problem", code: "not-allowed" }),
    ]);
    expect(await shop.db.select().from(trims).where(eq(trims.price, "0.0800"))).toEqual([]);
    expect(await shop.db.select().from(catalogueImports).where(eq(catalogueImports.userId, leaver.id))).toEqual([]);
  });
});
