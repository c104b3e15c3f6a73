import Papa from "papaparse";
import { expect, it } from "vitest";
import { formatTotal, toCents } from "#app/contract/money.ts";
import { readSeller } from "#app/platform/seller-env.server.ts";
import { buildTrims, newSheet } from "#test/builders.ts";
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

it("credit notes take back the tax of their invoice to the cent, as a whole and in parts", async () => {
  const trims = await buildTrims(shop.db, 5, { price: "0.0341" });
  const headers = { "idempotency-key": crypto.randomUUID() };
  const body = { ...newSheet(buyer, trims, 101), country: "GB" };
  const sent = await (await call(shop, "POST /orderSheets", { as: buyer, body, headers })).json();
  const [first, second]: string[] = sent.orderIds;
  for (const id of sent.orderIds) await accept(id);
  await invoice(first ?? "");
  const [{ number, total }] = await read(`/invoices?order=${first}`, admin);
  // Five of $3.44, each of which would have $0.69 of tax alone.
  expect(total).toBe("20.64");
  for (const line of [
    { order: first, pieces: 1 },
    { order: first, pieces: 1 },
    { order: first, amount: "2.01" },
    { order: second, amount: "0.01" },
  ])
    await post("/creditNotes", { invoice: number, lines: [line], reason: "Bent" });
  await post("/creditNotes", { invoice: number, reason: "Bent" });
  const csv = await (await call(shop, "GET /accounts.csv", { as: admin })).text();
  const rows = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;
  const own = rows.filter((row) => row.Invoice?.includes(number));
  const sum = (head: string) => own.reduce((cents, row) => cents + toCents(row[head] || "0"), 0n);
  expect([own.length, sum("Net"), sum("Tax"), sum("Amount")]).toEqual([10, 0n, 0n, 0n]);
  for (const { Kind, Tax, Net } of own) if (Kind === "Credit note") expect(`${Tax}${Net}`).toMatch(/^(0|-0\.\d+)-?\d/);
});

it("a credit note over what is left of an order says no freight that is more than that", async () => {
  const id = await place(999);
  await accept(id);
  const { version } = await read(`/orders/${id}`);
  await post(`/orders/${id}/charges`, { version, kind: "freight", amount: "10.00", reason: "By air" });
  await invoice(id);
  const [{ number, total }] = await read(`/invoices?order=${id}`, admin);
  expect(total).toBe("53.36");
  await post("/creditNotes", { invoice: number, lines: [{ order: id, amount: "48.56" }], reason: "Bent" });
  await post("/creditNotes", { invoice: number, reason: "Bent" });
  const { entries } = await read(`/invoices/${number}`, admin);
  const { text } = await fetchPdf(`/creditNotes/${entries.at(-1).reference}/credit-note.pdf`);
  expect(text).toContain("$4.80");
  expect(text).not.toMatch(/−|freight/i);
});
