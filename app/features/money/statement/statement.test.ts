import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { toCents, writeCents } from "#app/contract/money.ts";
import { companyMembers } from "#app/features/companies/tables.server.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { startPapers } from "#test/papers.ts";
import { call, signedIn } from "#test/people.ts";

const { shop, buyer, admin, place, accept, invoice, move, fetchPdf } = await startPapers();

const read = async (as = buyer, query = "") => (await call(shop, `GET /statement${query}`, { as })).json();
const today = new Date().toISOString().slice(0, 10);
const pay = (number: string, amount: string) =>
  call(shop, "POST /payments", {
    as: admin,
    headers: { "idempotency-key": crypto.randomUUID() },
    body: { invoice: number, amount, day: today, reference: "TRF 8841" },
  });

async function placeInvoiced(pieces: number): Promise<{ id: string; number: string }> {
  const id = await place(pieces);
  await accept(id);
  await invoice(id);
  const { open } = await read();
  return { id, number: open.at(-1).number };
}

describe("a statement of account", () => {
  it("says what was invoiced, paid and credited, with the balance, and what is open", async () => {
    expect(await read()).toMatchObject({ name: buyer.name, opening: "0.00", closing: "0.00", entries: [], open: [] });
    const first = await placeInvoiced(1_000);
    const second = await placeInvoiced(500);
    expect((await pay(first.number, "14.50")).status).toBe(200);
    expect((await call(shop, `DELETE /orders/${second.id}`, { as: admin })).status).toBe(200);
    const statement = await read();
    expect(statement).toMatchObject({
      ...{ opening: "0.00", closing: "20.00", owed: "20.00", credit: "0.00" },
      open: [{ number: first.number, dueOn: "2030-01-31", amount: "20.00" }],
    });
    const entries = statement.entries.map(({ kind, amount, balance }: Record<string, string>) => [
      kind,
      amount,
      balance,
    ]);
    expect(entries).toEqual([
      ["invoice", "34.50", "34.50"],
      ["invoice", "17.25", "51.75"],
      ["payment", "-14.50", "37.25"],
      ["credit-note", "-17.25", "20.00"],
    ]);
    expect(statement.entries[2]).toMatchObject({ about: "TRF 8841", invoices: [first.number] });
  });

  it("has what was paid beyond the invoices as credit, and begins with the balance of the evening before", async () => {
    const third = await placeInvoiced(800);
    expect((await pay(third.number, "40.00")).status).toBe(200);
    const statement = await read();
    expect(statement).toMatchObject({ credit: "12.40", owed: "20.00", closing: "7.60" });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect(await read(buyer, `?from=${tomorrow}&to=${tomorrow}`)).toMatchObject({
      ...{ opening: "7.60", closing: "7.60", entries: [] },
    });
    expect((await call(shop, "GET /statement?from=2026-02-01&to=2026-01-01", { as: buyer })).status).toBe(400);
  });

  it("has the balance after each of two payments that came by one line of the bank", async () => {
    const two = [await placeInvoiced(1_000), await placeInvoiced(500)];
    const { closing } = await read();
    const invoices = two.map(({ number }, at) => ({ number, open: at === 0 ? "34.50" : "17.25" }));
    const line = { day: today, amount: "51.75", text: "TRF 8842", nth: 1, invoices };
    const headers = { "idempotency-key": crypto.randomUUID() };
    const booked = await call(shop, "POST /bankLines", { as: admin, headers, body: { lines: [line] } });
    expect(await booked.json()).toEqual([{ ok: true }]);
    const before = toCents(closing);
    expect((await read()).entries.slice(-2)).toMatchObject([
      { kind: "payment", amount: "-34.50", balance: writeCents(before - 3450n) },
      { kind: "payment", amount: "-17.25", balance: writeCents(before - 5175n) },
    ]);
  });

  it("is the same as CSV and on paper", async () => {
    const csv = await (await call(shop, "GET /statement.csv", { as: buyer })).text();
    const { entries, opening, closing } = await read();
    const lines = csv.trim().split("\r\n");
    expect(lines).toHaveLength(entries.length + 3);
    expect(lines[1]).toContain(`"Opening balance",,,,${Number(opening)}`);
    expect(lines.at(-1)).toContain(`"Balance",,,,${Number(closing)}`);
    // Numbers, of which a spreadsheet makes a sum, and no text with a sign in front.
    const amounts = lines.slice(2, -1).map((line) => line.split(",").slice(-3, -1));
    expect(amounts).toEqual(
      entries.map(({ amount, balance }: Record<string, string>) => [`${Number(amount)}`, `${Number(balance)}`]),
    );
    expect(amounts.map(([amount]) => amount)).toContain("-14.5");
    const { text, type } = await fetchPdf("/statement.pdf");
    expect(type).toContain("application/pdf");
    for (const words of ["Statement of account", buyer.name, "Opening balance", "$34.50", "$7.60", "$12.40"]) {
      expect(text).toContain(words);
    }
  });

  it("is the company's for its members, with the orders that were brought along, and nobody else's", async () => {
    const before = await read();
    const other = await signedIn(shop.db);
    expect(await read(other)).toMatchObject({ entries: [], closing: "0.00" });
    expect((await call(shop, `GET /statement?buyer=${buyer.id}`, { as: other })).status).toBe(404);
    expect((await call(shop, `GET /statement?buyer=${buyer.id}`, { as: buyer })).status).toBe(404);
    const headers = { "idempotency-key": crypto.randomUUID() };
    const company = { name: "Çınaraltı Denim", country: "TR", taxNumber: null, bringOrders: true };
    const founded = await call(shop, "POST /companies", { as: buyer, headers, body: company });
    expect(founded.status).toBe(200);
    const own = await read();
    expect(own).toMatchObject({ name: "Çınaraltı Denim", owed: before.owed });
    const id = (await founded.json()).insertedId;
    expect(await read(admin, `?company=${id}`)).toEqual(own);
    expect(await read(admin, `?buyer=${buyer.id}`)).toEqual(own);
    expect((await call(shop, `GET /statement?company=${id}`, { as: other })).status).toBe(404);
    expect((await call(shop, `GET /statement?company=${crypto.randomUUID()}`, { as: admin })).status).toBe(404);
    expect(toCents(own.closing)).toBe(toCents(own.owed) - toCents(own.credit));
    // Whoever has left leaves it with the company.
    await shop.db.delete(companyMembers).where(eq(companyMembers.userId, buyer.id));
    const alone = await read();
    expect(alone.open).toEqual([]);
    expect(alone.entries.filter(({ kind }: { kind: string }) => kind === "invoice")).toEqual([]);
  });

  it("is told to those of the staff alone who may see invoices", async () => {
    for (const [role, status] of [
      ["warehouse", 403],
      ["catalogue", 403],
      ["orders", 200],
      ["accounts", 200],
    ] as const) {
      const as = await signedIn(shop.db, { role: "admin", staffRoles: [role] });
      for (const path of ["/statement", "/statement.csv", "/statement.pdf"]) {
        expect([role, (await call(shop, `GET ${path}?buyer=${buyer.id}`, { as })).status]).toEqual([role, status]);
      }
    }
  });

  it("has the credit of whoever founds a company and brings their orders along, to be used for these", async () => {
    const founder = await signedIn(shop.db);
    const trim = await buildTrim(shop.db, { price: "0.0345" });
    const post = async (path: string, body: object, as = admin) => {
      const response = await call(shop, `POST ${path}`, {
        as,
        body,
        headers: { "idempotency-key": crypto.randomUUID() },
      });
      expect(response.status).toBe(200);
      return response.json();
    };
    const issue = async () => {
      const { insertedId } = await post("/orders", newOrder(founder, trim), founder);
      await post(`/orders/${insertedId}/moves`, { track: "review", from: "in-review", to: "accepted", invoice: {} });
      const [{ number }] = await (await call(shop, `GET /invoices?order=${insertedId}`, { as: admin })).json();
      return number;
    };
    const [first, second] = [await issue(), await issue()];
    const paid = await post("/payments", { invoice: first, amount: "50.00", day: "2026-01-31" });
    expect(await read(founder)).toMatchObject({ credit: "46.55" });
    const company = { name: "Sierra Quebrada", country: "MX", taxNumber: null, bringOrders: true };
    await post("/companies", company, founder);
    expect(await read(founder)).toMatchObject({ name: "Sierra Quebrada", credit: "46.55" });
    const used = await post("/allocations", { invoice: second, amount: "3.45" });
    await post("/reversals", { booking: used.insertedId, reason: "Of another" });
    await post("/reversals", { booking: paid.insertedId, reason: "Of another" });
    expect(await read(founder)).toMatchObject({ credit: "0.00", owed: "6.90" });
  });

  it("closes at what is owed less the credit, also after a payment was taken back", async () => {
    const { id } = await placeInvoiced(600);
    await move(id, { track: "payment", from: "invoiced", to: "paid" });
    await move(id, { track: "payment", from: "paid", to: "invoiced" });
    const { closing, owed, credit } = await read();
    expect(toCents(closing)).toBe(toCents(owed) - toCents(credit));
  });
});
