import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { creditNotes } from "#app/features/documents/tables.server.ts";
import { listMails } from "#test/mails.ts";
import { startPapers } from "#test/papers.ts";
import { call, signedIn } from "#test/people.ts";

const { shop, buyer, admin, place, send, accept, invoice, move, fetchPdf } = await startPapers();
const warehouse = await signedIn(shop.db, { role: "admin", staffRoles: ["warehouse"] });

const freight = { kind: "freight", amount: "120.00", reason: "Air freight to Porto" };
const discount = { kind: "discount", amount: "0.45", reason: "Late delivery" };
const add = (path: string, body: object, as = admin, key: string = crypto.randomUUID()) =>
  call(shop, `POST ${path}/charges`, { as, body: { version: 1, ...body }, headers: { "idempotency-key": key } });
const remove = (path: string, id: string) => call(shop, `DELETE ${path}/charges/${id}`, { as: admin });
const read = async (path: string, as = buyer) => (await call(shop, `GET ${path}`, { as })).json();
const idOf = async (response: Response) => (await response.json()).insertedId;

describe("freight and discounts of an order", () => {
  it("are told to the buyer with a new confirmation, and leave the total of lists alone", async () => {
    const id = await place();
    const before = (await listMails(shop.db)).length;
    const added = await add(`/orders/${id}`, freight);
    expect(await added.json()).toMatchObject({ version: 2 });
    expect((await add(`/orders/${id}`, discount)).status).toBe(412);
    expect((await add(`/orders/${id}`, { ...discount, version: 2 })).status).toBe(200);
    const order = await read(`/orders/${id}`);
    expect(order).toMatchObject({
      total: "3.4500",
      version: 3,
      charges: [{ ...freight, by: null, invoice: null }, {}],
    });
    expect((await read(`/orders/${id}`, admin)).charges[0].by).toBe(admin.name);
    expect(order.events.map(({ note }: { note: string }) => note)).toContain(
      "Added: Freight $120.00, Air freight to Porto",
    );
    const mails = (await listMails(shop.db)).slice(before).filter(({ subject }) => /added/.test(subject));
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/: freight of \$120.00 added$/),
      expect.stringMatching(/: discount of \$0.45 added$/),
    ]);
    expect(mails[1]?.text).toContain("New total: $123.00");
    const { text } = await fetchPdf(`/orders/${id}/confirmation.pdf`);
    for (const words of ["Air freight to Porto", "$120.00", "Discount, Late delivery", "−$0.45", "$123.00"])
      expect(text).toContain(words);
    // Said once.
    expect(text).not.toContain("Freight, Air");
    const earlier = await fetchPdf(`/orders/${id}/confirmation.pdf?version=1`);
    expect(earlier.text).not.toContain("reight to");
    expect(await shop.db.$count(audit, eq(audit.action, "charge-order"))).toBe(2);
  });

  it("are on the next invoice, with tax as the goods, in what is to be paid and credited, and fixed then", async () => {
    const id = await place();
    const charge = await idOf(await add(`/orders/${id}`, freight));
    await accept(id);
    const before = (await listMails(shop.db)).length;
    await invoice(id);
    const order = await read(`/orders/${id}`);
    expect(order).toMatchObject({
      billed: { pieces: 100, amount: "123.45" },
      charges: [{ invoice: order.billed.invoice }],
    });
    const [mail] = (await listMails(shop.db)).slice(before).filter(({ subject }) => /invoice/.test(subject));
    expect(mail?.subject).toContain("$123.45");
    expect((await fetchPdf(`/orders/${id}/invoice.pdf`)).text).toContain("Air freight to Porto");
    const refused = await remove(`/orders/${id}`, charge);
    expect(refused.status).toBe(409);
    expect((await refused.json()).detail).toContain(order.billed.invoice);
    expect((await add(`/orders/${id}`, { ...discount, version: 2 })).status).toBe(409);
    await call(shop, `PATCH /orders/${id}`, { as: admin, body: { version: 2, orderQuantity: 200 } });
    const [note] = await shop.db.select().from(creditNotes).where(eq(creditNotes.orderId, id));
    expect(note).toMatchObject({ amount: "123.45" });
    const said = (await fetchPdf(`/creditNotes/${note?.number}/credit-note.pdf`)).text;
    for (const words of ["Air freight to Porto", "$120.00", "$3.45", "$123.45"]) expect(said).toContain(words);
    expect((await read(`/orders/${id}`)).charges).toMatchObject([{ invoice: null }]);
    await invoice(id);
    expect(await read(`/orders/${id}`)).toMatchObject({ billed: { amount: "126.90" } });
    await move(id, { track: "payment", from: "invoiced", to: "paid" });
    expect((await read(`/orders/${id}`)).payment).toBe("paid");
  });

  it("stay, as freight, when an order is closed short, while a discount is for the pieces", async () => {
    const id = await place(1000);
    await add(`/orders/${id}`, freight);
    await add(`/orders/${id}`, { ...discount, amount: "4.50", version: 2 });
    await accept(id);
    await move(id, { track: "shipping", from: "pending", to: "packed" });
    const headers = { "idempotency-key": crypto.randomUUID() };
    const lines = [{ order: id, pieces: 400, before: 0 }];
    await call(shop, "POST /deliveries", { as: admin, body: { lines }, headers });
    await invoice(id);
    await call(shop, `POST /orders/${id}/closings`, {
      ...{ as: admin, body: { before: 400 }, headers: { "idempotency-key": crypto.randomUUID() } },
    });
    // Of $34.50 less $4.50, six tenths.
    expect(await read(`/orders/${id}`)).toMatchObject({ billed: { pieces: 400, amount: "132.00" } });
  });

  it("are refused to others, without a reason, below nothing, twice by one key, and once it has ended", async () => {
    const id = await place();
    const path = `/orders/${id}`;
    expect((await add(path, freight, buyer)).status).toBe(403);
    expect((await add(path, freight, warehouse)).status).toBe(403);
    expect((await add(path, { ...freight, reason: " " })).status).toBe(400);
    for (const amount of ["0", "0.00", "-5", "1.234", "many"]) {
      expect((await add(path, { ...freight, amount })).status).toBe(400);
    }
    const less = await (await add(path, { ...discount, amount: "3.46" })).json();
    expect(less).toMatchObject({
      errors: [{ field: "amount", message: "The discounts would be more than the total" }],
    });
    const key = crypto.randomUUID();
    const ids = await Promise.all([add(path, freight, admin, key), add(path, freight, admin, key)]);
    expect(ids.some(({ status }) => status === 200)).toBe(true);
    const [charge] = (await read(path)).charges;
    expect((await read(path)).charges).toHaveLength(1);
    expect(await (await remove(path, charge._id)).json()).toMatchObject({ deletedCount: 1 });
    expect(await (await remove(path, charge._id)).json()).toMatchObject({ deletedCount: 0 });
    expect(await read(path)).toMatchObject({ charges: [], version: 3 });
    await call(shop, `DELETE ${path}`, { as: admin });
    expect((await add(path, { ...freight, version: 3 })).status).toBe(409);
    const data = await (await call(shop, "GET /account/data", { as: buyer })).json();
    expect(data.charges).toContainEqual(expect.objectContaining({ ...freight, amount: "120.00" }));
  });
});

describe("freight and discounts of a sheet", () => {
  it("are on its first invoice, spread over its lines, and an order of it has none of its own", async () => {
    const { id, number, orderIds } = await send(3);
    const [one = "", two = "", three = ""] = orderIds;
    expect((await add(`/orders/${one}`, freight)).status).toBe(400);
    await add(`/orderSheets/${number}`, freight);
    for (const order of orderIds) await accept(order);
    await call(shop, `DELETE /orders/${three}`, { as: admin });
    await invoice(one);
    const sheet = await read(`/orderSheets/${id}`);
    expect(sheet.charges).toMatchObject([{ ...freight, invoice: sheet.billed[0].invoice }]);
    expect(sheet.billed).toEqual(
      expect.arrayContaining([one, two].map((order) => expect.objectContaining({ order, amount: "63.48" }))),
    );
    // What is credited of one line is billed again with it.
    await call(shop, `PATCH /orders/${two}`, { as: admin, body: { version: 1, orderQuantity: 202 } });
    await invoice(two);
    const after = await read(`/orderSheets/${id}`);
    expect(after.billed).toContainEqual(expect.objectContaining({ order: two, amount: "66.97" }));
  });

  it("of which the first invoice can bear only a part are on the next, too", async () => {
    const { number, orderIds } = await send(2);
    const [one = "", two = ""] = orderIds;
    await add(`/orderSheets/${number}`, { ...discount, amount: "5.00" });
    await accept(one);
    await invoice(one);
    expect(await read(`/orders/${one}`)).toMatchObject({ billed: null });
    await accept(two);
    await invoice(two);
    expect(await read(`/orders/${two}`)).toMatchObject({ billed: { amount: "1.96" } });
  });

  it("of which the goods that are left can bear only a part are on its papers with that part", async () => {
    const { number, orderIds } = await send(2);
    await add(`/orderSheets/${number}`, { ...discount, amount: "5.00" });
    await call(shop, `DELETE /orders/${orderIds[1]}`, { as: admin });
    for (const paper of ["confirmation", "proforma"]) {
      const { text } = await fetchPdf(`/orderSheets/${number}/${paper}.pdf`);
      expect(text).toContain("−$3.4");
      expect(text).not.toContain("-$");
      expect(text).not.toContain("−$5.00");
      expect(text).toContain("$0.00");
    }
  });
});
