import { expect, it } from "vitest";
import { startTestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn } from "#test/people.ts";

it("orders are found by the number of their article, as mails and documents write it, also once it is removed", async () => {
  const shop = await startTestApp();
  const [admin, buyer] = [await signedIn(shop.db, { role: "admin" }), await signedIn(shop.db)];
  const [cord, hook] = [await buildTrim(shop.db, { name: "Cord, waxed" }), await buildTrim(shop.db, { name: "Hook" })];
  for (const trim of [cord, cord, hook]) await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) });
  const items = async (q: string, list = "/allOrders?", as = admin) => {
    const response = await call(shop, `GET ${list}q=${encodeURIComponent(q)}`, { as });
    const rows = await response.json();
    expect(response.headers.get("x-total-count")).toBe(String(rows.length));
    return rows.map((row: { productName: string }) => row.productName);
  };
  const article = `Art. ${String(cord.number).padStart(3, "0")}`;
  for (const q of [article, `art ${cord.number}`, `ARTICLE ${cord.number}`, `Art. No. ${cord.number}`]) {
    expect(await items(q), q).toEqual(["Cord, waxed", "Cord, waxed"]);
  }
  expect(await items(article, `/orders?email=${buyer.email}&`, buyer)).toHaveLength(2);
  const csv = await call(shop, `GET /allOrders.csv?q=${encodeURIComponent(article)}`, { as: admin });
  expect((await csv.text()).match(/Cord, waxed/g)).toHaveLength(2);
  expect(await items("Art. 4000000000")).toEqual([]);
  await call(shop, `DELETE /trims/${cord.id}`, { as: admin });
  expect(await items(article)).toHaveLength(2);
});
