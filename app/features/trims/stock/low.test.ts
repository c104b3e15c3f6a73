import { beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { call, callPatiently, signedIn, type TestPerson } from "#test/people.ts";
import { notifyOfLowStock } from "./low-stock-mails.server.ts";

const emailContext = { origin: "https://shop.example", contact: "help@shop.example" };

const change = (shop: TestApp, as: TestPerson, id: string, body: object) =>
  callPatiently(shop, `PATCH /trims/${id}`, { as, body });

describe("GET /trims/low", () => {
  let shop: TestApp;
  let admin: TestPerson;

  beforeAll(async () => {
    shop = await startTestApp();
    admin = await signedIn(shop.db, { role: "admin" });
    const about = [
      { name: "Enough rivet", moq: 100, quantity: 200 },
      { name: "Twice less one rivet", moq: 100, quantity: 199 },
      { name: "Empty buckle", moq: 100, quantity: 0 },
      { name: "Own mark rivet", moq: 100, quantity: 4999, lowStockAt: 5000 },
      { name: "Own low mark rivet", moq: 100, quantity: 50, lowStockAt: 50 },
      { name: "Mark of none rivet", moq: 100, quantity: 0, lowStockAt: 0 },
      { name: "Large minimum", moq: 1_000_000_000, quantity: 1_999_999_999 },
      { name: "Gone rivet", moq: 100, quantity: 0, removedAt: new Date().toISOString() },
    ];
    for (const each of about) await buildTrim(shop.db, each);
  });

  const list = async (query = "") => {
    const response = await call(shop, `GET /trims/low${query}`, { as: admin });
    const rows: { name: string; number: number; lowStockAt: number | null }[] = await response.json();
    const next = /<\/api\/trims\/low(.*)>/.exec(response.headers.get("link") ?? "")?.[1];
    return { names: rows.map(({ name }) => name), rows, next, total: Number(response.headers.get("x-total-count")) };
  };

  it("lists what is below its own mark, else below twice its minimum, with the mark", async () => {
    const { names, rows, total } = await list();
    expect(names).toEqual(["Twice less one rivet", "Empty buckle", "Own mark rivet", "Large minimum"]);
    expect(rows.map(({ lowStockAt }) => lowStockAt)).toEqual([null, null, 5000, null]);
    expect(total).toBe(4);
  });

  it("pages by keyset and searches", async () => {
    const first = await list("?limit=3");
    expect((await list(first.next)).names).toEqual(["Large minimum"]);
    expect(await list("?q=rivet")).toMatchObject({ names: ["Twice less one rivet", "Own mark rivet"], total: 2 });
    const find = (typed: string) => list(`?q=${encodeURIComponent(typed)}`);
    for (const typed of ["rivets", "Twice rivts", "nieten"]) {
      expect((await find(typed)).names, typed).toContain("Twice less one rivet");
    }
    const [{ number = 0 } = {}] = (await find("buckle")).rows;
    for (const typed of [`No. ${number}`, `${number}`.padStart(3, "0")]) {
      expect((await find(typed)).names, typed).toEqual(["Empty buckle"]);
    }
    expect((await find("4000 in stock")).names).toEqual(["Own mark rivet", "Large minimum"]);
    expect((await find("4000 in stock, rivet")).names).toEqual(["Own mark rivet"]);
    expect(await find("-")).toMatchObject({ names: [], total: 0 });
    expect((await call(shop, "GET /trims/low?after=x", { as: admin })).status).toBe(400);
  });
});

describe("the mail of low stock", () => {
  const MORNING = new Date("2026-11-20T08:00:00Z");
  const day = (days: number, hours = 0) => new Date(MORNING.getTime() + (days * 24 + hours) * 60 * 60 * 1000);

  async function openShop(about: { admins?: number } = {}) {
    const shop = await startTestApp({ limits: "off" });
    const admins: TestPerson[] = [];
    for (let at = 0; at < (about.admins ?? 1); at++) {
      admins.push(await signedIn(shop.db, { role: "admin", staffRoles: at === 0 ? ["owner"] : ["warehouse"] }));
    }
    await signedIn(shop.db, { role: "admin", staffRoles: ["orders", "accounts"] });
    const admin = admins[0] ?? (await signedIn(shop.db, { role: "admin", emailVerified: false }));
    const run = (now: Date, timeZone = "UTC") => notifyOfLowStock(shop.db, { emailContext, timeZone, now });
    const restock = (id: string, restock: number) => change(shop, admin, id, { restock });
    const mails = async () => (await listMails(shop.db)).filter(({ subject }) => subject.startsWith("Low stock"));
    return { shop, admins, admin, run, restock, mails };
  }

  it("names what fell, once, to each owner and whoever works on stock, with a confirmed address, and nothing when nothing fell", async () => {
    const { shop, admins, run, mails, restock } = await openShop({ admins: 2 });
    await signedIn(shop.db, { role: "admin", emailVerified: false });
    const low = await buildTrim(shop.db, { name: "Low rivet <b>9</b>", quantity: 150 });
    const empty = await buildTrim(shop.db, { name: "Empty rivet", quantity: 0 });
    const fine = await buildTrim(shop.db, { name: "Fine rivet", quantity: 300 });
    await run(day(0));
    const [first, second, ...others] = await mails();
    expect(others).toEqual([]);
    expect([first?.to.address, second?.to.address].toSorted()).toEqual(admins.map(({ email }) => email).toSorted());
    expect(first?.subject).toBe("Low stock: 2 items fell below the mark");
    const lines = first?.text.split("\n").filter((line) => line.includes(" left of "));
    const number = (trim: { number: number }) => String(trim.number).padStart(3, "0");
    // The lowest first.
    expect(lines).toEqual([
      `${number(empty)} Empty rivet: none left of 200`,
      `${number(low)} Low rivet <b>9</b>: 150 left of 200`,
    ]);
    expect(first?.html).toContain("&lt;b&gt;9");
    expect(first?.text).toContain("https://shop.example/dashboard/manageproducts?only=low");

    await run(day(1));
    expect(await mails()).toHaveLength(2);
    const order = newOrder(admins[0] as TestPerson, fine, 150);
    expect((await call(shop, "POST /orders", { as: admins[0] as TestPerson, body: order })).status).toBe(200);
    await run(day(2));
    const third = (await mails()).slice(2);
    expect(third.map(({ subject }) => subject)).toEqual(Array(2).fill("Low stock: 1 item fell below the mark"));
    expect(third[0]?.text).toContain("With those we told you about before, 3 items are low.");

    // Restocked and low again between two mornings: it fell again. Restocked alone is no news.
    await restock(low.id, 500);
    await restock(low.id, -500);
    await restock(empty.id, 500);
    await run(day(3));
    const fourth = (await mails()).slice(4);
    expect(fourth).toHaveLength(2);
    expect(fourth[0]?.text).toContain("Low rivet");
    expect(fourth[0]?.text).not.toContain("Empty rivet");
  });

  it("names what fell again, whichever way it had enough between two mornings", async () => {
    const { shop, admin, run, mails } = await openShop();
    const build = (name: string) => buildTrim(shop.db, { name, quantity: 250 });
    const [marked, minimum, cancelled, filed, refiled] = await Promise.all(
      ["marked", "minimum", "cancelled", "filed", "refiled"].map(build),
    );
    if (!marked || !minimum || !cancelled || !filed || !refiled) throw new Error("trims are missing");
    const mark = (id: string, lowStockAt: number) => change(shop, admin, id, { lowStockAt });
    const importFile = async (file: string) => {
      const post = async (query: string): Promise<string> => {
        const headers = { authorization: `Bearer ${admin.token}`, "content-type": "text/csv" };
        const response = await shop.app.request(`/api/trims.csv?${query}`, { method: "POST", headers, body: file });
        return response.text();
      };
      const [, token] = /"token":"([^"]+)"/.exec(await post("dryRun=1")) ?? [];
      expect(await post(`token=${token}&name=a.csv`)).toContain('"applied"');
    };
    const order = newOrder(admin, cancelled, 150);
    const { insertedId } = await (await call(shop, "POST /orders", { as: admin, body: order })).json();
    await change(shop, admin, minimum.id, { moq: 200 });
    for (const { id } of [marked, refiled]) await mark(id, 300);
    await change(shop, admin, filed.id, { restock: -150 });
    await run(day(0));
    expect((await mails())[0]?.subject).toBe("Low stock: 5 items fell below the mark");

    await mark(marked.id, 200);
    await change(shop, admin, minimum.id, { moq: 100 });
    await call(shop, `DELETE /orders/${insertedId}`, { as: admin });
    await importFile(`number,restock,low_mark\n${filed.number},150,\n${refiled.number},,200\n`);
    await run(day(1));
    expect(await mails()).toHaveLength(1);

    await Promise.all([marked, minimum, cancelled, filed, refiled].map(({ id }) => mark(id, 300)));
    await run(day(2));
    expect((await mails())[1]?.subject).toBe("Low stock: 5 items fell below the mark");
  });

  it("is sent by one of 16 processes at once, and by none again on that day", async () => {
    const { shop, run, mails } = await openShop();
    for (let at = 0; at < 30; at++) await buildTrim(shop.db, { quantity: 10 });
    await Promise.all(Array.from({ length: 16 }, () => run(day(0))));
    expect(await mails()).toHaveLength(1);
    const text = (await mails())[0]?.text ?? "";
    expect(text.match(/left of/g)).toHaveLength(20);
    expect(text).toContain("The 20 lowest are below; 10 more are in the shop’s list.");
    await buildTrim(shop.db, { quantity: 10 });
    await Promise.all(Array.from({ length: 4 }, (_, hours) => run(day(0, hours))));
    expect(await mails()).toHaveLength(1);
    await Promise.all(Array.from({ length: 4 }, () => run(day(1))));
    expect(await mails()).toHaveLength(2);
  });

  it.each([
    ["UTC", "2026-11-20T06:59:00Z", 0],
    ["UTC", "2026-11-20T07:00:00Z", 1],
    ["Asia/Dhaka", "2026-11-20T00:59:00Z", 0],
    ["Asia/Dhaka", "2026-11-20T01:00:00Z", 1],
    ["America/New_York", "2026-11-20T11:59:00Z", 0],
    ["America/New_York", "2026-11-20T12:00:00Z", 1],
  ])("comes from seven in the morning on in %s: at %s %i", async (timeZone, now, count) => {
    const { shop, run, mails } = await openShop();
    await buildTrim(shop.db, { quantity: 10 });
    await run(new Date(now), timeZone);
    expect(await mails()).toHaveLength(count);
  });

  it("waits until there is an admin to tell", async () => {
    const { shop, run, mails } = await openShop({ admins: 0 });
    await buildTrim(shop.db, { name: "Waiting rivet", quantity: 10 });
    await run(day(0));
    await signedIn(shop.db, { role: "admin" });
    await run(day(0, 1));
    expect((await mails()).map(({ text }) => text.includes("Waiting rivet"))).toEqual([true]);
  });

  it("tells each fall once while restocks move the stock across its mark", async () => {
    const { shop, admin, run, restock, mails } = await openShop();
    const trim = await buildTrim(shop.db, { name: "Restless rivet", quantity: 940, lowStockAt: 950 });
    for (let days = 0; days < 5; days++) {
      await Promise.all([
        ...Array.from({ length: 10 }, (_, at) => restock(trim.id, at % 2 ? -20 : 20)),
        run(day(days)),
      ]);
    }
    const { quantity } = await (await call(shop, `GET /trims/${trim.id}`, { as: admin })).json();
    expect(quantity).toBe(940);
    await run(day(5));
    const before = (await mails()).length;
    expect(before).toBeGreaterThan(0);
    await run(day(6));
    expect(await mails()).toHaveLength(before);
  });
});

describe("80 restocks at once", () => {
  it("add up, and each movement's balance is the sum of all before it", async () => {
    const shop = await startTestApp({ limits: "off" });
    const admin = await signedIn(shop.db, { role: "admin" });
    const trim = await buildTrim(shop.db, { quantity: 1000 });
    const pieces = Array.from({ length: 80 }, (_, at) => (at % 4 === 3 ? -at : at + 1));
    const answers = await Promise.all(
      pieces.map(async (restock) => {
        const response = await change(shop, admin, trim.id, { restock, why: `${restock}` });
        return { restock, status: response.status, quantity: (await response.json()).quantity };
      }),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const sum = 1000 + pieces.reduce((total, restock) => total + restock, 0);
    // The last answer states the figure that is left.
    expect(answers.filter(({ quantity }) => quantity === sum).length).toBeGreaterThan(0);
    const stock = await (await call(shop, `GET /trims/${trim.id}/stock`, { as: admin })).json();
    expect([stock.quantity, stock.putIn]).toEqual([sum, sum]);
    expect(stock.movements).toHaveLength(81);
    const oldestFirst: { delta: number; balance: number }[] = stock.movements.toReversed();
    const sums = oldestFirst.map((_, at) =>
      oldestFirst.slice(0, at + 1).reduce((total, { delta }) => total + delta, 0),
    );
    expect(oldestFirst.map(({ balance }) => balance)).toEqual(sums);
    expect(sums.at(-1)).toBe(sum);
  });
});
