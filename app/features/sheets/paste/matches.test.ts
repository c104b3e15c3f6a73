import type { Pool } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

let shop: TestApp;
let buyer: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
  admin = await signedIn(shop.db, { role: "admin" });
});

describe("articles that are named", () => {
  const match = async (articles: string[]) => {
    const response = await call(shop, "POST /orderDraft/matches", { as: buyer, body: { articles } });
    expect(response.status).toBe(200);
    return response.json();
  };

  it("are found by number or exact name, in their order, and the nearest is told for the rest", async () => {
    const trim = await buildTrim(shop.db, { name: "Domed bullion rivet, antique brass" });
    const gone = await buildTrim(shop.db, { name: "Vanished bullion toggle" });
    expect((await call(shop, `DELETE /trims/${gone.id}`, { as: admin })).status).toBe(200);
    const padded = String(trim.number).padStart(6, "0");
    const written = [
      ...[String(trim.number), padded, `No. ${padded}`, `no ${trim.number}`, `ART. ${padded}`, `Art ${trim.number}`],
      ...[`No.${padded}`, ` ${trim.name.toUpperCase()} `],
      ...[`#${trim.number}`, `Artikel ${padded}`, `Nr. ${trim.number}`, `No-${padded}`, `${padded}.0`, `="${padded}"`],
      ...[`${padded}\u200b`, trim.name.replaceAll(" ", "\u00a0"), trim.name.replaceAll(" ", "  ")],
      ...[`No. ${padded} ${trim.name}`, `${padded} our own word`, `${trim.number} ${trim.name}`],
    ];
    for (const { article, trim: found, nearest } of await match(written)) {
      expect([article, found?._id, nearest]).toEqual([article, trim.id, null]);
    }
    const strange = await match(["bullion rivit", "Vanished bullion toggle", "", "0", "9".repeat(30), "1.5", "-3"]);
    expect(strange.map(({ trim: found }: { trim: unknown }) => found)).toEqual(Array(7).fill(null));
    expect(strange[0].nearest).toEqual({ _id: trim.id, number: trim.number, name: trim.name });
  });

  it("no suggestion contradicts the digits that were written", async () => {
    const trim = await buildTrim(shop.db, { name: "Ziggurat bobbin, jet, 9.5 mm" });
    const strange = [`No. ${"9".repeat(9)} Ziggurat bobbin`, "Zigurat bobbin, jet, 12 mm", "99999999", "1E4"];
    for (const { article, trim: found, nearest } of await match(strange)) {
      expect([article, found, nearest]).toEqual([article, null, null]);
    }
    for (const near of ["Zigurat bobbin, jet, 9.5 mm", "Zigurat bobbin, 9,5 mm", "Zigurat bobbin"]) {
      expect((await match([near]))[0].nearest).toMatchObject({ _id: trim.id });
    }
  });

  it("200 unknown names are answered", async () => {
    const names = Array.from({ length: 200 }, (_, at) => `domd rivt antiqe ${at}`);
    expect((await match(names)).map(({ article }: { article: string }) => article)).toEqual(names);
  });

  it("are searched for by their first 80 characters, as many as a search takes", async () => {
    const trim = await buildTrim(shop.db, { name: "Galvanised tinsel grommet" });
    const [near, far] = await match([
      `tinsel grommit ${"qwrtzpsd ".repeat(30)}`,
      `${"qwrtzpsd ".repeat(9)}tinsel grommit`,
    ]);
    expect(near.nearest).toMatchObject({ _id: trim.id });
    expect(far).toMatchObject({ trim: null, nearest: null });
  });

  it("however many lists come at once, most connections to the database stay free for others", async () => {
    const { $client: pool } = shop.db as typeof shop.db & { $client: Pool };
    const busy: number[] = [];
    const names = Array.from({ length: 20 }, (_, at) => `domd rivt antiqe ${at}`);
    const asked = Promise.all(Array.from({ length: 30 }, () => match(names)));
    const watch = setInterval(() => busy.push(pool.totalCount - pool.idleCount + pool.waitingCount), 2);
    await asked.finally(() => clearInterval(watch));
    expect(busy.toSorted((one, other) => one - other)[Math.floor(busy.length / 2)]).toBeLessThan(5);
  });

  it("no more lists are matched than the limit allows", async () => {
    const limited = await startTestApp({ limits: { "match-account": { points: 2, minutes: 60 } } });
    const person = await signedIn(limited.db);
    const ask = () => call(limited, "POST /orderDraft/matches", { as: person, body: { articles: ["1"] } });
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
  });

  it.each([
    { emailVerified: true, limit: "match-search-account" },
    { emailVerified: false, limit: "match-search-network" },
  ] as const)(
    "no more names are searched for than $limit allows, and those that match are found all the same",
    async ({ emailVerified, limit }) => {
      const limited = await startTestApp({ limits: { [limit]: { points: 3, minutes: 60 } } });
      const { name } = await buildTrim(limited.db);
      const person = await signedIn(limited.db, { emailVerified });
      const ask = async (...articles: string[]) =>
        (await call(limited, "POST /orderDraft/matches", { as: person, body: { articles } })).status;
      expect(await ask("domd rivt", "Domd rivt", "antiqe rivt", name, "1", "")).toBe(200);
      expect(await ask("domd rivt", "antiqe rivt")).toBe(429);
      expect(await ask(name, "1", "")).toBe(200);
    },
  );
});
