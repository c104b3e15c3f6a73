import { eq } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { readStock } from "#test/stock.ts";

const HOUR_MS = 60 * 60 * 1000;

let shop: TestApp;
let buyer: TestPerson;
let other: TestPerson;
let admin: TestPerson;
let second: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
  other = await signedIn(shop.db, { name: "Hiroto Minase" });
  admin = await signedIn(shop.db, { role: "admin", name: "Ada Admin" });
  second = await signedIn(shop.db, { role: "admin", name: "Otto Admin" });
});

async function place(quantity = 100) {
  const trim = await buildTrim(shop.db);
  const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, quantity) });
  expect(response.status).toBe(200);
  return { id: (await response.json()).insertedId as string, trim };
}

const move = (id: string, body: object, as = admin) => call(shop, `POST /orders/${id}/moves`, { as, body });

async function moved(id: string, track: string, ...states: string[]) {
  for (const [at, from] of states.slice(0, -1).entries()) {
    const note = states[at + 1] === "declined" ? { note: "The die is worn." } : {};
    const response = await move(id, { track, from, to: states[at + 1], ...note });
    expect(await response.json()).toEqual({ acknowledged: true, modifiedCount: 1 });
  }
}

async function read(idOrNumber: string | number, as = buyer) {
  const response = await call(shop, `GET /orders/${idOrNumber}`, { as });
  expect(response.status).toBe(200);
  return response.json();
}

describe("GET /orders/{id}", () => {
  it("tells the owner and an admin of an order, by id or number, and what happened to it", async () => {
    const { id, trim } = await place();
    const order = await read(id);
    expect(order).toMatchObject({ _id: id, trimId: trim.id, review: "in review", stepBack: null });
    expect(order.events).toEqual([
      expect.objectContaining({ kind: "placed", by: { role: "buyer", name: buyer.name, isMe: true } }),
    ]);
    const { events: _, buyerId, ...rest } = await read(order.number, admin);
    expect(order).toMatchObject(rest);
    // The way to the buyer's page is an admin's.
    expect([buyerId, order.buyerId]).toEqual([buyer.id, null]);
  });

  it("answers another buyer as if there were no such order", async () => {
    const { id } = await place();
    const answers = await Promise.all(
      [id, (await read(id)).number, "01980000-0000-7000-8000-000000000000", "999999999", "0"].map((path) =>
        call(shop, `GET /orders/${path}`, { as: other }),
      ),
    );
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(new Set(bodies.map(({ requestId: _, ...body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});

describe("POST /orders/{id}/moves", () => {
  it("takes an order from review to delivered and paid, and both read the way", async () => {
    const { id } = await place();
    await moved(id, "review", "in review", "accepted");
    await moved(id, "shipping", "Pending", "In production", "Packed");
    await moved(id, "payment", "Pending", "Invoiced", "Paid");
    const shipment = { carrier: "Nordlink", trackingNumber: "NL 1", trackingUrl: "https://nordlink.example/NL1" };
    const shipped = { track: "shipping", from: "Packed", to: "Shipped", note: "One carton", noteFor: "buyer" };
    expect((await move(id, { ...shipped, ...shipment })).status).toBe(200);
    await moved(id, "shipping", "Shipped", "Delivered");
    const order = await read(id);
    expect(order).toMatchObject({ review: "accepted", shipping: "Delivered", payment: "Paid", ...shipment });
    expect(order.dueOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    const way = order.events.map(({ from, to }: { from: string; to: string }) => [from, to].join(" → "));
    expect(way).toEqual([
      " → ",
      "in review → accepted",
      "Pending → In production",
      "In production → Packed",
      "Pending → Invoiced",
      "Invoiced → Paid",
      "Packed → Shipped",
      "Shipped → Delivered",
    ]);
    expect(order.events[6]).toMatchObject({ note: "One carton", by: { role: "admin", name: null }, ...shipment });
    expect((await read(id, second)).events[6].by).toEqual({ role: "admin", name: "Ada Admin", isMe: false });
  });

  it("refuses any move the table does not list, and says where the order stands", async () => {
    const { id } = await place();
    for (const body of [
      { track: "shipping", from: "Pending", to: "Packed" },
      { track: "review", from: "accepted", to: "declined", note: "No" },
      { track: "payment", from: "Pending", to: "Invoiced" },
    ]) {
      const response = await move(id, body);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({
        code: "wrong-state",
        detail: "This order is in review.",
        errors: [
          { field: "review", message: "in review" },
          { field: "shipping", message: "Pending" },
          { field: "payment", message: "Pending" },
        ],
      });
    }
    expect((await read(id)).events).toHaveLength(1);
  });

  it.each([
    [{ track: "review", from: "in review", to: "declined" }, "note"],
    [{ track: "review", from: "in review", to: "declined", note: "x", noteFor: "house" }, "note"],
    [{ track: "review", from: "in review", to: "cancelled" }, "to"],
    [{ track: "review", from: "in review", to: "Packed" }, "to"],
    [{ track: "shipping", from: "Paid", to: "Packed" }, "from"],
    [{ track: "review", from: "in review", to: "accepted", carrier: "Nordlink" }, "carrier"],
    [{ track: "review", from: "in review", to: "accepted", dueOn: "2027-01-01" }, "dueOn"],
    [{ track: "payment", from: "Pending", to: "Invoiced", invoice: {} }, "invoice"],
    [{ track: "payment", from: "Pending", to: "Invoiced", dueOn: "2027-02-30" }, "dueOn"],
    [{ track: "payment", from: "Pending", to: "Invoiced", dueOn: "0000-01-01" }, "dueOn"],
    [{ track: "shipping", from: "Packed", to: "Shipped", trackingUrl: "javascript:alert(1)" }, "trackingUrl"],
    [{ track: "review", from: "in review", to: "accepted", noteFor: "buyer" }, "note"],
  ])("refuses %j for its %s", async (body, field) => {
    const { id } = await place();
    const response = await move(id, body);
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toEqual([expect.objectContaining({ field })]);
  });

  it("accepts and invoices an order however its id is written", async () => {
    const { id } = await place();
    const { status } = await move(id.toUpperCase(), {
      track: "review",
      from: "in review",
      to: "accepted",
      invoice: {},
    });
    expect(status).toBe(200);
    expect(await read(id)).toMatchObject({ review: "accepted", payment: "Invoiced" });
  });

  it("accepts and invoices by one call, as two moves", async () => {
    const { id } = await place();
    const body = { track: "review", from: "in review", to: "accepted", invoice: { dueOn: "2027-01-31" } };
    expect((await move(id, body)).status).toBe(200);
    const order = await read(id);
    expect(order).toMatchObject({ review: "accepted", payment: "Invoiced", dueOn: "2027-01-31" });
    expect(order.events.slice(1).map(({ to }: { to: string }) => to)).toEqual(["accepted", "Invoiced"]);
    // An invoice is never taken back, and what came before it neither.
    expect((await read(id, admin)).stepBack).toBeNull();
  });

  it("gives the pieces of a declined order back, once, and its buyer the reason", async () => {
    const { id, trim } = await place(300);
    await moved(id, "review", "in review", "declined");
    expect(await readStock(shop.db, trim.id)).toBe(1000);
    const again = { track: "review", from: "in review", to: "declined", note: "Again" };
    expect((await move(id, again)).status).toBe(409);
    const cancelled = await call(shop, `DELETE /orders/${id}`, { as: buyer });
    expect(await cancelled.json()).toMatchObject({ deletedCount: 0 });
    expect(await readStock(shop.db, trim.id)).toBe(1000);
    expect((await read(id)).events.at(-1)).toMatchObject({
      to: "declined",
      note: "The die is worn.",
      noteFor: "buyer",
    });
  });

  it("keeps the admins' notes from the buyer", async () => {
    const { id } = await place();
    const body = { track: "review", from: "in review", to: "accepted", note: "Watch the die", noteFor: "house" };
    await move(id, body);
    const answer = await call(shop, `GET /orders/${id}`, { as: buyer });
    expect(await answer.text()).not.toContain("Watch");
    expect((await read(id, second)).events.at(-1)).toMatchObject({ note: "Watch the die", noteFor: "house" });
  });

  it("is in the audit with both states", async () => {
    const { id } = await place();
    await moved(id, "review", "in review", "accepted");
    const rows = await shop.db.select().from(audit).where(eq(audit.objectId, id));
    expect(rows).toEqual([
      expect.objectContaining({ act: "move-order", before: { review: "in review" }, after: { review: "accepted" } }),
    ]);
  });
});

describe("a step back", () => {
  afterEach(() => vi.useRealTimers());

  it("lasts an hour by the clock of the database, however wrong that of the process is", async () => {
    const { id } = await place();
    await moved(id, "review", "in review", "accepted");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * HOUR_MS });
    expect((await read(id, admin)).stepBack).not.toBeNull();
    expect((await move(id, { track: "review", from: "accepted", to: "in review" })).status).toBe(200);
  });

  it("is open to whoever made the last move, and to nobody else", async () => {
    const { id } = await place();
    await moved(id, "review", "in review", "accepted");
    const { stepBack } = await read(id, admin);
    expect(stepBack).toMatchObject({ track: "review", from: "accepted", to: "in review" });
    expect((await read(id, second)).stepBack).toBeNull();
    const { until: _, ...body } = stepBack;
    expect((await move(id, body, second)).status).toBe(409);
    expect((await move(id, body)).status).toBe(200);
    const order = await read(id, admin);
    expect(order).toMatchObject({ review: "in review", stepBack: null });
    expect(order.events.at(-1)).toMatchObject({ kind: "back", from: "accepted", to: "in review" });
  });

  it("takes the pieces of a declined order again, or says that they are gone", async () => {
    const { id, trim } = await place(400);
    const back = { track: "review", from: "declined", to: "in review" };
    await moved(id, "review", "in review", "declined");
    const rival = await call(shop, "POST /orders", { as: other, body: newOrder(other, trim, 700) });
    const response = await move(id, back);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "above-available" });
    await call(shop, `DELETE /orders/${(await rival.json()).insertedId}`, { as: other });
    expect((await move(id, back)).status).toBe(200);
    expect(await readStock(shop.db, trim.id)).toBe(600);
  });

  it("ends when another track has moved since", async () => {
    const { id } = await place();
    await moved(id, "review", "in review", "accepted");
    await moved(id, "shipping", "Pending", "Packed");
    expect((await move(id, { track: "review", from: "accepted", to: "in review" })).status).toBe(409);
  });
});

describe("DELETE /orders/{id}", () => {
  it("lets the owner cancel while nothing is made, accepted or not, and keeps the order's page", async () => {
    const { id, trim } = await place();
    await moved(id, "review", "in review", "accepted");
    const response = await call(shop, `DELETE /orders/${id}`, { as: buyer });
    expect(await response.json()).toEqual({ acknowledged: true, deletedCount: 1 });
    expect(await readStock(shop.db, trim.id)).toBe(1000);
    expect(await read(id)).toMatchObject({ review: "cancelled" });
    const list = await call(shop, `GET /orders?email=${buyer.email}`, { as: buyer });
    expect(await list.text()).not.toContain(id);
  });

  it("is too late for the owner once production starts, and for an admin once the order has shipped", async () => {
    const { id, trim } = await place();
    await moved(id, "review", "in review", "accepted");
    await moved(id, "shipping", "Pending", "In production");
    const late = await call(shop, `DELETE /orders/${id}`, { as: buyer });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ code: "wrong-state" });
    await moved(id, "shipping", "In production", "Packed", "Shipped");
    expect((await call(shop, `DELETE /orders/${id}`, { as: admin })).status).toBe(409);
    expect(await readStock(shop.db, trim.id)).toBe(900);
  });

  it("tells the buyer on the page why an admin cancelled", async () => {
    const { id, trim } = await place();
    await moved(id, "review", "in review", "accepted");
    await moved(id, "shipping", "Pending", "Packed");
    const body = { reason: "The lot is faulty." };
    const response = await call(shop, `DELETE /orders/${id}`, { as: admin, body });
    expect(await response.json()).toMatchObject({ deletedCount: 1 });
    expect(await readStock(shop.db, trim.id)).toBe(1000);
    expect((await read(id)).events.at(-1)).toMatchObject({ to: "cancelled", note: "The lot is faulty." });
  });

  it("takes no reason from the address, which proxies log", async () => {
    const { id } = await place();
    await call(shop, `DELETE /orders/${id}?reason=The%20lot%20is%20faulty.`, { as: admin });
    expect((await read(id)).events.at(-1)).toMatchObject({ to: "cancelled", note: null });
  });

  it("takes no body, an empty one or one of JSON, and no other", async () => {
    const ids = [(await place()).id, (await place()).id, (await place()).id];
    const json = { "content-type": "application/json" };
    const [none, empty, object] = [
      await call(shop, `DELETE /orders/${ids[0]}`, { as: buyer }),
      await call(shop, `DELETE /orders/${ids[1]}`, { as: buyer, headers: json, body: "" }),
      await call(shop, `DELETE /orders/${ids[2]}`, { as: buyer, body: {} }),
    ];
    for (const response of [none, empty, object]) expect(await response.json()).toMatchObject({ deletedCount: 1 });
    const last = (await place()).id;
    const asText = { as: admin, headers: { "content-type": "text/plain" }, body: "The lot is faulty." };
    expect((await call(shop, `DELETE /orders/${last}`, asText)).status).toBe(415);
    for (const wrong of [{ reason: "" }, { reason: 1 }, { why: "x" }, "{"]) {
      expect((await call(shop, `DELETE /orders/${last}`, { as: admin, body: wrong })).status).toBe(400);
    }
  });

  it("refuses another buyer at once, while somebody else moves the order", async () => {
    const { id } = await place();
    const other = await signedIn(shop.db);
    await shop.db.transaction(async (tx) => {
      await tx.select().from(orders).where(eq(orders.id, id)).for("update");
      expect((await call(shop, `DELETE /orders/${id}`, { as: other })).status).toBe(403);
    });
  });

  it("leaves a row in the audit when an admin cancels, also an order of their own", async () => {
    const trim = await buildTrim(shop.db);
    const placed = await call(shop, "POST /orders", { as: admin, body: newOrder(admin, trim) });
    const { insertedId: id } = await placed.json();
    await call(shop, `DELETE /orders/${id}`, { as: admin });
    const found = await shop.db.select({ act: audit.act }).from(audit).where(eq(audit.objectId, id));
    expect(found).toEqual([{ act: "delete-order" }]);
  });
});
