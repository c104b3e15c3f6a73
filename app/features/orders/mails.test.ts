import { beforeAll, describe, expect, it } from "vitest";
import { ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { ordersFor } from "#test/stock.ts";

let shop: TestApp;
let buyer: TestPerson;
let admins: TestPerson[];

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db, { name: "Åsa <b>Öberg</b>" });
  admins = [
    await signedIn(shop.db, { role: "admin", name: "Ada Admin" }),
    await signedIn(shop.db, { role: "admin", name: "Otto Admin" }),
  ];
});

const mailsAbout = async (productName: string) =>
  (await listMails(shop.db)).filter(({ subject }) => subject.includes(productName));

describe("the mails of POST /orders", () => {
  it("confirm it to the buyer and tell each admin, with item, pieces, price and address", async () => {
    const trim = await buildTrim(shop.db, { price: "0.0345", moq: 100, quantity: 10_000 });
    const body = { ...newOrder(buyer, trim, 2_000), address: "Vävaregatan 14\n903 21 Umeå" };
    const response = await call(shop, "POST /orders", { as: buyer, body });
    const { insertedId } = await response.json();
    const { number } = await (await call(shop, `GET /orders/${insertedId}`, { as: buyer })).json();
    const mails = await mailsAbout(trim.name);
    expect(mails.map(({ to, subject }) => ({ to, subject }))).toEqual(
      expect.arrayContaining([
        { to: { name: buyer.name, address: buyer.email }, subject: `Order No. ${number} placed: 2,000 × ${trim.name}` },
        ...admins.map(({ name, email }) => ({
          to: { name, address: email },
          subject: `New order No. ${number}: 2,000 × ${trim.name}`,
        })),
      ]),
    );
    expect(mails).toHaveLength(3);
    for (const { text, html } of mails) {
      for (const fact of [trim.name, "2,000", "$0.0345", "$69.00", `No. ${number}`]) {
        expect(text).toContain(fact);
        expect(html).toContain(fact);
      }
      expect(text).toContain("Send to: Vävaregatan 14\n  903 21 Umeå");
      expect(html).toContain("Vävaregatan 14\n903 21 Umeå");
      expect(text).toContain(`${ORIGIN}/dashboard/orders/${number}\n`);
      for (const words of [text, html]) expect(words).toContain("help@rivet-and-reed.example");
      expect(html).toContain("Åsa &lt;b&gt;Öberg&lt;/b&gt;");
      expect(html).not.toContain("<b>");
    }
  });

  it("exist exactly when the order does", async () => {
    const trim = await buildTrim(shop.db, { moq: 100, quantity: 250 });
    const placed = await Promise.all(
      Array.from({ length: 8 }, () => call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, 100) })),
    );
    expect(placed.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await ordersFor(shop.db, trim.id)).toHaveLength(2);
    expect(await mailsAbout(trim.name)).toHaveLength(6);
  });

  it("are sent once for an order that was sent twice", async () => {
    const trim = await buildTrim(shop.db);
    const headers = { "idempotency-key": crypto.randomUUID() };
    for (let attempt = 0; attempt < 2; attempt++) {
      const response = await call(shop, "POST /orders", { as: buyer, headers, body: newOrder(buyer, trim) });
      expect(response.status).toBe(200);
    }
    expect(await mailsAbout(trim.name)).toHaveLength(3);
  });
});
