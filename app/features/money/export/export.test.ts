import { eq, sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { toCents } from "#app/contract/money.ts";
import { unmarkText } from "#app/contract/text.ts";
import { audit } from "#app/features/audit/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { startPapers } from "#test/papers.ts";
import { call, signedIn } from "#test/people.ts";

const { shop, admin, place, accept, invoice } = await startPapers();

type Row = Record<string, string>;

async function readCsv(query = ""): Promise<Row[]> {
  const response = await call(shop, `GET /accounts.csv${query}`, { as: admin });
  const text = (await response.text()).replace(/^\uFEFF/, "");
  return Papa.parse<Row>(text, { header: true, skipEmptyLines: true, transform: unmarkText }).data;
}

const of = (rows: readonly Row[], ...kinds: string[]) => rows.filter(({ Kind = "" }) => kinds.includes(Kind));
const sum = (amounts: readonly (string | undefined)[]) =>
  amounts.reduce((total, amount) => total + toCents(amount || "0"), 0n);

async function post(path: string, body: object) {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const response = await call(shop, `POST ${path}`, { as: admin, body, headers });
  expect(response.status).toBe(200);
  return response.json();
}

/** An invoice of one order over $34.47. */
async function issue(): Promise<string> {
  const id = await place(999);
  await accept(id);
  await invoice(id);
  const { rows } = await shop.db.execute<{ number: string }>(
    sql`select number from invoices join invoiced_orders on invoice_id = id where order_id = ${id}`,
  );
  return rows[0]?.number ?? expect.unreachable();
}

describe("the export for the accountant", () => {
  it("has each invoice, credit note and payment, with sums equal to those of the lists", async () => {
    const [one, two, three] = [await issue(), await issue(), await issue()];
    await post("/payments", { invoice: one, amount: "34.47", day: "2026-01-31", reference: "TRF, 8841" });
    const { insertedId } = await post("/payments", { invoice: two, amount: "40.00", day: "2026-01-31" });
    await post("/reversals", { booking: insertedId, reason: "Wrong invoice" });
    await post("/creditNotes", { invoice: three, lines: undefined, reason: "Damaged" });
    const rows = await readCsv();
    const numbers = of(rows, "Invoice").map(({ Number: number }) => number);
    expect(numbers).toEqual(expect.arrayContaining([one, two, three]));
    const listed = await (await call(shop, "GET /invoices", { as: admin })).json();
    expect(sum(of(rows, "Invoice").map(({ Amount }) => Amount))).toBe(
      sum(listed.map(({ total }: { total: string }) => total)),
    );
    expect(sum(of(rows, "Invoice").map((row) => row["Left to pay"]))).toBe(
      sum(listed.map(({ open }: { open: string }) => open)),
    );
    for (const row of of(rows, "Invoice", "Credit note"))
      expect(sum([row.Net, row.Tax])).toBe(toCents(row.Amount ?? ""));
    const paid = await (await call(shop, "GET /payments", { as: admin })).json();
    const booked = of(rows, "Payment", "Refund", "Written off", "Reversal");
    expect(booked).toHaveLength(paid.length);
    expect(sum(booked.map(({ Amount }) => Amount))).toBe(sum(paid.map(({ amount }: { amount: string }) => amount)));
    expect(of(rows, "Payment")[0]).toMatchObject({
      Day: "2026-01-31",
      Invoice: one,
      Reference: "TRF, 8841",
      "Booked by": admin.name,
    });
    expect(of(rows, "Credit note")).toMatchObject([{ Amount: "-34.47", Invoice: three, Reason: "Damaged" }]);
    expect(of(rows, "Invoice")[0]).toMatchObject({ Paid: "2026-01-31" });
  });

  it.each([
    ["2025-12-31", "2025-12-31", ["2025-12-31"]],
    ["2026-01-01", "2026-01-01", ["2026-01-01"]],
    ["2025-12-31", "2026-01-01", ["2025-12-31", "2026-01-01"]],
    ["2025-12-01", "2025-12-30", []],
  ])("from %s to %s has both days and no other, across the turn of the year", async (from, to, days) => {
    const number = await issue();
    for (const day of ["2025-12-31", "2026-01-01"]) await post("/payments", { invoice: number, amount: "1.00", day });
    const rows = await readCsv(`?from=${from}&to=${to}`);
    expect(rows.filter(({ Invoice }) => Invoice === number).map(({ Day }) => Day)).toEqual(days);
    // Issued today.
    expect(of(rows, "Invoice")).toEqual([]);
  });

  it("says of what is paid the bank's day of the payment that stands, also of a deposit, and of what is not no day", async () => {
    const [one, two, three, four] = [await issue(), await issue(), await issue(), await issue()];
    const pay = (invoice: string, amount: string, day: string) => post("/payments", { invoice, amount, day });
    const { insertedId: wrong } = await pay(one, "34.47", "2026-01-10");
    await post("/reversals", { booking: wrong, reason: "Of another" });
    await pay(one, "34.47", "2026-01-15");
    await pay(two, "34.00", "2026-01-16");
    await post("/writeOffs", { invoice: two, amount: "0.47", reason: "Bank charges" });
    await pay(three, "34.47", "2026-01-17");
    const { insertedId: late } = await pay(three, "1.00", "2026-02-20");
    await post("/reversals", { booking: late, reason: "Of another" });
    await post("/creditNotes", { invoice: four, reason: "Damaged" });
    const id = await place(999);
    await accept(id);
    const { number } = await (await call(shop, `GET /orders/${id}`, { as: admin })).json();
    await shop.db.update(orders).set({ depositPercent: 100 }).where(eq(orders.id, id));
    await pay(`No. ${number}`, "34.47", "2026-01-18");
    await invoice(id);
    const [{ number: five }] = await (await call(shop, `GET /invoices?order=${id}`, { as: admin })).json();
    const rows = of(await readCsv(), "Invoice");
    const paidOf = (invoice: string) => rows.find((row) => row.Number === invoice)?.Paid;
    expect([one, two, three, four, five].map(paidOf)).toEqual([
      ...["2026-01-15", "2026-01-16", "2026-01-17", "", "2026-01-18"],
    ]);
  });

  it("is a workbook, too, in which money is numbers and a text is never a formula", async () => {
    const number = await issue();
    await post("/payments", { invoice: number, amount: "3.21", day: "2024-02-29", reference: "=1+1" });
    const response = await call(shop, "GET /accounts.xlsx?from=2024-02-29&to=2024-02-29", { as: admin });
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="accounts-2024-02-29-2024-02-29.xlsx"',
    );
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    expect(text("xl/workbook.xml").match(/name="[^"]+"/g)).toEqual(
      expect.arrayContaining(['name="Invoices"', 'name="Credit notes"', 'name="Payments"']),
    );
    expect(text("xl/worksheets/sheet3.xml")).toContain("<v>3.21</v>");
    expect(text("xl/worksheets/sheet3.xml")).not.toContain("<f>");
    expect(
      Object.values(files)
        .map((file) => strFromU8(file))
        .join(""),
    ).toContain("=1+1");
  });

  it("is for accountants, and recorded", async () => {
    const warehouse = await signedIn(shop.db, { role: "admin", staffRoles: ["warehouse"] });
    for (const path of ["/accounts.csv", "/accounts.xlsx"]) {
      expect((await call(shop, `GET ${path}`, { as: warehouse })).status).toBe(403);
      const before = await shop.db.$count(audit);
      await (await call(shop, `GET ${path}`, { as: admin })).arrayBuffer();
      expect(await shop.db.$count(audit)).toBe(before + 1);
    }
  });
});
