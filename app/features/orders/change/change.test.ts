import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { creditNotes } from "#app/features/documents/tables.server.ts";
import { priceBreaks } from "#app/features/trims/tables.server.ts";
import { buildTrim, newOrder, newSheet } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { startMoves } from "#test/moves.ts";
import { call, signedIn } from "#test/people.ts";
import { readStock } from "#test/stock.ts";

const { shop, buyer, other, admin, second, place, moved, read } = await startMoves();

const change = (id: string, body: object, as = buyer, headers: Record<string, string> = {}) =>
  call(shop, `PATCH /orders/${id}`, { as, body: { version: 1, ...body }, headers });

const notesOf = (id: string) => shop.db.select().from(creditNotes).where(eq(creditNotes.orderId, id));
const mailsOf = async (words: string) =>
  (await listMails(shop.db)).filter(({ text, to }) => to.address === buyer.email && text.includes(words));
const problemOf = async (response: Response) => ({ status: response.status, ...(await response.json()) });

function deliverPart(id: string) {
  const headers = { "idempotency-key": crypto.randomUUID() };
  return call(shop, "POST /deliveries", {
    as: admin,
    body: { lines: [{ order: id, pieces: 50, before: 0 }] },
    headers,
  });
}

async function shipPart(id: string): Promise<void> {
  await moved(id, "review", "in-review", "accepted");
  await moved(id, "shipping", "pending", "packed");
  expect((await deliverPart(id)).status).toBe(200);
}

describe("PATCH /orders/{id}", () => {
  it("moves the pieces by the difference, at the price of the break of the new quantity, and says before and after", async () => {
    const { id, trim } = await place(100);
    await shop.db.insert(priceBreaks).values({ trimId: trim.id, from: 300, price: "0.0500" });
    const answer = await change(id, { orderQuantity: 300, unitPrice: "0.0500", poNumber: " CD-26 " });
    expect(await answer.json()).toEqual({ acknowledged: true, modifiedCount: 1, version: 2 });
    expect(await readStock(shop.db, trim.id)).toBe(700);
    const order = await read(id);
    expect(order).toMatchObject({ orderQuantity: 300, unitPrice: "0.0500", total: "15.0000", version: 2 });
    expect(order.events.at(-1)).toMatchObject({
      kind: "changed",
      change: {
        version: 2,
        before: { orderQuantity: 100, unitPrice: "0.0620", poNumber: null },
        after: { orderQuantity: 300, unitPrice: "0.0500", poNumber: "CD-26" },
      },
      by: { isMe: true },
    });
    expect(await (await change(id, { version: 2, orderQuantity: 150 })).json()).toMatchObject({ version: 3 });
    expect(await readStock(shop.db, trim.id)).toBe(850);
    expect(await read(id)).toMatchObject({ unitPrice: "0.0620" });
  });

  it("by staff who may not manage orders is as a buyer's, of their own alone: no price of theirs, and not once it is made", async () => {
    const packer = await signedIn(shop.db, { role: "admin", staffRoles: ["warehouse"] });
    const trim = await buildTrim(shop.db);
    const placed = await call(shop, "POST /orders", { as: packer, body: newOrder(packer, trim) });
    const { insertedId: id } = await placed.json();
    const cheap = { setPrice: "0.0001", reason: "Because I can" };
    expect((await change(id, cheap, packer)).status).toBe(400);
    expect((await change((await place()).id, cheap, packer)).status).toBe(403);
    expect((await change(id, { poNumber: "MINE" }, packer)).status).toBe(200);
    expect((await read(id, admin)).unitPrice).toBe("0.0620");
    await moved(id, "review", "in-review", "accepted");
    await moved(id, "shipping", "pending", "in-production");
    expect((await call(shop, `DELETE /orders/${id}`, { as: packer })).status).toBe(409);
    const headers = { "idempotency-key": crypto.randomUUID() };
    const sheet = await call(shop, "POST /orderSheets", { as: packer, body: newSheet(packer, [trim]), headers });
    const sent = await sheet.json();
    const lines = [{ id: sent.orderIds[0], ...cheap }];
    const changed = { version: 1, lines };
    expect((await call(shop, `PATCH /orderSheets/${sent.number}`, { as: packer, body: changed })).status).toBe(400);
    await moved(sent.orderIds[0], "review", "in-review", "accepted");
    await moved(sent.orderIds[0], "shipping", "pending", "in-production");
    expect((await call(shop, `DELETE /orderSheets/${sent.insertedId}`, { as: packer, body: {} })).status).toBe(409);
  });

  it("composes the address of its fields, and text takes the fields away", async () => {
    const { id } = await place();
    const shipTo = {
      company: "DSV Borås",
      street: "Industrigatan 7",
      postcode: "502 62",
      town: "Borås",
      country: "SE",
    };
    expect(await (await change(id, { shipTo })).json()).toMatchObject({ modifiedCount: 1 });
    const address = "DSV Borås\nIndustrigatan 7\n502 62 Borås\nSweden";
    expect(await read(id)).toMatchObject({ address, shipTo: { ...shipTo, more: null } });
    await change(id, { version: 2, poNumber: "CD-26" });
    expect(await read(id)).toMatchObject({ address, shipTo });
    await change(id, { version: 3, address: "Storgatan 2" });
    expect(await read(id)).toMatchObject({ address: "Storgatan 2", shipTo: null });
  });

  it("mails the buyer the new confirmation, and staff what the buyer has changed", async () => {
    const { id, trim } = await place();
    await listMails(shop.db);
    await change(id, { orderQuantity: 200, address: "Storgatan 2\nUmeå" });
    const about = async () =>
      (await listMails(shop.db)).filter(({ text, subject }) => text.includes(trim.name) && /changed/.test(subject));
    const mails = await about();
    expect(mails.map(({ to }) => to.address).toSorted()).toEqual(
      [buyer, admin, second].map(({ email }) => email).toSorted(),
    );
    const [mail] = mails.filter(({ to }) => to.address === buyer.email);
    expect(mail?.subject).toMatch(/^Order No\. \d+: changed, 200 × /);
    expect(mail?.enclosed).toEqual([`confirmation order ${id} version 2`]);
    for (const words of ["The new confirmation, version 2", "200, before: 100", "$12.40", "Storgatan 2"]) {
      expect(mail?.text).toContain(words);
    }
    await change(id, { version: 2, orderQuantity: 100 }, admin);
    expect((await about()).length - mails.length).toBe(1);
  });

  it.each(["wantedOn", "promisedOn"])("refuses a day before today as %s, and takes today", async (field) => {
    const { id } = await place();
    const today = new Date().toISOString().slice(0, 10);
    expect(await problemOf(await change(id, { [field]: "2020-01-01" }, admin))).toMatchObject({
      ...{ status: 400, code: "invalid-input" },
      errors: [{ field, message: "Please choose today or a later day" }],
    });
    expect((await change(id, { [field]: today }, admin)).status).toBe(200);
  });

  it("lets staff set another price with a reason, which the buyer reads, and leaves it in the audit", async () => {
    const { id } = await place();
    const without = await problemOf(await change(id, { setPrice: "0.05" }, admin));
    expect(without).toMatchObject({ status: 400, errors: [{ field: "reason" }] });
    const body = { setPrice: "0.05", reason: "Agreed on the phone", wantedOn: "2030-01-08", promisedOn: "2030-01-04" };
    expect((await change(id, body, admin)).status).toBe(200);
    const order = await read(id);
    expect(order).toMatchObject({ unitPrice: "0.0500", wantedOn: "2030-01-08", promisedOn: "2030-01-04" });
    expect(order.events.at(-1)).toMatchObject({ note: "Agreed on the phone", by: { role: "admin", name: null } });
    const where = and(eq(audit.objectId, id), eq(audit.action, "change-order"));
    expect(await shop.db.select({ after: audit.after }).from(audit).where(where)).toMatchObject([
      { after: { unitPrice: "0.0500" } },
    ]);
    for (const own of [{ setPrice: "0.01", reason: "x" }, { wantedOn: "2030-01-08" }, { promisedOn: null }]) {
      expect((await change(id, { version: 2, ...own })).status).toBe(400);
    }
  });

  it("refuses an older version with who changed what and when, and changes nothing", async () => {
    const { id, trim } = await place();
    await change(id, { orderQuantity: 200 }, admin);
    const late = await problemOf(await change(id, { orderQuantity: 300 }, second));
    expect(late).toMatchObject({ status: 412, code: "order-changed", now: { version: "2" } });
    expect(late.detail).toMatch(/^Ada Admin changed pieces 100 → 200 on \d+ \w+ \d{4}, \d\d:\d\d\. /);
    expect((await problemOf(await change(id, { orderQuantity: 300 }))).detail).toMatch(/^We changed pieces/);
    expect(await readStock(shop.db, trim.id)).toBe(800);
  });

  it("refuses more than there is, with the most; less than the minimum; and a price that has risen", async () => {
    const { id, trim } = await place();
    const more = await problemOf(await change(id, { orderQuantity: 1001 }));
    expect(more).toMatchObject({ status: 409, code: "above-available" });
    expect(more.errors).toEqual([{ field: "orderQuantity", message: "Maximum Order Quantity is 1000" }]);
    expect(await problemOf(await change(id, { orderQuantity: 99 }))).toMatchObject({ code: "below-minimum" });
    const dearer = await problemOf(await change(id, { orderQuantity: 200, unitPrice: "0.0600" }));
    expect(dearer).toMatchObject({ status: 409, code: "price-changed", now: { unitPrice: "0.0620" } });
    expect(await readStock(shop.db, trim.id)).toBe(900);
    expect((await change(id, { orderQuantity: 1000 })).status).toBe(200);
    expect((await change(id, { version: 2, orderQuantity: 50 }, admin)).status).toBe(200);
  });

  it("ends for the buyer with the review, and for staff with packing", async () => {
    const { id } = await place();
    await moved(id, "review", "in-review", "accepted");
    expect(await problemOf(await change(id, { poNumber: "A" }))).toMatchObject({ status: 409, code: "wrong-state" });
    expect((await change(id, { poNumber: "A" }, admin)).status).toBe(200);
    await moved(id, "shipping", "pending", "in-production");
    expect((await change(id, { version: 2, poNumber: "B" }, admin)).status).toBe(200);
    await moved(id, "shipping", "in-production", "packed");
    const packed = await problemOf(await change(id, { version: 3, poNumber: "C" }, admin));
    expect(packed).toMatchObject({ status: 409, code: "wrong-state" });
    expect(packed.detail).toMatch(/^Ada Admin packed this order on /);
  });

  it("mails the day that staff promise", async () => {
    const { id, trim } = await place();
    await change(id, { promisedOn: "2030-01-04" }, admin);
    const [mail] = (await mailsOf(trim.name)).filter(({ subject }) => subject.includes("changed"));
    expect(mail?.text).toContain("Promised delivery: 4 January 2030, before: none");
  });

  it.each([
    ["cancelled", (id: string) => call(shop, `DELETE /orders/${id}`, { as: admin, body: { reason: "Sold out" } })],
    ["declined", (id: string) => moved(id, "review", "in-review", "declined")],
    ["shipped a part of", (id: string) => shipPart(id)],
  ])("says who has %s it meanwhile", async (did, act) => {
    const { id, trim } = await place();
    await act(id);
    const stock = await readStock(shop.db, trim.id);
    const late = await problemOf(await change(id, { orderQuantity: 200 }, second));
    expect(late).toMatchObject({ status: 409, code: "wrong-state" });
    expect(late.detail).toMatch(new RegExp(`^Ada Admin ${did} this order on \\d+ \\w+ \\d{4}, \\d\\d:\\d\\d\\. `));
    expect(await readStock(shop.db, trim.id)).toBe(stock);
  });

  it("at once with another change, a move, a cancellation and a delivery loses no piece, and each is one event", async () => {
    for (let round = 0; round < 6; round++) {
      const { id, trim } = await place(200);
      await moved(id, "review", "in-review", "accepted");
      await Promise.all([
        change(id, { orderQuantity: 300 }, admin),
        change(id, { orderQuantity: 400 }, second),
        call(shop, `POST /orders/${id}/moves`, {
          as: admin,
          body: { track: "shipping", from: "pending", to: "packed" },
        }),
        deliverPart(id),
        ...(round % 2 ? [call(shop, `DELETE /orders/${id}`, { as: second })] : []),
      ]);
      const order = await read(id, admin);
      const kinds = order.events.filter(({ kind }: { kind: string }) => kind === "changed");
      expect(order.version).toBe(1 + kinds.length);
      expect(kinds.length).toBeLessThanOrEqual(1);
      const held = order.review === "cancelled" ? 0 : order.orderQuantity;
      expect(await readStock(shop.db, trim.id)).toBe(1000 - held);
      expect([200, 300, 400]).toContain(order.orderQuantity);
    }
  });

  it("credits what was invoiced, in one mail, and lets the order be invoiced again", async () => {
    const { id, trim } = await place(1000);
    await moved(id, "review", "in-review", "accepted");
    await moved(id, "payment", "pending", "invoiced");
    const { billed } = await read(id, admin);
    expect(billed).toMatchObject({ invoice: expect.stringMatching(/^\d{4}-\d{5}$/), pieces: 1000, amount: "62.00" });
    expect((await change(id, { orderQuantity: 900 })).status).toBe(409);
    expect((await change(id, { promisedOn: "2030-01-04" }, admin)).status).toBe(200);
    expect(await read(id)).toMatchObject({ payment: "invoiced", billed });
    const before = (await mailsOf(trim.name)).length;
    expect((await change(id, { version: 2, orderQuantity: 900 }, admin)).status).toBe(200);
    expect(await read(id)).toMatchObject({ payment: "pending", billed: null, orderQuantity: 900 });
    const notes = await notesOf(id);
    expect(notes).toMatchObject([{ amount: "62.00", pieces: 1000, reason: "Changed: pieces 1,000 → 900" }]);
    const mails = (await mailsOf(trim.name)).slice(before);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/: changed, /)]);
    expect(mails[0]?.enclosed).toEqual([`confirmation order ${id} version 3`, `credit-note ${notes[0]?.id}`]);
    expect(mails[0]?.text).toContain(`Credit note ${notes[0]?.number} over $62.00 takes back what was invoiced before`);
    await moved(id, "payment", "pending", "invoiced");
    const again = (await read(id)).billed;
    expect(again).toMatchObject({ pieces: 900, amount: "55.80" });
    expect(again.invoice).not.toBe(billed.invoice);
    expect(await readStock(shop.db, trim.id)).toBe(100);
  });

  it("counts what was paid towards the invoice that then follows at once", async () => {
    const { id, trim } = await place(500);
    await moved(id, "review", "in-review", "accepted");
    await moved(id, "payment", "pending", "invoiced", "paid");
    expect((await change(id, { orderQuantity: 1000 }, admin)).status).toBe(200);
    const order = await read(id);
    expect(order).toMatchObject({ payment: "invoiced", billed: { pieces: 1000, amount: "62.00" } });
    const due = await (await call(shop, `GET /orders/${id}/paymentInstructions`, { as: buyer })).json();
    expect(due.invoices).toMatchObject([{ number: order.billed.invoice, amount: "31.00" }]);
    const mail = (await mailsOf(trim.name)).findLast(({ subject }) => /changed/.test(subject));
    expect(mail?.text).toContain(`Invoice ${order.billed.invoice} is attached, too. What you paid counts towards it.`);
    expect(mail?.enclosed).toContain(`invoice order ${id}`);
    expect((await change(id, { version: 2, orderQuantity: 400 }, admin)).status).toBe(200);
    expect(await read(id)).toMatchObject({ payment: "paid", billed: { pieces: 400, amount: "24.80" } });
  });

  it("answers 404 to others, and nothing happens where everything is so already", async () => {
    const { id } = await place();
    expect((await change(id, { poNumber: "A" }, other)).status).toBe(404);
    expect(await (await change(id, { orderQuantity: 100, poNumber: "" })).json()).toMatchObject({ modifiedCount: 0 });
    expect(await read(id)).toMatchObject({ version: 1 });
  });

  it("happens once however often it is sent with its key, also at once", async () => {
    const { id, trim } = await place();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const answers = await Promise.all([1, 2].map(() => change(id, { orderQuantity: 200 }, buyer, headers)));
    const again = await change(id, { orderQuantity: 200 }, buyer, headers);
    expect(await again.json()).toMatchObject({ modifiedCount: 1, version: 2 });
    expect(answers.map(({ status }) => status).toSorted()).toSatisfy(
      ([one, two]: number[]) => one === 200 && (two === 200 || two === 409),
    );
    expect(await readStock(shop.db, trim.id)).toBe(800);
    expect((await read(id)).events.filter(({ kind }: { kind: string }) => kind === "changed")).toHaveLength(1);
  });
});
