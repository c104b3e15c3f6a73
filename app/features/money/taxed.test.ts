import { expect, it } from "vitest";
import { formatTotal } from "#app/contract/money.ts";
import { readSeller } from "#app/platform/seller-env.server.ts";
import { listMails } from "#test/mails.ts";
import { startPapers } from "#test/papers.ts";
import { call } from "#test/people.ts";

const seller = readSeller({ PAPER: "A4", TAX_RATE: "20" }, true);
const { shop, admin, buyer, place, accept, invoice, fetchPdf } = await startPapers({ seller });

const read = async (path: string, as = buyer) => (await call(shop, `GET ${path}`, { as })).json();

async function post(path: string, body: object): Promise<void> {
  const headers = { "idempotency-key": crypto.randomUUID() };
  expect([path, (await call(shop, `POST ${path}`, { as: admin, body, headers })).status]).toEqual([path, 200]);
}

it("an invoice has one sum, with its tax: on its paper, in its mail, its reminder, on page and statement", async () => {
  const id = await place(999);
  await accept(id);
  await invoice(id);
  const [{ number, total, open }] = await read("/invoices", admin);
  expect([total, open]).toEqual(["41.36", "41.36"]);
  expect((await fetchPdf(`/invoices/${number}/invoice.pdf`)).text).toContain(formatTotal(total));
  const day = new Date().toISOString().slice(0, 10);

  async function expectEverywhere(sum: string): Promise<void> {
    const statement = await read("/statement");
    expect(statement).toMatchObject({ owed: sum, closing: sum, open: [{ number, amount: sum }] });
    expect((await fetchPdf("/statement.pdf")).text).toMatch(new RegExp(`Open on [^:]+: \\${formatTotal(sum)}`));
    expect((await read(`/orders/${id}/paymentInstructions`)).invoices).toMatchObject([{ number, amount: sum }]);
    expect(await read(`/invoices/${number}`, admin)).toMatchObject({ open: sum, account: { open: sum } });
    expect((await read("/invoiceSums", admin)).owed).toEqual({ count: 1, sum });
  }
  const issued = (await listMails(shop.db)).find(({ subject }) => subject.includes("due"));
  expect(issued?.subject).toContain(formatTotal(total));
  await expectEverywhere(total);
  await post("/payments", { invoice: number, amount: "10.01", day });
  const paid = (await listMails(shop.db)).findLast(({ subject }) => subject.includes("received"));
  expect(paid?.text).toContain("$31.35 of it is left to pay.");
  await expectEverywhere("31.35");
  await post("/reminders", { invoices: [number] });
  const reminder = (await listMails(shop.db)).findLast(({ subject }) => subject.includes("reminder"));
  expect(reminder?.subject).toBe(`Invoice ${number}: reminder, $31.35 open`);
  expect(reminder?.text).toMatch(new RegExp(`${number}:?\\s+\\$31\\.35`));
});
