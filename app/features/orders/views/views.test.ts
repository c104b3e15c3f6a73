import { describe, expect, it } from "vitest";
import { startTestApp } from "#test/app.ts";
import { call, signedIn } from "#test/people.ts";

const shop = await startTestApp();
const [anna, bela] = [await signedIn(shop.db, { role: "admin" }), await signedIn(shop.db, { role: "admin" })];

type Staff = typeof anna;
const save = (as: Staff, name: string, search: string) =>
  call(shop, `PUT /orderViews/${encodeURIComponent(name)}`, { as, body: { search } });
const listOf = async (as: Staff) => (await call(shop, "GET /orderViews", { as })).json();

describe("saved views of the list of orders", () => {
  it("are each member of staff's own, by name; saving under a name again replaces the view", async () => {
    for (const [name, search] of [
      ["Late zippers", "?tab=due&line=zippers"],
      ["aylin / all", "?q=aylin&sort=-total"],
      ["Late zippers", "?tab=due&line=zippers&sort=wanted"],
    ] as const) {
      expect((await save(anna, name, search)).status).toBe(200);
    }
    await save(bela, "Mine", "");
    expect(await listOf(anna)).toEqual([
      { name: "aylin / all", search: "?q=aylin&sort=-total" },
      { name: "Late zippers", search: "?tab=due&line=zippers&sort=wanted" },
    ]);
    expect(await listOf(bela)).toEqual([{ name: "Mine", search: "" }]);
    const data = await (await call(shop, "GET /account/data", { as: bela })).json();
    expect(data.orderViews).toEqual([{ name: "Mine", search: "" }]);
  });

  it("can be removed by their owner alone", async () => {
    const remove = async (as: Staff) => (await call(shop, "DELETE /orderViews/Mine", { as })).json();
    expect(await remove(anna)).toMatchObject({ deletedCount: 0 });
    expect(await listOf(bela)).toHaveLength(1);
    expect(await remove(bela)).toMatchObject({ deletedCount: 1 });
    expect(await listOf(bela)).toEqual([]);
  });

  it.each([
    ["without a name", " ", "?tab=due"],
    ["with a long name", "x".repeat(61), "?tab=due"],
    ["with an address that no browser writes", "Odd", "?q=two words"],
    ["with a long address", "Long", `?q=${"x".repeat(2000)}`],
  ])("are not saved %s", async (_, name, search) => {
    expect((await save(bela, name, search)).status).toBe(400);
  });

  it("are at most thirty, also if many are saved at once", async () => {
    const answers = await Promise.all(Array.from({ length: 35 }, (_, at) => save(bela, `View ${at}`, "?tab=ship")));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.filter((status) => status === 409)).toHaveLength(5);
    const [first] = await listOf(bela);
    expect((await save(bela, first.name, "?tab=review")).status, "one that is there may be replaced").toBe(200);
  });
});
