import { beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim } from "#test/builders.ts";
import { call } from "#test/people.ts";

let shop: TestApp;

beforeAll(async () => {
  shop = await startTestApp();
  for (const [name, quantity] of [
    ["Star rivet", 9000],
    ["Roller buckle", 7999],
    ["Anchor button", 8000],
    ["Swing tag", 20_000],
  ] as const) {
    await buildTrim(shop.db, { name, quantity });
  }
});

const all = ["Star rivet", "Anchor button", "Swing tag"];

it.each(["8,000 in stock", "8k in stock", "show 8000 pcs", "8000 auf Lager", "we need 8,000 pieces"])(
  "%s asks for the stock and for nothing else",
  async (typed) => {
    const q = `q=${encodeURIComponent(typed)}`;
    const read = async (query: string) => {
      const answer = await call(shop, `GET /trims?${query}`);
      const rows: { name: string }[] = await answer.json();
      return { names: rows.map(({ name }) => name), link: answer.headers.get("link") };
    };
    expect((await read(q)).names).toEqual(all);
    const { link } = await read(`${q}&limit=1`);
    expect((await read(/\?([^>]*)>/.exec(link ?? "")?.[1] ?? "")).names).toEqual(all.slice(1, 2));
    expect((await read(`${q}&sort=newest`)).names).toEqual(all.toReversed());
    expect((await (await call(shop, `GET /trims/facets?${q}`)).json()).total).toBe(all.length);
    const suggested = await call(shop, `GET /trims/suggestions?${q}`);
    expect(suggested.headers.get("x-total-count")).toBe(String(all.length));
  },
);

it("what says neither a word nor a stock finds nothing", async () => {
  for (const typed of ["-", "…", "0 in stock"]) {
    expect(await (await call(shop, `GET /trims?q=${encodeURIComponent(typed)}`)).json()).toEqual([]);
  }
});
