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
      expect(html).toContain("Vävaregatan 14<br>903 21 Umeå");
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
    const numbers = (await ordersFor(shop.db, trim.id)).map(({ number }) => number).sort((a, b) => a - b);
    expect(numbers).toHaveLength(2);
    const told = (await listMails(shop.db)).filter(({ text }) => text.includes(trim.name));
    const which = numbers.map((number) => `No. ${number}`).join(", ");
    expect(told.map(({ to, subject }) => [to.address, subject]).sort()).toEqual(
      [
        [buyer.email, `2 orders placed: ${which}`],
        ...admins.map(({ email }) => [email, `2 new orders: ${which}`]),
      ].sort(),
    );
  });

  it("are one to each buyer and one to each admin about orders that wait together", async () => {
    const [trim, other] = [await buildTrim(shop.db, { price: "0.0345", quantity: 100_000 }), await signedIn(shop.db)];
    const place = async (as: TestPerson, quantity: number, address: string) => {
      const body = { ...newOrder(as, trim, quantity), address };
      expect((await call(shop, "POST /orders", { as, body })).status).toBe(200);
    };
    for (let quantity = 1_001; quantity <= 1_006; quantity++) await place(buyer, quantity, "Vävaregatan 14\nUmeå");
    await place(buyer, 2_000, "Skeppsbron 3");
    await place(other, 3_000, "Storgatan 1");
    await place(other, 4_000, "Storgatan 1");
    const numbers = (await ordersFor(shop.db, trim.id)).map(({ number }) => number).sort((a, b) => a - b);
    const mails = (await listMails(shop.db)).filter(({ text }) => text.includes(trim.name));
    expect(mails).toHaveLength(2 + admins.length);
    const find = (to: TestPerson) => mails.find((mail) => mail.to.address === to.email);
    const [toBuyer, toOther, toAdmin] = [find(buyer), find(other), find(admins[0] ?? expect.fail())];
    expect(toBuyer?.subject).toBe(
      `7 orders placed: ${numbers
        .slice(0, 7)
        .map((n) => `No. ${n}`)
        .join(", ")}`,
    );
    expect(toBuyer?.text).toContain(
      `No. ${numbers[0]}: 1,001 × ${trim.name}\n  at $0.0345 = $34.53\n  Vävaregatan 14\n  Umeå\n`,
    );
    expect(toBuyer?.text).toContain(`No. ${numbers[6]}: 2,000 × ${trim.name}\n  at $0.0345 = $69.00\n  Skeppsbron 3\n`);
    expect(toBuyer?.text).toContain(`${ORIGIN}/dashboard/myorders\n`);
    expect(toBuyer?.text).toContain("The confirmation of each is on its page.");
    expect(toBuyer?.enclosed).toBeUndefined();
    for (const words of [toBuyer?.text, toBuyer?.html]) expect(words).not.toContain("Storgatan");
    expect(toOther?.text).toContain("The confirmations are attached.");
    expect(toOther?.enclosed).toHaveLength(2);
    expect(toOther?.text).not.toContain("1,001");
    expect(toAdmin?.subject).toMatch(
      new RegExp(`^9 new orders: No\\. ${numbers[0]}, .*No\\. ${numbers[7]} and 1 more$`),
    );
    for (const { name, email } of [buyer, other]) expect(toAdmin?.text).toContain(`${name} (${email})`);
    expect(toAdmin?.text).toContain(`${ORIGIN}/dashboard/manageorders\n`);
  });

  it("leave out orders that have ended while they waited: nothing is set aside for those", async () => {
    const trim = await buildTrim(shop.db);
    const place = async (quantity: number) => {
      const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, quantity) });
      return (await response.json()).insertedId as string;
    };
    const [own, declined] = [await place(101), await place(102)];
    await call(shop, `DELETE /orders/${own}`, { as: buyer });
    const move = { track: "review", from: "in review", to: "declined", note: "The die is worn." };
    expect((await call(shop, `POST /orders/${declined}/moves`, { as: admins[0], body: move })).status).toBe(200);
    const gone = await place(103);
    await place(104);
    await call(shop, `DELETE /orders/${gone}`, { as: admins[0] });
    const told = (await listMails(shop.db)).filter(({ text }) => text.includes(trim.name));
    expect(told.map(({ subject }) => subject.replace(/No\. \d+/, "No. N")).toSorted()).toEqual([
      ...admins.map(() => `New order No. N: 104 × ${trim.name}`),
      `Order No. N is cancelled: 103 × ${trim.name}`,
      `Order No. N is declined: 102 × ${trim.name}`,
      `Order No. N placed: 104 × ${trim.name}`,
    ]);
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
