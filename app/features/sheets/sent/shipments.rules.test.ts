import { describe, expect, it } from "vitest";
import { showOrder } from "#test/builders.ts";
import { gatherShipments } from "./shipments.rules.ts";

type Sheet = Parameters<typeof gatherShipments>[0];

const none = { carrier: null, trackingNumber: null, trackingUrl: null, dueOn: null };
const dhl = { carrier: "DHL", trackingNumber: "JD01", trackingUrl: "https://dhl.example/JD01" };

const order = (number: number, about: Partial<Sheet["orders"][number]>) =>
  showOrder({ _id: `order-${number}`, number, review: "accepted", shipping: "shipped", sheetNumber: 31, ...about });

function shipped(day: number, orders: number[], about: object = {}): Sheet["events"][number] {
  return {
    ...{
      _id: `${day}`,
      at: `2026-11-${day}T08:00:00.000Z`,
      kind: "move",
      track: "shipping",
      from: "packed",
      to: "shipped",
    },
    ...{
      by: { role: "admin", name: null, isMe: false },
      note: null,
      pieces: null,
      noteFor: null,
      change: null,
      changes: [],
      ...none,
      orders,
      ...about,
    },
  };
}

describe("the shipments of a sheet", () => {
  it("are one for each parcel number, with the day and the orders, the first one first", () => {
    const ups = { carrier: "UPS", trackingNumber: "1Z", trackingUrl: null };
    const orders = [
      order(4, ups),
      order(1, dhl),
      order(2, { ...dhl, shipping: "delivered" }),
      order(3, { shipping: "packed" }),
    ];
    const events = [shipped(22, [1], dhl), shipped(23, [2], dhl), shipped(24, [4], ups)];
    expect(gatherShipments({ orders, events })).toEqual([
      { ...dhl, at: "2026-11-22T08:00:00.000Z", orders: [1, 2] },
      { ...ups, at: "2026-11-24T08:00:00.000Z", orders: [4] },
    ]);
  });

  it("without a parcel number are one for each time that something left", () => {
    const orders = [order(1, {}), order(2, {}), order(3, {})];
    const events = [shipped(22, [1, 3]), shipped(23, [2])];
    expect(gatherShipments({ orders, events }).map((shipment) => shipment.orders)).toEqual([[1, 3], [2]]);
  });

  it("leave out what has ended, and what was taken back", () => {
    const orders = [order(1, { review: "cancelled" }), order(2, { shipping: "packed" })];
    expect(gatherShipments({ orders, events: [shipped(22, [1, 2])] })).toEqual([]);
  });
});
