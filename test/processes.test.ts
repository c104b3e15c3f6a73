import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoPeople } from "#db/seed.ts";
import { createDatabase } from "./database.ts";
import {
  freePort,
  logInAsBuyer,
  orderFirstTrim,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "./shop-process.ts";
import { startSmtp } from "./smtp.ts";

let shops: ShopProcess[];
let database: Awaited<ReturnType<typeof createDatabase>>;
let smtp: Awaited<ReturnType<typeof startSmtp>>;

beforeAll(async () => {
  database = await createDatabase({ empty: true });
  const { host, port, user, database: name } = database.connection;
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
  smtp = await startSmtp();
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: "shop@rivet-and-reed.example" };
  const settings = { DATABASE_URL, SECRET: "x".repeat(32), DATA_DIR: "/nowhere", ...mail };
  const ports = [await freePort(), await freePort()];
  // All processes share one address towards their visitors.
  const APP_ORIGIN = `http://localhost:${ports[0]}`;
  shops = await Promise.all(ports.map((PORT) => startShopProcess({ ...settings, APP_ORIGIN, PORT })));
}, 60_000);
afterAll(async () => {
  await Promise.all(shops.map(stopShopProcess));
  await smtp.stop();
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
    const pageOf = async (url: string) => (await fetch(url)).text();
    const pagesBefore = await pageOf(second);
    const { trim } = await orderFirstTrim(second, await logInAsBuyer(first));
    const left = (trim.quantity - trim.moq).toLocaleString("en");
    expect(pagesBefore).not.toContain(left);
    for (const url of [second, first]) await expect.poll(() => pageOf(url), { timeout: 5000 }).toContain(left);
  });

  it("send each mail of an order once over the mail server, and show none", async () => {
    const { insertedId } = await orderFirstTrim(urls()[0], await logInAsBuyer(urls()[0]));
    const about = () => smtp.received.filter(({ text }) => text?.includes(insertedId));
    await expect.poll(() => about().length, { timeout: 5000 }).toBe(2);
    const { buyer, admin } = demoPeople;
    expect(
      about()
        .flatMap(({ envelope }) => envelope.to)
        .toSorted(),
    ).toEqual([admin.email, buyer.email].toSorted());
    for (const url of urls()) expect((await fetch(`${url}/dev/mails`)).status).toBe(404);
  });
});
