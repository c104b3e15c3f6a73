import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { startMoves } from "#test/moves.ts";
import { call } from "#test/people.ts";
import { readStock } from "#test/stock.ts";

const { shop, buyer, other, admin, place, moved, read } = await startMoves();

describe("DELETE /orders/{id}", () => {
  it("lets the owner cancel while nothing is made, accepted or not, and keeps the order's page", async () => {
    const { id, trim } = await place();
    await moved(id, "review", "in-review", "accepted");
    const response = await call(shop, `DELETE /orders/${id}`, { as: buyer });
    expect(await response.json()).toEqual({ acknowledged: true, deletedCount: 1 });
    expect(await readStock(shop.db, trim.id)).toBe(1000);
    expect(await read(id)).toMatchObject({ review: "cancelled" });
    const list = await call(shop, `GET /orders?email=${buyer.email}`, { as: buyer });
    expect(await list.text()).not.toContain(id);
  });

  it("is too late for the owner once production starts, and for an admin once the order has shipped", async () => {
    const { id, trim } = await place();
    await moved(id, "review", "in-review", "accepted");
    await moved(id, "shipping", "pending", "in-production");
    const late = await call(shop, `DELETE /orders/${id}`, { as: buyer });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ code: "wrong-state" });
    await moved(id, "shipping", "in-production", "packed", "shipped");
    expect((await call(shop, `DELETE /orders/${id}`, { as: admin })).status).toBe(409);
    expect(await readStock(shop.db, trim.id)).toBe(900);
  });

  it("tells the buyer on the page why an admin cancelled", async () => {
    const { id, trim } = await place();
    await moved(id, "review", "in-review", "accepted");
    await moved(id, "shipping", "pending", "packed");
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
    const found = await shop.db.select({ action: audit.action }).from(audit).where(eq(audit.objectId, id));
    expect(found).toEqual([{ action: "delete-order" }]);
  });
});
