import { beforeAll, describe, expect, it } from "vitest";
import { insertLink } from "#app/features/identity/links.server.ts";
import { ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { ordersFor } from "#test/stock.ts";
import { newEmail, Visitor } from "#test/visitor.ts";

let shop: TestApp;
let buyer: TestPerson;
let admins: TestPerson[];

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db, { name: "Åsa <b>Öberg</b>" });
  admins = [
    await signedIn(shop.db, { role: "admin", name: "Ada Admin" }),
    await signedIn(shop.db, { role: "admin", staffRoles: ["orders"], name: "Otto Admin" }),
  ];
  // It is not their work.
  await signedIn(shop.db, { role: "admin", staffRoles: ["warehouse", "catalogue", "accounts"] });
});

const mailsAbout = async (productName: string) =>
  (await listMails(shop.db)).filter(({ subject }) => subject.includes(productName));

describe("the mails of POST /orders", () => {
  it("confirm it to the buyer and tell each owner and whoever works on orders, with item, pieces, price and address", async () => {
    const trim = await buildTrim(shop.db, { price: "0.0345", moq: 100, quantity: 10_000 });
    const body = { ...newOrder(buyer, trim, 2_000), address: "Vävaregatan 14\n903 21 Umeå" };
    const response = await call(shop, "POST /orders", { as: buyer, body });
    const { insertedId } = await response.json();
    const { number } = await (await call(shop, `GET /orders/${insertedId}`, { as: buyer })).json();
    const mails = await mailsAbout(trim.name);
    expect(mails.map(({ to, subject }) => ({ to, subject }))).toEqual(
      expect.arrayContaining([
        {
          to: { name: buyer.name, address: buyer.email },
          subject: `Order No. ${number}: placed, 2,000 × ${trim.name}, $69.00`,
        },
        ...admins.map(({ name, email }) => ({
          to: { name, address: email },
          subject: `Order No. ${number}: new order, 2,000 × ${trim.name}, $69.00`,
        })),
      ]),
    );
    expect(mails).toHaveLength(3);
    for (const { text, html } of mails) {
      for (const fact of [trim.name, "2,000", "$0.0345", "$69.00", `No. ${number}`]) {
        expect(text).toContain(fact);
        expect(html).toContain(fact);
      }
      expect(text).toContain("Send to: Åsa <b>Öberg</b>\n  Vävaregatan 14\n  903 21 Umeå");
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
    const sent = (await listMails(shop.db)).filter(({ text }) => text.includes(trim.name));
    const which = numbers.map((number) => `No. ${number}`).join(", ");
    expect(sent.map(({ to, subject }) => [to.address, subject]).sort()).toEqual(
      [
        [buyer.email, `Orders ${which}: placed, 2 orders, $12.40`],
        ...admins.map(({ email }) => [email, `Orders ${which}: 2 new orders, $12.40`]),
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
      `Orders ${numbers
        .slice(0, 7)
        .map((n) => `No. ${n}`)
        .join(", ")}: placed, 7 orders, $276.72`,
    );
    expect(toBuyer?.text).toContain(
      `No. ${numbers[0]}: 1,001 × ${trim.name}\n  $0.0345 per piece\n  $34.53\n  Vävaregatan 14\n  Umeå\n`,
    );
    expect(toBuyer?.text).toContain(
      `No. ${numbers[6]}: 2,000 × ${trim.name}\n  $0.0345 per piece\n  $69.00\n  Skeppsbron 3\n`,
    );
    expect(toBuyer?.text).toContain(`${ORIGIN}/dashboard/myorders\n`);
    expect(toBuyer?.text).toContain("The confirmation of each is on its page.");
    expect(toBuyer?.enclosed).toBeUndefined();
    for (const words of [toBuyer?.text, toBuyer?.html]) expect(words).not.toContain("Storgatan");
    expect(toOther?.text).toContain("The confirmations are attached.");
    expect(toOther?.enclosed).toHaveLength(2);
    expect(toOther?.text).not.toContain("1,001");
    expect(toAdmin?.subject).toMatch(
      new RegExp(`^Orders No\\. ${numbers[0]}, .*No\\. ${numbers[7]} and 1 more: 9 new orders, `),
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
    const move = { track: "review", from: "in-review", to: "declined", note: "The die is worn." };
    expect((await call(shop, `POST /orders/${declined}/moves`, { as: admins[0], body: move })).status).toBe(200);
    const gone = await place(103);
    await place(104);
    await call(shop, `DELETE /orders/${gone}`, { as: admins[0] });
    const sent = (await listMails(shop.db)).filter(({ text }) => text.includes(trim.name));
    expect(sent.map(({ subject }) => subject.replace(/No\. \d+/, "No. N")).toSorted()).toEqual([
      ...Array(3).fill(`Order No. N: cancelled, 101 × ${trim.name}, $6.26`),
      ...Array(3).fill(`Order No. N: cancelled, 103 × ${trim.name}, $6.39`),
      `Order No. N: declined, 102 × ${trim.name}, $6.32`,
      ...admins.map(() => `Order No. N: new order, 104 × ${trim.name}, $6.45`),
      `Order No. N: placed, 104 × ${trim.name}, $6.45`,
    ]);
  });

  it("tell the buyer and each admin once of what is cancelled together, the buyer's own too", async () => {
    const trim = await buildTrim(shop.db);
    const place = async () => {
      const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) });
      return (await response.json()).insertedId as string;
    };
    const ids = [await place(), await place()];
    await listMails(shop.db);
    for (const id of ids) expect((await call(shop, `DELETE /orders/${id}`, { as: buyer })).status).toBe(200);
    const sent = (await listMails(shop.db)).filter(
      ({ text, subject }) => text.includes(trim.name) && subject.includes("cancelled"),
    );
    expect(sent.map(({ to }) => to.address).toSorted()).toEqual(
      [buyer, ...admins].map(({ email }) => email).toSorted(),
    );
    const [toBuyer] = sent.filter(({ to }) => to.address === buyer.email);
    expect(toBuyer?.text).toContain("You have cancelled these orders.");
    expect(toBuyer?.enclosed).toBeUndefined();
  });

  it("are held back from an address that is not confirmed, and sent once, as things then are, when it is", async () => {
    const [visitor, email] = [new Visitor(shop), newEmail()];
    await visitor.register(email, { name: "Mara Lie" });
    const { accessToken: token } = await (await visitor.send("POST /login", { email })).json();
    const { id = "" } = (await visitor.who()) ?? {};
    const person = { id, email, token, name: "Mara Lie", sessionId: "" };
    const trim = await buildTrim(shop.db);
    const place = async () => {
      const response = await call(shop, "POST /orders", { as: person, body: newOrder(person, trim) });
      return (await response.json()).insertedId as string;
    };
    const [open, accepted, gone] = [await place(), await place(), await place()];
    const move = { track: "review", from: "in-review", to: "accepted" };
    expect((await call(shop, `POST /orders/${accepted}/moves`, { as: admins[0], body: move })).status).toBe(200);
    await call(shop, `DELETE /orders/${gone}`, { as: person });
    const about = async () => (await listMails(shop.db)).filter(({ text }) => text.includes(trim.name));
    const toPerson = async () => (await about()).filter(({ to }) => to.address === email);
    const toAdmins = async () => (await about()).filter(({ to }) => to.address !== email).length;
    expect(await toPerson()).toEqual([]);
    const before = await toAdmins();
    const confirm = async () => {
      const token = await insertLink(shop.db, "verify-email", id);
      expect((await visitor.send("POST /auth/verify-email", { token })).status).toBe(200);
    };
    await confirm();
    await confirm();
    const [mail, ...more] = await toPerson();
    expect(more).toEqual([]);
    expect(mail?.enclosed).toEqual([open, accepted].map((id) => `confirmation order ${id}`));
    expect(mail?.text).toMatch(/^No\. \d+: 100 × .*\n.*\n {2}\$6\.20\n {2}Accepted\n/m);
    expect(await toAdmins()).toBe(before);
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
