import { describe, expect, it } from "vitest";
import { startPapers } from "#test/papers.ts";
import { call, signedIn } from "#test/people.ts";

const { shop, admin, buyer, place, send, move, accept, invoice } = await startPapers();

const ask = (path: string, as = buyer) => call(shop, `GET ${path}/paymentInstructions`, { as });
const read = async (path: string) => (await ask(path)).json();
const bank = [
  { label: "Bank", value: expect.any(String) },
  { label: "Account", value: expect.any(String) },
  { label: "SWIFT", value: expect.any(String) },
];

describe("how to pay", () => {
  it("names no invoice before there is one, and after it number, day and what is left", async () => {
    const id = await place(999);
    expect(await read(`/orders/${id}`)).toEqual({ invoices: [], deposit: null, bank });
    await accept(id);
    await invoice(id);
    const number = expect.stringMatching(/^\d{4}-\d{5}$/);
    expect((await read(`/orders/${id}`)).invoices).toEqual([{ number, amount: "34.47", dueOn: "2030-01-31" }]);
    await move(id, { track: "payment", from: "invoiced", to: "paid" });
    expect((await read(`/orders/${id}`)).invoices).toEqual([]);
  });

  it("of a sheet is the whole of its invoices, which the page of each order asks for, too", async () => {
    const { id, orderIds } = await send(2);
    for (const one of orderIds) await accept(one);
    await call(shop, "POST /orderMoves", {
      as: admin,
      body: { ids: orderIds, track: "payment", from: "pending", to: "invoiced", dueOn: "2030-01-31", lateDue: true },
    });
    const { invoices } = await read(`/orderSheets/${id}`);
    expect(invoices).toMatchObject([{ amount: "6.96" }]);
    expect((await read(`/orders/${orderIds[1]}`)).invoices).toEqual(invoices);
  });

  it("is told to nobody else", async () => {
    const id = await place();
    const other = await signedIn(shop.db);
    expect((await ask(`/orders/${id}`, other)).status).toBe(404);
    expect((await ask(`/orders/${id}`, admin)).status).toBe(200);
    expect((await ask("/orderSheets/987654", other)).status).toBe(404);
  });
});
