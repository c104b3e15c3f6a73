import { afterEach, describe, expect, it, vi } from "vitest";
import { newOrder } from "#test/builders.ts";
import { startMoves } from "#test/moves.ts";
import { call } from "#test/people.ts";
import { readStock } from "#test/stock.ts";

const HOUR_MS = 60 * 60 * 1000;

const { shop, other, admin, second, place, move, moved, read } = await startMoves();

describe("a step back", () => {
  afterEach(() => vi.useRealTimers());

  it("lasts an hour by the clock of the database, however wrong that of the process is", async () => {
    const { id } = await place();
    await moved(id, "review", "in-review", "accepted");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * HOUR_MS });
    expect((await read(id, admin)).stepBack).not.toBeNull();
    expect((await move(id, { track: "review", from: "accepted", to: "in-review" })).status).toBe(200);
  });

  it("is open to whoever made the last move, and to nobody else", async () => {
    const { id } = await place();
    await moved(id, "review", "in-review", "accepted");
    const { stepBack } = await read(id, admin);
    expect(stepBack).toMatchObject({ track: "review", from: "accepted", to: "in-review" });
    expect((await read(id, second)).stepBack).toBeNull();
    const { until: _, ...body } = stepBack;
    expect((await move(id, body, second)).status).toBe(409);
    expect((await move(id, body)).status).toBe(200);
    const order = await read(id, admin);
    expect(order).toMatchObject({ review: "in-review", stepBack: null });
    expect(order.events.at(-1)).toMatchObject({ kind: "back", from: "accepted", to: "in-review" });
  });

  it("takes the pieces of a declined order again, or says that they are gone", async () => {
    const { id, trim } = await place(400);
    const back = { track: "review", from: "declined", to: "in-review" };
    await moved(id, "review", "in-review", "declined");
    const rival = await call(shop, "POST /orders", { as: other, body: newOrder(other, trim, 700) });
    const response = await move(id, back);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "above-available" });
    await call(shop, `DELETE /orders/${(await rival.json()).insertedId}`, { as: other });
    expect((await move(id, back)).status).toBe(200);
    expect(await readStock(shop.db, trim.id)).toBe(600);
  });

  it("from shipped leaves nothing of the parcel on the order", async () => {
    const { id } = await place();
    await moved(id, "review", "in-review", "accepted");
    await moved(id, "shipping", "pending", "packed");
    const before = await read(id, admin);
    const parcel = { carrier: "DHL", trackingNumber: "JD014600012345", trackingUrl: "https://track.example/JD0146" };
    expect((await move(id, { track: "shipping", from: "packed", to: "shipped", ...parcel })).status).toBe(200);
    expect(await read(id, admin)).toMatchObject({ shipping: "shipped", ...parcel });
    expect((await move(id, { track: "shipping", from: "shipped", to: "packed" })).status).toBe(200);
    const { events, stepBack, ...after } = await read(id, admin);
    const { events: earlier, stepBack: _, ...same } = before;
    expect(after).toEqual(same);
    expect(stepBack).toBeNull();
    // What happened stays told, with the parcel that it was.
    expect(events.slice(0, earlier.length)).toEqual(earlier);
    expect(events.slice(earlier.length)).toMatchObject([
      { kind: "move", to: "shipped", ...parcel },
      { kind: "back", from: "shipped", to: "packed", trackingNumber: null },
    ]);
  });

  it("ends when another track has moved since", async () => {
    const { id } = await place();
    await moved(id, "review", "in-review", "accepted");
    await moved(id, "shipping", "pending", "packed");
    expect((await move(id, { track: "review", from: "accepted", to: "in-review" })).status).toBe(409);
  });
});
