import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "./database.ts";
import { freePort, logInAsBuyer, type ShopProcess, startShopProcess, stopShopProcess } from "./shop-process.ts";

let shops: ShopProcess[];
let database: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  database = await createDatabase({ empty: true });
  const { host, port, user, database: name } = database.connection;
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
  const settings = { DATABASE_URL, SECRET: "x".repeat(32), DATA_DIR: "/nowhere" };
  const ports = [await freePort(), await freePort()];
  // All processes share one address towards their visitors.
  const APP_ORIGIN = `http://localhost:${ports[0]}`;
  shops = await Promise.all(ports.map((PORT) => startShopProcess({ ...settings, APP_ORIGIN, PORT })));
}, 60_000);
afterAll(async () => {
  await Promise.all(shops.map(stopShopProcess));
  await database.drop();
});

const urls = () => shops.map(({ url }) => url) as [string, string];

describe("two processes that start at once on one empty external database", () => {
  it("serve one catalogue, seeded once", async () => {
    for (const url of urls()) {
      const response = await fetch(`${url}/api/trims?limit=1`);
      expect(response.headers.get("x-total-count")).toBe("107");
    }
  });

  it("show a changed stock on the pages of both", async () => {
    const [first, second] = urls();
    const { token, ...person } = await logInAsBuyer(first);
    const [trim] = await (await fetch(`${first}/api/trims?limit=1`)).json();
    const pageOf = async (url: string) => (await fetch(url)).text();
    const left = (trim.quantity - trim.moq).toLocaleString("en");
    expect(await pageOf(second)).not.toContain(left);
    const order = { ...person, phone: "12345", address: "x", productName: trim.name, orderQuantity: trim.moq };
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const placed = await fetch(`${second}/api/orders`, { method: "POST", headers, body: JSON.stringify(order) });
    expect(placed.status).toBe(200);
    for (const url of [second, first]) await expect.poll(() => pageOf(url), { timeout: 5000 }).toContain(left);
  });
});
