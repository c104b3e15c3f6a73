import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { insertLink } from "#app/features/identity/links.server.ts";
import { layOut, toHtml } from "#app/platform/mail/layout.server.ts";
import { CONTACT, ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newSheet } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { newEmail, Visitor } from "#test/visitor.ts";
import { writeConfirmation, writeNotice } from "./email-templates.server.ts";
import { mailPendingSheets } from "./mails.server.ts";
import { pendingSheetNotifications } from "./tables.server.ts";

let shop: TestApp;
let buyer: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db, { name: "Åsa <b>Öberg</b>" });
  admin = await signedIn(shop.db, { role: "admin", name: "Ada Admin" });
});

const send = (as: TestPerson, body: object) =>
  call(shop, "POST /orderSheets", { as, body, headers: { "idempotency-key": randomUUID() } });

describe("the mails of a sheet", () => {
  const mailsAbout = async (number: number) =>
    (await listMails(shop.db)).filter(({ subject }) => subject.includes(`Sheet S-${number}`));

  it("are one to its buyer and one to each admin, with PO number and all lines, escaped", async () => {
    const other = await signedIn(shop.db, { role: "admin", name: "Otto Admin" });
    const trims = [await buildTrim(shop.db), await buildTrim(shop.db), await buildTrim(shop.db)];
    const body = {
      ...newSheet(buyer, trims),
      poNumber: "<i>4500</i>",
      company: "A & B <s>",
      country: "SE",
      note: "<script>x</script>",
      wantedOn: "2031-12-02",
    };
    const { number } = await (await send(buyer, body)).json();
    const mails = await mailsAbout(number);
    expect(mails.map(({ to }) => to.address).toSorted()).toEqual([buyer.email, admin.email, other.email].toSorted());
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        `PO <i>4500</i>: Sheet S-${number} sent, 3 orders, $18.60`,
        `PO <i>4500</i>: Sheet S-${number} is new, 3 orders, $18.60`,
      ]),
    );
    for (const { text, html } of mails) {
      for (const { name } of trims) expect(text).toContain(`${name}\n  $0.0620 per piece\n  $6.20`);
      expect(text).toContain("<script>x</script>");
      expect(text).toContain("Requested delivery: 2 December 2031");
      expect(text).toMatch(/^Send to: A & B <s>\n {2}Åsa <b>Öberg<\/b>(\n {2}.+)+\n {2}Sweden$/m);
      expect(html).not.toMatch(/<script>|<i>4500|<s>|<b>Öberg/);
      expect(html).toContain("&lt;script&gt;x");
      expect(html).toContain(`/dashboard/ordersheets/${number}`);
    }
  });

  it("are written once for each sheet, whoever writes them at the same time", async () => {
    const trim = await buildTrim(shop.db, { name: "Told-once rivet" });
    for (let count = 0; count < 4; count++) expect((await send(buyer, newSheet(buyer, [trim]))).status).toBe(200);
    const emailContext = { origin: ORIGIN, contact: CONTACT };
    await Promise.all(Array.from({ length: 6 }, () => mailPendingSheets(shop.db, emailContext)));
    const sent = (await listMails(shop.db)).filter(({ text }) => text.includes(trim.name));
    expect(sent.filter(({ to }) => to.address === buyer.email)).toHaveLength(4);
  });

  it("never go to an address that nobody has confirmed", async () => {
    const stranger = await signedIn(shop.db, { emailVerified: false });
    const { number } = await (await send(stranger, newSheet(stranger, [await buildTrim(shop.db)]))).json();
    const mails = await mailsAbout(number);
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.map(({ to }) => to.address)).not.toContain(stranger.email);
  });

  it("leave out orders that have ended meanwhile, and are none if all have: nothing is set aside for those", async () => {
    const trims = [await buildTrim(shop.db), await buildTrim(shop.db, { price: "0.5" }), await buildTrim(shop.db)];
    const place = async () => (await (await send(buyer, newSheet(buyer, trims))).json()).number as number;
    const ordersOf = async (sheet: number): Promise<{ _id: string; number: number }[]> =>
      (await (await call(shop, `GET /orderSheets/${sheet}`, { as: buyer })).json()).orders;
    const [all, some] = [await place(), await place()];
    const [first = expect.unreachable()] = await ordersOf(some);
    for (const { _id } of [...(await ordersOf(all)), first])
      expect((await call(shop, `DELETE /orders/${_id}`, { as: buyer })).status).toBe(200);
    const mailsOf = async (sheet: number) =>
      (await mailsAbout(sheet)).filter(({ subject }) => !subject.includes("cancelled"));
    expect(await mailsOf(all)).toEqual([]);
    const sent = await mailsOf(some);
    expect(sent.map(({ subject }) => subject)).toContain(`Sheet S-${some} sent, 2 orders, $56.20`);
    for (const { text } of sent) {
      expect(text).not.toContain(`No. ${first.number}:`);
      expect(text).toContain("Total: $56.20\nPieces: 200\n");
    }
    expect(await shop.db.$count(pendingSheetNotifications)).toBe(0);
  });

  it("of a line that is cancelled say what remains, with the new sum and the corrected confirmation", async () => {
    const trims = [await buildTrim(shop.db), await buildTrim(shop.db)];
    const { insertedId, number, orderIds } = await (await send(buyer, newSheet(buyer, trims))).json();
    await mailsAbout(number);
    expect((await call(shop, `DELETE /orders/${orderIds[0]}`, { as: buyer })).status).toBe(200);
    const sent = (await mailsAbout(number)).filter(({ subject }) => subject.includes("cancelled"));
    const admins = (await mailsAbout(number)).filter(({ subject }) => subject.includes("is new")).length;
    expect(sent).toHaveLength(1 + admins);
    const toBuyer = sent.find(({ to }) => to.address === buyer.email);
    expect(toBuyer?.subject).toMatch(
      new RegExp(`^Sheet S-${number}: order No\\. \\d+ cancelled, .*; 1 order, \\$6\\.20 remain$`),
    );
    expect(toBuyer?.text).toContain("New total: $6.20\n");
    expect(toBuyer?.text).toContain(trims[1]?.name);
    expect(toBuyer?.text).toContain(`${ORIGIN}/dashboard/ordersheets/${number}\n`);
    expect(toBuyer?.enclosed).toEqual([`confirmation sheet ${insertedId}`]);
  });

  it("are held back from an address that is not confirmed, and sent when it is, to the buyer alone", async () => {
    const [visitor, email] = [new Visitor(shop), newEmail()];
    await visitor.register(email, { name: "Mara Lie" });
    const { accessToken: token } = await (await visitor.send("POST /login", { email })).json();
    const { id = "" } = (await visitor.who()) ?? {};
    const person = { id, email, token, name: "Mara Lie", sessionId: "" };
    const { number } = await (await send(person, newSheet(person, [await buildTrim(shop.db)]))).json();
    const before = await mailsAbout(number);
    await visitor.send("POST /auth/verify-email", { token: await insertLink(shop.db, "verify-email", id) });
    const after = (await mailsAbout(number)).slice(before.length);
    expect(after.map(({ to, subject }) => [to.address, subject])).toEqual([
      [email, `Sheet S-${number} sent, 1 order, $6.20`],
    ]);
  });

  it("stay below 100 KB with 200 lines of long names: Gmail cuts a mail off at 102 KB", () => {
    const order = (number: number) => ({
      ...{ number: 10_000 + number, article: number, productName: "Zipper, antique brass on indigo tape, ".repeat(3) },
      ...{ orderQuantity: 1_250_000, unitPrice: "0.0345", depositPercent: 30, dueOn: "2026-12-22" },
      ...({ review: "accepted", shipping: "shipped", payment: "invoiced" } as const),
    });
    const sheet = {
      ...{ enteredBy: null, shipTo: null },
      ...{ id: "", number: 233, name: "Åsa", email: "asa@mill.example", phone: "", address: "Gate 3\nUmeå" },
      ...{ company: null, country: "SE", poNumber: "4500", wantedOn: null, note: "x".repeat(1000) },
      charges: [],
      orders: Array.from({ length: 200 }, (_, at) => order(at)),
    };
    for (const letter of [writeConfirmation(sheet), writeNotice(sheet)]) {
      const html = toHtml(layOut(letter, { origin: ORIGIN, contact: CONTACT }));
      expect(Buffer.byteLength(html)).toBeLessThan(100_000);
      expect(html).toContain("10199");
    }
  });

  it("a refused sheet sends none", async () => {
    const before = (await listMails(shop.db)).length;
    expect((await send(buyer, newSheet(buyer, [await buildTrim(shop.db, { quantity: 1 })]))).status).toBe(409);
    expect(await listMails(shop.db)).toHaveLength(before);
  });
});
