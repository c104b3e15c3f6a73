import { afterAll, beforeAll, expect, it } from "vitest";
import { flushPendingNotifications } from "#app/pending-notifications.server.ts";
import { keepFlushing } from "#app/platform/mail/pending-notifications.server.ts";
import { openSmtpTransport } from "#app/platform/mail/smtp-transport.server.ts";
import { startMailWorker } from "#app/platform/mail/worker.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, buildTrims, newOrder, newSheet } from "#test/builders.ts";
import { silent } from "#test/database.ts";
import { readPdf } from "#test/pdf.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { startSmtp } from "#test/smtp.ts";
import { createAttacher } from "./attach.server.ts";

let shop: TestApp;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let stopTelling: () => Promise<void>;
let stopWorker: () => Promise<void>;
let buyer: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  smtp = await startSmtp();
  const from = { name: "Rivet & Reed", address: "shop@rivet-and-reed.example" };
  const transport = openSmtpTransport({
    url: smtp.url,
    demo: false,
    connections: 4,
    from,
    origin: "https://shop.example",
  });
  const enclose = createAttacher(shop.db, { ...shop.settings, pdfWorker: shop.pdfWorker });
  const emailContext = { origin: "https://shop.example", contact: "help@shop.example" };
  stopTelling = keepFlushing(() => flushPendingNotifications(shop.db, emailContext), silent);
  stopWorker = await startMailWorker(shop.connection, transport, silent, enclose);
  [buyer, admin] = await Promise.all([signedIn(shop.db), signedIn(shop.db, { role: "admin" })]);
});
afterAll(async () => {
  await stopTelling();
  await stopWorker();
  await smtp.stop();
});

/** The mail to this person whose subject says so, with the words of its files. */
async function receive(to: TestPerson, subject: RegExp) {
  const find = () => smtp.received.find((mail) => mail.envelope.to[0] === to.email && subject.test(mail.subject ?? ""));
  await expect.poll(find, { timeout: 20_000, interval: 50 }).toBeDefined();
  const mail = find();
  const files = (mail?.attachments ?? []).map(async ({ filename, mimeType, content }) => {
    if (typeof content === "string") expect.fail("a file came as text");
    const { elements } = await readPdf(new Uint8Array(content));
    return { filename, mimeType, text: elements.map(({ text }) => text).join("\n") };
  });
  return { text: mail?.text ?? "", files: await Promise.all(files) };
}

const move = (id: string, body: object) => call(shop, `POST /orders/${id}/moves`, { as: admin, body });

it("a placed order is confirmed with its confirmation, its invoice comes with the mail about it", async () => {
  const trim = await buildTrim(shop.db, { name: "Domed rivet", price: "0.0345" });
  const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, 333) });
  const { insertedId: id } = await response.json();
  const placed = await receive(buyer, /placed/);
  expect(placed.text).toContain("The confirmation is attached.");
  expect(placed.files).toEqual([
    {
      filename: expect.stringMatching(/^order-confirmation-\d+\.pdf$/),
      mimeType: "application/pdf",
      text: expect.stringContaining("$11.49"),
    },
  ]);
  expect((await receive(admin, /new order/)).files).toEqual([]);
  await move(id, { track: "review", from: "in-review", to: "accepted" });
  expect((await receive(buyer, /: accepted/)).files).toEqual([]);
  await move(id, { track: "payment", from: "pending", to: "invoiced", dueOn: "2030-01-31", lateDue: true });
  const invoiced = await receive(buyer, /: invoice /);
  expect(invoiced.text).toContain("The invoice is attached.");
  expect(invoiced.text).toContain("Account: 0000 1234 5678\nSWIFT: YARDGB00XXX");
  expect(invoiced.files).toEqual([
    {
      filename: expect.stringMatching(/^invoice-\d{4}-\d{5}\.pdf$/),
      mimeType: "application/pdf",
      text: expect.stringContaining("31 January 2030"),
    },
  ]);
});

it("a sheet is confirmed with one file; its lines that are invoiced together are one mail with one invoice", async () => {
  const trims = await buildTrims(shop.db, 2);
  const body = newSheet(buyer, trims);
  const headers = { "idempotency-key": crypto.randomUUID() };
  const sent = await (await call(shop, "POST /orderSheets", { as: buyer, body, headers })).json();
  const confirmed = await receive(buyer, /^Sheet S-/);
  expect(confirmed.files.map(({ filename }) => filename)).toEqual([`order-confirmation-S-${sent.number}.pdf`]);
  for (const id of sent.orderIds) await move(id, { track: "review", from: "in-review", to: "accepted" });
  await move(sent.orderIds[0], { track: "payment", from: "pending", to: "invoiced" });
  const invoiced = await receive(buyer, /^Sheet S-\d+: invoice \d{4}-\d{5}, \$12\.40, due /);
  expect(invoiced.files).toHaveLength(1);
  expect(invoiced.files[0]?.text).toContain("Subtotal");
});
