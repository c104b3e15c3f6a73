import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addDays, dayAt } from "#app/contract/calendar.ts";
import { audit } from "#app/features/audit/tables.server.ts";
import { startMoves } from "#test/moves.ts";
import { call } from "#test/people.ts";
import { readStock } from "#test/stock.ts";

const { shop, buyer, other, admin, second, place, move, moved, read } = await startMoves();

describe("GET /orders/{id}", () => {
  it("tells the owner and an admin of an order, by id or number, and what happened to it", async () => {
    const { id, trim } = await place();
    const order = await read(id);
    expect(order).toMatchObject({ _id: id, trimId: trim.id, review: "in-review", stepBack: null });
    expect(order.events).toEqual([
      expect.objectContaining({ kind: "placed", by: { role: "buyer", name: buyer.name, isMe: true } }),
    ]);
    const { events: _, buyerId, isMine, ...rest } = await read(order.number, admin);
    expect(order).toMatchObject(rest);
    expect([order.isMine, isMine]).toEqual([true, false]);
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
    await moved(id, "review", "in-review", "accepted");
    await moved(id, "shipping", "pending", "in-production", "packed");
    await moved(id, "payment", "pending", "invoiced", "paid");
    const shipment = { carrier: "Nordlink", trackingNumber: "NL 1", trackingUrl: "https://nordlink.example/NL1" };
    const shipped = { track: "shipping", from: "packed", to: "shipped", note: "One carton", noteFor: "buyer" };
    const answer = await move(id, { ...shipped, ...shipment });
    expect(await answer.json()).toEqual({ acknowledged: true, modifiedCount: 1 });
    await moved(id, "shipping", "shipped", "delivered");
    const order = await read(id);
    expect(order).toMatchObject({ review: "accepted", shipping: "delivered", payment: "paid", ...shipment });
    const { at } = order.events.find(({ to }: { to: string }) => to === "invoiced");
    expect(order.dueOn).toBe(addDays(dayAt(new Date(at), "UTC"), 30));
    const way = order.events.map(({ from, to }: { from: string; to: string }) => [from, to].join(" → "));
    expect(way).toEqual([
      " → ",
      "in-review → accepted",
      "pending → in-production",
      "in-production → packed",
      "pending → invoiced",
      "invoiced → paid",
      "packed → shipped",
      "shipped → delivered",
    ]);
    expect(order.events[6]).toMatchObject({ note: "One carton", by: { role: "admin", name: null }, ...shipment });
    expect((await read(id, second)).events[6].by).toEqual({ role: "admin", name: "Ada Admin", isMe: false });
  });

  it("refuses any move the table does not list, and says where the order stands", async () => {
    const { id } = await place();
    for (const body of [
      { track: "shipping", from: "pending", to: "packed" },
      { track: "review", from: "accepted", to: "declined", note: "No" },
      { track: "payment", from: "pending", to: "invoiced" },
    ]) {
      const response = await move(id, body);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({
        code: "wrong-state",
        detail: "This order is in review.",
        errors: [
          { field: "review", message: "in-review" },
          { field: "shipping", message: "pending" },
          { field: "payment", message: "pending" },
        ],
      });
    }
    expect((await read(id)).events).toHaveLength(1);
  });

  it("tells an admin who was faster, with what and when", async () => {
    const { id } = await place();
    await moved(id, "review", "in-review", "accepted");
    expect((await move(id, { track: "payment", from: "pending", to: "invoiced" }, second)).status).toBe(200);
    await moved(id, "shipping", "pending", "packed");
    const late = await move(id, { track: "payment", from: "pending", to: "invoiced" });
    const time = String.raw`\d{1,2} \w+ \d{4}, \d\d:\d\d`;
    expect((await late.json()).detail).toMatch(
      new RegExp(`^Otto Admin invoiced this order on ${time}. It is accepted, Packed and Invoiced.$`),
    );
    // On the track that was asked for nothing has changed: it is the latest move that stands in the way.
    expect((await call(shop, `DELETE /orders/${id}`, { as: admin })).status).toBe(200);
    const ship = await move(id, { track: "shipping", from: "packed", to: "shipped" });
    expect((await ship.json()).detail).toMatch(
      new RegExp(`^Ada Admin cancelled this order on ${time}. It is cancelled.$`),
    );
  });

  it.each([
    [{ track: "review", from: "in-review", to: "declined" }, "note"],
    [{ track: "review", from: "in-review", to: "declined", note: "x", noteFor: "internal" }, "note"],
    [{ track: "review", from: "in-review", to: "cancelled" }, "to"],
    [{ track: "review", from: "in-review", to: "packed" }, "to"],
    [{ track: "shipping", from: "paid", to: "packed" }, "from"],
    [{ track: "review", from: "in-review", to: "accepted", carrier: "Nordlink" }, "carrier"],
    [{ track: "review", from: "in-review", to: "accepted", dueOn: "2027-01-01" }, "dueOn"],
    [{ track: "payment", from: "pending", to: "invoiced", invoice: {} }, "invoice"],
    [{ track: "payment", from: "pending", to: "invoiced", lateDue: true }, "lateDue"],
    [{ track: "payment", from: "pending", to: "invoiced", dueOn: "2027-02-30" }, "dueOn"],
    [{ track: "payment", from: "pending", to: "invoiced", dueOn: "0000-01-01" }, "dueOn"],
    [{ track: "shipping", from: "packed", to: "shipped", trackingUrl: "javascript:alert(1)" }, "trackingUrl"],
    [
      { track: "shipping", from: "packed", to: "shipped", trackingUrl: "https://dhl.example@evil.example/" },
      "trackingUrl",
    ],
    [{ track: "review", from: "in-review", to: "accepted", noteFor: "buyer" }, "note"],
  ])("refuses %j for its %s", async (body, field) => {
    const { id } = await place();
    const response = await move(id, body);
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toEqual([expect.objectContaining({ field })]);
  });

  it("refuses a day to pay that is over where the shop is, alone, with an acceptance and in bulk", async () => {
    const { id } = await place();
    const today = dayAt(new Date(), "UTC");
    const [over, dueOn] = [addDays(today, -1), addDays(today, 1)];
    const invoicing = { track: "payment", from: "pending", to: "invoiced" };
    const accepting = { track: "review", from: "in-review", to: "accepted" };
    const refused = await move(id, { ...accepting, invoice: { dueOn: over } });
    expect([refused.status, (await refused.json()).errors]).toEqual([
      400,
      [{ field: "dueOn", message: "This day is over" }],
    ]);
    await moved(id, "review", "in-review", "accepted");
    expect((await move(id, { ...invoicing, dueOn: over })).status).toBe(400);
    const bulk = { as: admin, body: { ids: [id], ...invoicing, dueOn: over } };
    expect((await call(shop, "POST /orderMoves", bulk)).status).toBe(400);
    expect(await read(id)).toMatchObject({ payment: "pending", dueOn: null });
    expect((await move(id, { ...invoicing, dueOn })).status).toBe(200);
  });

  it("asks about a day to pay in more than 120 days, alone, with an acceptance and in bulk", async () => {
    const today = dayAt(new Date(), "UTC");
    const [usual, late] = [addDays(today, 120), addDays(today, 121)];
    const accepting = { track: "review", from: "in-review", to: "accepted" };
    const invoicing = { track: "payment", from: "pending", to: "invoiced" };
    const [one, other, third] = [await place(), await place(), await place()];
    const refused = await move(one.id, { ...accepting, invoice: { dueOn: late } });
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { code: "late-due", detail: "That is in 121 days. Is this day meant?", errors: [{ field: "dueOn" }] },
    ]);
    expect((await move(one.id, { ...accepting, invoice: { dueOn: late }, lateDue: true })).status).toBe(200);
    expect(await read(one.id)).toMatchObject({ payment: "invoiced", dueOn: late });
    for (const { id } of [other, third]) await moved(id, "review", "in-review", "accepted");
    expect((await move(other.id, { ...invoicing, dueOn: usual })).status).toBe(200);
    const bulk = { ids: [third.id], ...invoicing, dueOn: late };
    expect((await call(shop, "POST /orderMoves", { as: admin, body: bulk })).status).toBe(409);
    expect(await read(third.id)).toMatchObject({ payment: "pending", dueOn: null });
    expect((await call(shop, "POST /orderMoves", { as: admin, body: { ...bulk, lateDue: true } })).status).toBe(200);
    expect(await read(third.id)).toMatchObject({ payment: "invoiced", dueOn: late });
  });

  it("accepts and invoices an order however its id is written", async () => {
    const { id } = await place();
    const { status } = await move(id.toUpperCase(), {
      track: "review",
      from: "in-review",
      to: "accepted",
      invoice: {},
    });
    expect(status).toBe(200);
    expect(await read(id)).toMatchObject({ review: "accepted", payment: "invoiced" });
  });

  it("accepts and invoices by one call, as two moves", async () => {
    const { id } = await place();
    const body = { track: "review", from: "in-review", to: "accepted", invoice: { dueOn: "2027-01-31" } };
    expect((await move(id, body)).status).toBe(200);
    const order = await read(id);
    expect(order).toMatchObject({ review: "accepted", payment: "invoiced", dueOn: "2027-01-31" });
    expect(order.events.slice(1).map(({ to }: { to: string }) => to)).toEqual(["accepted", "invoiced"]);
    // An invoice is never taken back, and what came before it neither.
    expect((await read(id, admin)).stepBack).toBeNull();
  });

  it("gives the pieces of a declined order back, once, and its buyer the reason", async () => {
    const { id, trim } = await place(300);
    await moved(id, "review", "in-review", "declined");
    expect(await readStock(shop.db, trim.id)).toBe(1000);
    const again = { track: "review", from: "in-review", to: "declined", note: "Again" };
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
    const body = { track: "review", from: "in-review", to: "accepted", note: "Watch the die", noteFor: "internal" };
    await move(id, body);
    const answer = await call(shop, `GET /orders/${id}`, { as: buyer });
    expect(await answer.text()).not.toContain("Watch");
    expect((await read(id, second)).events.at(-1)).toMatchObject({ note: "Watch the die", noteFor: "internal" });
  });

  it("offers admins the last five different reasons for declining, the latest first", async () => {
    const before = { track: "review", from: "in-review", to: "declined" };
    for (const note of ["One", "Two", "Three", "Four", "Two", "Five", "Six"]) {
      expect((await move((await place()).id, { ...before, note })).status).toBe(200);
    }
    const answer = await call(shop, "GET /declineReasons", { as: admin });
    expect(await answer.json()).toEqual(["Six", "Five", "Two", "Four", "Three"]);
  });

  it("is in the audit with both states", async () => {
    const { id } = await place();
    await moved(id, "review", "in-review", "accepted");
    const rows = await shop.db.select().from(audit).where(eq(audit.objectId, id));
    expect(rows).toEqual([
      expect.objectContaining({ action: "move-order", before: { review: "in review" }, after: { review: "accepted" } }),
    ]);
  });
});
