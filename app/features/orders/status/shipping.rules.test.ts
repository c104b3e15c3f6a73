import { describe, expect, it } from "vitest";
import type { Order } from "#app/features/orders/contract.ts";
import { MOST_MOVED } from "#app/features/orders/facts.ts";
import { showOrder } from "#test/builders.ts";
import { describeContents, listShipments, readPieces, sayRest } from "./shipping.rules.ts";

const order = (about: Partial<Order> = {}): Order =>
  showOrder({ _id: "a", orderQuantity: 1000, shippedPieces: 400, tolerance: 5, payment: "pending", ...about });

describe("the pieces of an order in a parcel", () => {
  it.each([
    [undefined, { pieces: 600 }],
    ["600", { pieces: 600 }],
    ["1", { pieces: 1 }],
    ["650", { pieces: 650 }],
    ["651", { fault: "At most 650" }],
    ["0", { pieces: 0 }],
    ["", { pieces: 0 }],
    ["  ", { pieces: 0 }],
    ["-1", { fault: expect.stringContaining("Please write a whole number") }],
    ["1.5", { fault: expect.stringContaining("Please write a whole number") }],
    ["six", { fault: expect.stringContaining("Please write a whole number") }],
  ])("are all that are left unless they are typed: %j", (written, read) => {
    expect(readPieces(order(), written === undefined ? {} : { a: written })).toEqual(read);
  });

  it("may be written with commas", () => {
    expect(readPieces(order({ orderQuantity: 18_000 }), { a: "8,000" })).toEqual({ pieces: 8000 });
  });

  it("are no more than ordered once there is an invoice", () => {
    expect(readPieces(order({ payment: "invoiced" }), { a: "601" })).toEqual({ fault: "At most 600" });
  });

  it.each([
    [0, "stays here"],
    [100, "500 follow"],
    [549, "51 follow"],
    [550, "complete with 50 fewer"],
    [600, undefined],
    [650, "50 more than ordered"],
  ])("leave a rest: %i", (pieces, said) => expect(sayRest(order(), pieces)).toBe(said));
});

describe("the shipments of parcels", () => {
  const [one, two, three] = [order(), order({ _id: "b", shippedPieces: 0 }), order({ _id: "c" })];

  it("are one for each parcel, with the pieces that are left or typed, without what stays", () => {
    const parcels = [
      { orders: [one, two], about: { carrier: "DHL" } },
      { orders: [three], about: {} },
    ];
    expect(listShipments(parcels, { b: "250", c: "0" })).toEqual([
      {
        orders: [one, two],
        body: {
          carrier: "DHL",
          lines: [
            { order: "a", pieces: 600, before: 400 },
            { order: "b", pieces: 250, before: 0 },
          ],
        },
      },
    ]);
    expect(describeContents([one, two], { b: "250" })).toBe("850 pieces of 2 orders");
    expect(describeContents([one, two], { b: "" })).toBe("600 pieces of one order");
  });

  it("are several where a call takes no more orders", () => {
    const orders = Array.from({ length: MOST_MOVED + 1 }, (_, at) => order({ _id: `${at}` }));
    expect(listShipments([{ orders, about: {} }], {}).map((one) => one.body.lines.length)).toEqual([MOST_MOVED, 1]);
  });
});
