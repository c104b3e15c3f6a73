import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { creditNotes } from "#app/features/documents/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { startTestApp } from "#test/app.ts";
import { buildTrim, buildTrims, newOrder, newSheet } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { call, callPatiently, signedIn } from "#test/people.ts";
import { deliveries, deliveryLines } from "./tables.server.ts";

const shop = await startTestApp({ limits: "off" });
const [buyer, admin, clerk] = await Promise.all([
  signedIn(shop.db),
  signedIn(shop.db, { role: "admin" }),
  signedIn(shop.db, { role: "admin", name: "Ewa Lindgren" }),
]);

const move = (id: string, track: string, from: string, to: string, about = {}) =>
  call(shop, `POST /orders/${id}/moves`, { as: admin, body: { track, from, to, ...about } });

/** An order of 1,000 pieces of a trim of which 1,000 are left, packed unless said otherwise. */
async function placeOrder({
  pack = true,
  address = "Vävaregatan 14, Umeå",
  trim = undefined as string | undefined,
} = {}) {
  const built = trim ? { id: trim } : await buildTrim(shop.db, { moq: 100, quantity: 2000 });
  const [{ name = "" } = {}] = (
    await shop.db.execute<{ name: string }>(sql`select name from trims where id = ${built.id}`)
  ).rows;
  const body = { ...newOrder(buyer, { id: built.id, name }, 1000), address };
  const { insertedId: id } = await (await call(shop, "POST /orders", { as: buyer, body })).json();
  await move(id, "review", "in-review", "accepted");
  if (pack) await move(id, "shipping", "pending", "packed");
  return { id, trimId: built.id };
}

type Line = { order: string; pieces: number; before: number; isLast?: boolean };
const deliver = (lines: Line[], about = {}, as = admin) =>
  callPatiently(shop, "POST /deliveries", { as, body: { lines, ...about } });
const close = (id: string, before: number, as = admin) =>
  callPatiently(shop, `POST /orders/${id}/closings`, { as, body: { before } });
const tolerate = (id: string, tolerance: number) =>
  call(shop, `PUT /orders/${id}/tolerance`, { as: admin, body: { tolerance } });
const read = async (id: string, as = admin) => (await call(shop, `GET /orders/${id}`, { as })).json();
const stockOf = async (trimId: string) => {
  const stock = await (await call(shop, `GET /trims/${trimId}/stock`, { as: admin })).json();
  const { putIn, quantity, inOpenOrders, shipped, movements } = stock;
  expect(putIn).toBe(quantity + inOpenOrders + shipped);
  expect(movements[0].balance).toBe(quantity);
  return [quantity, inOpenOrders, shipped];
};
const mailsTo = async (person: { email: string }) =>
  (await listMails(shop.db)).filter(({ to }) => to.address === person.email);

describe("POST /deliveries", () => {
  it("ships a part, then the rest, and the buyer follows both", async () => {
    const { id, trimId } = await placeOrder();
    const first = await deliver([{ order: id, pieces: 400, before: 0 }], { carrier: "DHL", trackingNumber: "JD01" });
    expect(first.status).toBe(200);
    expect(await read(id, buyer)).toMatchObject({
      shipping: "partly-shipped",
      shippedPieces: 400,
      trackingNumber: "JD01",
    });
    expect(await stockOf(trimId)).toEqual([1000, 600, 400]);
    await deliver([{ order: id, pieces: 600, before: 400 }], { carrier: "UPS", trackingNumber: "1Z, 1Y" });
    const order = await read(id, buyer);
    expect(order).toMatchObject({
      shipping: "shipped",
      shippedPieces: 1000,
      orderQuantity: 1000,
      trackingNumber: "1Z, 1Y",
    });
    expect(order.deliveries).toMatchObject([
      { carrier: "DHL", trackingNumber: "JD01", lines: [{ order: order.number, pieces: 400, orderQuantity: 1000 }] },
      { carrier: "UPS", trackingNumber: "1Z, 1Y", lines: [{ order: order.number, pieces: 600, orderQuantity: 1000 }] },
    ]);
    expect(
      order.events.flatMap(({ to, pieces }: { to: string; pieces: number }) => (pieces ? [[to, pieces]] : [])),
    ).toEqual([
      ["partly-shipped", 400],
      ["shipped", 600],
    ]);
    expect(await stockOf(trimId)).toEqual([1000, 0, 1000]);
  });

  it("ships several orders in one delivery with one mail, all or none", async () => {
    const [one, two] = [await placeOrder(), await placeOrder()];
    const before = (await mailsTo(buyer)).length;
    const refused = await deliver([
      { order: one.id, pieces: 1000, before: 0 },
      { order: two.id, pieces: 1001, before: 0 },
    ]);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "above-tolerance" });
    expect((await read(one.id)).shipping).toBe("packed");
    const lines = [
      { order: one.id, pieces: 1000, before: 0 },
      { order: two.id, pieces: 250, before: 0 },
    ];
    const { insertedId } = await (await deliver(lines)).json();
    expect([(await read(one.id)).shipping, (await read(two.id)).shipping]).toEqual(["shipped", "partly-shipped"]);
    expect(await shop.db.$count(deliveryLines, eq(deliveryLines.deliveryId, insertedId))).toBe(2);
    const mails = (await mailsTo(buyer)).slice(before);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("of 1,000 ordered");
  });

  it("answers where each order is now, for what takes it back", async () => {
    const [one, two] = [await placeOrder(), await placeOrder()];
    const lines = [
      { order: one.id, pieces: 1000, before: 0 },
      { order: two.id, pieces: 250, before: 0 },
    ];
    const { orders: shipped } = await (await deliver(lines)).json();
    expect(shipped).toEqual([
      { id: one.id, from: "packed", to: "shipped" },
      { id: two.id, from: "packed", to: "partly-shipped" },
    ]);
  });

  it("names the order that is in the way of the others", async () => {
    const [one, two] = [await placeOrder(), await placeOrder()];
    const { number } = await read(two.id);
    await deliver([{ order: two.id, pieces: 100, before: 0 }], {}, clerk);
    const lines = [one, two].map(({ id }) => ({ order: id, pieces: 900, before: 0 }));
    const refused = await (await deliver(lines)).json();
    expect(refused).toMatchObject({
      code: "wrong-state",
      detail: expect.stringContaining(`Ewa Lindgren shipped a part of order No. ${number} on `),
    });
    expect((await read(one.id)).shipping).toBe("packed");
  });

  it("invoices what has no invoice in the same transaction, with one more mail", async () => {
    const [one, two, three] = [await placeOrder(), await placeOrder(), await placeOrder()];
    await move(one.id, "payment", "pending", "invoiced");
    const before = (await mailsTo(buyer)).length;
    const lines = (pieces: number) => [one, two, three].map(({ id }) => ({ order: id, pieces, before: 0 }));
    expect((await deliver(lines(1001), { invoice: true })).status).toBe(409);
    expect((await read(two.id)).payment).toBe("pending");
    expect((await deliver(lines(1000), { invoice: true })).status).toBe(200);
    const [, second, third] = await Promise.all([one, two, three].map(({ id }) => read(id)));
    expect([second, third]).toMatchObject([
      { shipping: "shipped", payment: "invoiced", dueOn: expect.any(String) },
      { shipping: "shipped", payment: "invoiced", dueOn: expect.any(String) },
    ]);
    const mails = (await mailsTo(buyer)).slice(before);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining("shipped"),
      expect.stringContaining("2 invoices"),
    ]);
  });

  it("goes to one address of one buyer", async () => {
    const [one, two] = [await placeOrder(), await placeOrder({ address: "Storgatan 1, Lund" })];
    const lines = [one, two].map(({ id }) => ({ order: id, pieces: 10, before: 0 }));
    expect(await (await deliver(lines)).json()).toMatchObject({ code: "many-buyers" });
  });

  it("refuses what is not packed, unknown, too much or still to come", async () => {
    const { id } = await placeOrder({ pack: false });
    const line = { order: id, pieces: 10, before: 0 };
    expect((await deliver([line])).status).toBe(409);
    expect((await deliver([{ ...line, order: crypto.randomUUID() }])).status).toBe(404);
    await move(id, "shipping", "pending", "packed");
    expect((await deliver([line], { shippedOn: "2999-01-01" })).status).toBe(400);
    expect((await deliver([{ ...line, pieces: 0 }])).status).toBe(400);
    const most = await (await deliver([{ ...line, pieces: 1001 }])).json();
    expect(most).toMatchObject({ code: "above-tolerance", detail: expect.stringContaining("At most 1,000 pieces") });
    expect((await call(shop, "POST /deliveries", { as: admin, body: { lines: [line] } })).status).toBe(400);
  });

  it("takes the pieces beyond the order from stock within its tolerance, and no more", async () => {
    const { id, trimId } = await placeOrder();
    expect((await tolerate(id, 11)).status).toBe(400);
    await tolerate(id, 5);
    expect(await (await deliver([{ order: id, pieces: 1051, before: 0 }])).json()).toMatchObject({
      code: "above-tolerance",
    });
    await deliver([{ order: id, pieces: 1050, before: 0 }]);
    expect(await read(id)).toMatchObject({ shipping: "shipped", shippedPieces: 1050, orderQuantity: 1000 });
    expect(await stockOf(trimId)).toEqual([950, 0, 1050]);
    // Back: the fifty return.
    expect((await move(id, "shipping", "shipped", "packed")).status).toBe(200);
    expect(await stockOf(trimId)).toEqual([1000, 1000, 0]);
    await shop.db.execute(sql`update trims set quantity = 10 where id = ${trimId}`);
    expect(await (await deliver([{ order: id, pieces: 1050, before: 0 }])).json()).toMatchObject({
      code: "above-available",
    });
    // Once invoiced, what is billed is the most.
    await move(id, "payment", "pending", "invoiced", { dueOn: "2999-01-01", lateDue: true });
    expect(await (await deliver([{ order: id, pieces: 1001, before: 0 }])).json()).toMatchObject({
      code: "above-tolerance",
    });
  });

  it("is complete with the least that the tolerance allows, unless more is said to follow", async () => {
    const [one, two] = [await placeOrder(), await placeOrder()];
    for (const { id } of [one, two]) await tolerate(id, 5);
    await deliver([{ order: one.id, pieces: 950, before: 0 }]);
    await deliver([{ order: two.id, pieces: 950, before: 0, isLast: false }]);
    expect((await read(one.id)).shipping).toBe("shipped");
    expect((await read(two.id)).shipping).toBe("partly-shipped");
    expect(await stockOf(one.trimId)).toEqual([1050, 0, 950]);
    expect(await stockOf(two.trimId)).toEqual([1000, 50, 950]);
  });
});

describe("the mail of a delivery", () => {
  /** A sheet of three orders of 1,000 pieces, two of them packed. */
  async function sendSheet() {
    const built = await buildTrims(shop.db, 3, { moq: 100, quantity: 2000 });
    const body = { ...newSheet(buyer, built, 1000), poNumber: "4711" };
    const headers = { "idempotency-key": crypto.randomUUID() };
    const { insertedId } = await (await call(shop, "POST /orderSheets", { as: buyer, body, headers })).json();
    const { number, orders: placed } = await (await call(shop, `GET /orderSheets/${insertedId}`, { as: buyer })).json();
    const ids: string[] = placed.map(({ _id }: { _id: string }) => _id);
    for (const id of ids) await move(id, "review", "in-review", "accepted");
    for (const id of ids.slice(0, 2)) await move(id, "shipping", "pending", "packed");
    return { number, placed, ids };
  }

  it("begins with the buyer's word, and says what the parcel carries, how to follow it, and what is to come", async () => {
    const { number, placed, ids } = await sendSheet();
    const [one, two, three] = placed;
    const before = (await mailsTo(buyer)).length;
    const lines = [
      { order: ids[0] ?? "", pieces: 1000, before: 0 },
      { order: ids[1] ?? "", pieces: 250, before: 0 },
    ];
    const about = {
      ...{ carrier: "DHL", trackingNumber: "JD01", trackingUrl: "https://dhl.example/JD01" },
      ...{ shippedOn: "2026-11-25", note: "Six cartons." },
    };
    expect((await deliver(lines, about)).status).toBe(200);
    const [mail, ...others] = (await mailsTo(buyer)).slice(before);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("PO 4711: partly shipped, DHL JD01");
    expect(mail?.text).toContain(
      [
        "PO 4711: partly shipped",
        `Hello ${buyer.name},`,
        "A part of the goods has left our warehouse. We will write again when the rest follows.",
        "Six cartons.",
        [
          "Shipped on: 25 November 2026",
          `Sent to: ${buyer.name}`,
          "  Vävaregatan 14, Umeå",
          "Carrier: DHL",
          "Tracking number: JD01",
          "Tracking link: https://dhl.example/JD01",
          "PO number: 4711",
          `Order sheet: S-${number}`,
          `No. ${one.number}: 1,000 × ${one.productName}`,
          `No. ${two.number}: 250 × ${two.productName}`,
          "  of 1,000 ordered",
          `Still to come: No. ${two.number}: 750 × ${two.productName}`,
          `  No. ${three.number}: 1,000 × ${three.productName}`,
        ].join("\n"),
        `Open Sheet S-${number}:`,
      ].join("\n\n"),
    );
  });

  it("of the last parcel says how much came in all, and that nothing more does", async () => {
    const { placed, ids } = await sendSheet();
    const [one, two, three] = placed;
    await deliver([{ order: ids[0] ?? "", pieces: 400, before: 0 }]);
    await call(shop, `DELETE /orders/${ids[2]}`, { as: admin });
    await tolerate(ids[1] ?? "", 5);
    const before = (await mailsTo(buyer)).length;
    await deliver([
      { order: ids[0] ?? "", pieces: 600, before: 400 },
      { order: ids[1] ?? "", pieces: 960, before: 0 },
    ]);
    const [mail] = (await mailsTo(buyer)).slice(before);
    expect(mail?.subject).toBe("PO 4711: shipped, 1,560 pieces of 2 orders");
    expect(mail?.text).toContain(
      [
        `No. ${one.number}: 600 × ${one.productName}`,
        "  of 1,000 ordered; 1,000 in all",
        `No. ${two.number}: 960 × ${two.productName}`,
        "  of 1,000 ordered; nothing more follows",
      ].join("\n"),
    );
    expect(mail?.text).not.toContain("Still to come");
    expect(mail?.text).not.toContain(three.productName);
  });

  it("is the same after the old move", async () => {
    const { placed, ids } = await sendSheet();
    const [one, two] = placed;
    const before = (await mailsTo(buyer)).length;
    await move(ids[0] ?? "", "shipping", "packed", "shipped", { trackingNumber: "JD02" });
    const [mail] = (await mailsTo(buyer)).slice(before);
    expect(mail?.subject).toBe("PO 4711: shipped, JD02");
    expect(mail?.text).toContain(`No. ${one.number}: 1,000 × ${one.productName}\n`);
    expect(mail?.text).toContain(`Still to come: No. ${two.number}: 1,000 × ${two.productName}\n`);
  });
});

describe("an order of which a part has left", () => {
  const startPart = async () => {
    const placed = await placeOrder();
    await deliver([{ order: placed.id, pieces: 400, before: 0 }], { trackingNumber: "JD01" });
    return placed;
  };

  it("cannot be cancelled or delivered, and waits among those to ship", async () => {
    const { id } = await startPart();
    expect((await call(shop, `DELETE /orders/${id}`, { as: admin })).status).toBe(409);
    expect((await call(shop, `DELETE /orders/${id}`, { as: buyer })).status).toBe(409);
    expect((await move(id, "shipping", "partly-shipped", "delivered")).status).toBe(409);
    const listed = await (await call(shop, "GET /allOrders?state=packed&state=partly-shipped", { as: admin })).json();
    expect(listed.map((one: { _id: string }) => one._id)).toContain(id);
  });

  it("ships its rest by the old move", async () => {
    const { id, trimId } = await startPart();
    expect((await move(id, "shipping", "partly-shipped", "shipped", { trackingNumber: "JD02" })).status).toBe(200);
    const order = await read(id);
    expect(order).toMatchObject({ shipping: "shipped", shippedPieces: 1000, trackingNumber: "JD02" });
    expect(order.deliveries.map(({ lines: [line] }: { lines: { pieces: number }[] }) => line?.pieces)).toEqual([
      400, 600,
    ]);
    expect(await stockOf(trimId)).toEqual([1000, 0, 1000]);
  });

  it("is closed short once: the rest returns, and a step back takes it again", async () => {
    const { id, trimId } = await startPart();
    const answers = await Promise.all([close(id, 400), close(id, 400, clerk)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await read(id)).toMatchObject({
      shipping: "shipped",
      shippedPieces: 400,
      orderQuantity: 1000,
      total: "62.0000",
    });
    expect(await stockOf(trimId)).toEqual([1600, 0, 400]);
    const who = answers[0]?.status === 200 ? admin : clerk;
    const body = { track: "shipping", from: "shipped", to: "partly-shipped" };
    expect((await call(shop, `POST /orders/${id}/moves`, { as: who, body })).status).toBe(200);
    expect(await read(id)).toMatchObject({ shipping: "partly-shipped", shippedPieces: 400 });
    expect(await stockOf(trimId)).toEqual([1000, 600, 400]);
  });

  it("steps back part by part, by whom it shipped, and shows the delivery before", async () => {
    const { id, trimId } = await startPart();
    await deliver([{ order: id, pieces: 100, before: 400 }], { trackingNumber: "JD02" });
    expect((await read(id)).stepBack).toMatchObject({ from: "partly-shipped", to: "partly-shipped" });
    expect((await move(id, "shipping", "partly-shipped", "partly-shipped")).status).toBe(200);
    expect(await read(id)).toMatchObject({
      shippedPieces: 400,
      trackingNumber: "JD01",
      deliveries: [{ trackingNumber: "JD01" }],
    });
    expect(await stockOf(trimId)).toEqual([1000, 600, 400]);
    const other = await startPart();
    expect((await move(other.id, "shipping", "partly-shipped", "packed")).status).toBe(200);
    expect(await read(other.id)).toMatchObject({
      shipping: "packed",
      shippedPieces: 0,
      trackingNumber: null,
      deliveries: [],
    });
  });

  it("ships its rest once when two of the staff send it at the same time, and says who was faster", async () => {
    const { id } = await startPart();
    const line = { order: id, pieces: 600, before: 400 };
    const answers = await Promise.all([deliver([line]), deliver([line], {}, clerk)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const slower = answers.find(({ status }) => status === 409);
    const faster = answers[0]?.status === 200 ? admin.name : clerk.name;
    expect(await slower?.json()).toMatchObject({
      code: "wrong-state",
      detail: expect.stringContaining(`${faster} shipped this order`),
    });
    // Of two parts at once, one is from another state, too.
    const again = await startPart();
    const parts = await Promise.all([100, 200].map((pieces) => deliver([{ order: again.id, pieces, before: 400 }])));
    expect(parts.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("bills what was delivered when it is invoiced after being closed", async () => {
    const { id } = await startPart();
    await close(id, 400);
    expect((await move(id, "payment", "pending", "invoiced", { dueOn: "2999-01-01", lateDue: true })).status).toBe(200);
    const [row] = (
      await shop.db.execute<{ content: string }>(
        sql`select content from invoices join invoiced_orders on invoice_id = invoices.id where order_id = ${id}`,
      )
    ).rows;
    expect(JSON.parse(row?.content ?? "{}").lines).toMatchObject([{ pieces: 400, total: "24.8000" }]);
  });

  it("is credited with all that was not delivered when it is closed, also if a claim about what was is credited", async () => {
    const { id } = await startPart();
    await move(id, "payment", "pending", "invoiced", { dueOn: "2999-01-01", lateDue: true });
    const claim = { kind: "damaged", pieces: 100, wants: "credit", words: "Rust on the rims." };
    const claimed = await callPatiently(shop, `POST /orders/${id}/claims`, { as: buyer, body: claim });
    const { insertedId } = await claimed.json();
    const body = { to: "accepted", gets: "credit" };
    expect((await callPatiently(shop, `POST /claims/${insertedId}/moves`, { as: admin, body })).status).toBe(200);
    expect((await read(id)).billed).toMatchObject({ pieces: 1000, amount: "55.80" });
    expect(await (await close(id, 400)).json()).toMatchObject({ returned: 600, credited: { amount: "37.20" } });
    // 300 whole pieces at $0.0620.
    expect((await read(id)).billed).toMatchObject({ pieces: 400, amount: "18.60" });
  });

  it("is credited with the difference once when it is closed after its invoice, which stays so", async () => {
    const { id } = await startPart();
    await move(id, "payment", "pending", "invoiced", { dueOn: "2999-01-01", lateDue: true });
    const before = (await mailsTo(buyer)).length;
    const answers = await Promise.all([close(id, 400), close(id, 400, clerk)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const done = await answers.find(({ status }) => status === 200)?.json();
    expect(done).toMatchObject({ returned: 600, credited: { amount: "37.20" } });
    expect(await read(id)).toMatchObject({
      payment: "invoiced",
      billed: { pieces: 400, amount: "24.80" },
      stepBack: null,
    });
    const notes = await shop.db.select().from(creditNotes).where(eq(creditNotes.orderId, id));
    expect(notes).toMatchObject([{ pieces: 600, amount: "37.20", reason: "600 pieces not delivered" }]);
    const mails = (await mailsTo(buyer)).slice(before);
    expect(mails.map(({ enclosed }) => enclosed)).toEqual([[`credit-note ${notes[0]?.id}`]]);
    expect(mails[0]?.text).toContain(`$37.20, credit note ${notes[0]?.number}`);
    for (const as of [admin, clerk]) {
      const body = { track: "shipping", from: "shipped", to: "partly-shipped" };
      expect((await call(shop, `POST /orders/${id}/moves`, { as, body })).status).toBe(409);
    }
    await move(id, "payment", "invoiced", "paid");
    expect(await read(id)).toMatchObject({ payment: "paid" });
  });

  it("is credited, too, by a last delivery that its tolerance calls complete", async () => {
    const { id } = await startPart();
    await tolerate(id, 5);
    await move(id, "payment", "pending", "invoiced", { dueOn: "2999-01-01", lateDue: true });
    await deliver([{ order: id, pieces: 560, before: 400 }]);
    expect(await read(id)).toMatchObject({ shipping: "shipped", billed: { pieces: 960, amount: "59.52" } });
  });
});

describe("PATCH /deliveries/{id}", () => {
  it("corrects the tracking of its orders with one mail, a record and a line of the history", async () => {
    const { id } = await placeOrder();
    const sent = await deliver([{ order: id, pieces: 1000, before: 0 }], { carrier: "DHL", trackingNumber: "JD1" });
    const { insertedId } = await sent.json();
    const before = (await mailsTo(buyer)).length;
    const body = { version: 1, carrier: "DHL", trackingNumber: "JD01, JD02", trackingUrl: null };
    const correct = (to = body) => call(shop, `PATCH /deliveries/${insertedId}`, { as: admin, body: to });
    expect(await (await correct()).json()).toMatchObject({ modifiedCount: 1 });
    const order = await read(id, buyer);
    expect(order).toMatchObject({
      trackingNumber: "JD01, JD02",
      deliveries: [{ version: 2, trackingNumber: "JD01, JD02" }],
    });
    expect(order.events.at(-1)).toMatchObject({ kind: "note", note: "Tracking corrected: DHL JD01, JD02" });
    expect((await mailsTo(buyer)).length).toBe(before + 1);
    expect(await shop.db.$count(audit, eq(audit.action, "correct-delivery"))).toBe(1);
    expect((await correct()).status).toBe(412);
    expect(await (await correct({ ...body, version: 2 })).json()).toMatchObject({ modifiedCount: 0 });
    expect(await shop.db.$count(deliveries, eq(deliveries.id, insertedId))).toBe(1);
  });
});

it("the orders of one address that are moved to shipped together are one delivery", async () => {
  const [one, two, far] = [await placeOrder(), await placeOrder(), await placeOrder({ address: "Storgatan 1, Lund" })];
  const ids = [one.id, two.id, far.id];
  const body = { ids, track: "shipping", from: "packed", to: "shipped" };
  await call(shop, "POST /orderMoves", { as: admin, body });
  const [a, b, c] = await Promise.all(ids.map(async (id) => (await read(id)).deliveries[0]._id));
  expect(a).toBe(b);
  expect(c).not.toBe(a);
});

it("a partly shipped order has left with less than it is, in the database too", async () => {
  const { id } = await placeOrder();
  for (const shippedPieces of [null, 0, 1000]) {
    const written = shop.db.update(orders).set({ shipping: "partly-shipped", shippedPieces }).where(eq(orders.id, id));
    await expect(written).rejects.toMatchObject({ cause: { constraint: "orders_partly_shipped" } });
  }
});
