import { eq } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { openSmtpTransport } from "#app/platform/mail/smtp-transport.server.ts";
import { startMailWorker, WORKERS } from "#app/platform/mail/worker.server.ts";
import { silent } from "#test/database.ts";
import { listMails } from "#test/mails.ts";
import { startPapers } from "#test/papers.ts";
import { call, signedIn } from "#test/people.ts";
import { startSmtp } from "#test/smtp.ts";

const { shop, admin, buyer, place, accept, invoice } = await startPapers();
const warehouse = await signedIn(shop.db, { role: "admin", staffRoles: ["warehouse"] });
const smtp = await startSmtp();
const from = { name: "Rivet & Reed", address: "shop@rivet-and-reed.example" };
const origin = "https://shop.example";
const post = openSmtpTransport({ url: smtp.url, demo: false, connections: WORKERS, from, origin });
const stopWorker = await startMailWorker(shop.connection, post, silent);
afterAll(async () => {
  await stopWorker();
  await smtp.stop();
});

const read = async (path: string) => (await call(shop, `GET ${path}`, { as: admin })).json();
const patient = { timeout: 30_000, interval: 100 };

it("a mail that is refused for good is shown on its order and its invoice, and is sent again by a press", async () => {
  await smtp.turn("550");
  const id = await place();
  const { number } = await read(`/orders/${id}`);
  await accept(id);
  await invoice(id);
  await listMails(shop.db);
  const ofOrder = () => read(`/failedMails?order=${number}`);
  const isInvoice = ({ subject }: { subject: string }) => subject.includes("invoice");
  await expect.poll(async () => (await ofOrder()).filter(isInvoice).length, patient).toBe(1);
  const all = await ofOrder();
  const [mail] = all.filter(isInvoice);
  expect(mail).toMatchObject({ address: buyer.email, reason: expect.stringContaining("550 No such mailbox") });
  expect(await read(`/failedMails?order=${number + 1}`)).toEqual([]);
  // Others may fail meanwhile.
  expect(await read("/failedMails")).toEqual(expect.arrayContaining(all));
  const [{ number: invoiceNumber }] = await read(`/invoices?order=${id}`);
  expect((await read(`/invoices/${invoiceNumber}`)).deadMails).toContainEqual(mail);

  await smtp.turn("ok");
  const send = (as = admin, key = "one") =>
    call(shop, `POST /failedMails/${mail._id}/attempts`, { as, headers: { "idempotency-key": key } });
  expect((await send(warehouse)).status).toBe(403);
  expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(200);
  expect((await send(admin, "two")).status).toBe(404);
  await expect.poll(() => smtp.received.filter(({ to }) => to?.[0]?.address === buyer.email).length, patient).toBe(1);
  expect((await ofOrder()).filter(isInvoice)).toEqual([]);
  const rows = await shop.db.select().from(audit).where(eq(audit.objectId, mail._id));
  expect(rows).toMatchObject([{ action: "send-mail-again", object: mail.subject }]);
});
