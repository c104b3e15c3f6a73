import { describe, expect, it } from "vitest";
import type { Order } from "#app/features/orders/contract.ts";
import { showOrder } from "#test/builders.ts";
import { countUntracked, findTrackingFault, listParcels, pasteCells, readTracking } from "./parcels.rules.ts";

const order = (_id: string, address: string, email = "a@denim.example", name = "Astrid"): Order =>
  showOrder({ _id, address, email, name, review: "accepted", shipping: "packed" });

const [one, two, three, four] = [
  order("1", "Umeå"),
  order("2", "Luleå"),
  order("3", "Umeå"),
  order("4", "Umeå", "b@denim.example", "Berit"),
];
const parcels = listParcels([one, two, three, four]);
const ids = (orders: readonly Order[]) => orders.map(({ _id }) => _id);
const line = (carrier: string, tracking: string) => ({ carrier, tracking });

describe("parcels", () => {
  it("are one for each address of each buyer, in the order of the orders", () => {
    expect(parcels.map(({ name, address, orders }) => [name, address, ids(orders)])).toEqual([
      ["Astrid", "Umeå", ["1", "3"]],
      ["Astrid", "Luleå", ["2"]],
      ["Berit", "Umeå", ["4"]],
    ]);
  });

  it("go with their own number or link, and with the carrier of the line above where theirs names none", () => {
    const lines = [line("DHL", " 0034 "), line("", "https://track.example/9"), line("PostNord", "77"), line("", "")];
    expect(lines.map((_, at) => readTracking(lines, at))).toEqual([
      { carrier: "DHL", trackingNumber: "0034" },
      { carrier: "DHL", trackingUrl: "https://track.example/9" },
      { carrier: "PostNord", trackingNumber: "77" },
      { carrier: "PostNord" },
    ]);
    expect(readTracking([line("", "")], 0)).toEqual({});
  });

  it("without a number or link are counted", () => {
    expect(countUntracked([line("DHL", ""), line("", " "), line("", "7")])).toBe(2);
  });

  it.each([
    ["KF 7730", undefined],
    ["x".repeat(100), undefined],
    ["x".repeat(101), "At most 100 characters"],
    ["https://track.example/9", undefined],
    ["https://", "This is not a complete link"],
    ["https://name@evil/", "This is not a complete link"],
    ["https://track.example/9 or 10", "This is not a complete link"],
    [`https://track.example/${"9".repeat(500)}`, "At most 500 characters"],
  ])("have a tracking number or link: %j", (tracking, fault) => {
    expect(findTrackingFault(tracking)).toBe(fault);
  });
});

describe("what is pasted from a spreadsheet", () => {
  const empty = [line("", ""), line("", ""), line("GLS", "1")];

  it("fills the lines from the one it was pasted into", () => {
    expect(pasteCells(empty, 1, "tracking", "10\r\n20\r\n")).toEqual({
      ...{ lines: [line("", ""), line("", "10"), line("GLS", "20")], last: 2, left: 0 },
    });
  });

  it("fills both columns, as far as there are any, and counts the rows that find no line", () => {
    expect(pasteCells(empty, 0, "carrier", "DHL\t10\tx\nDHL\t20\n\t30\n\t40")).toEqual({
      ...{ lines: [line("DHL", "10"), line("DHL", "20"), line("", "30")], last: 2, left: 1 },
    });
    expect(pasteCells(empty, 0, "tracking", "10\tDHL")?.lines).toEqual([line("", "10"), ...empty.slice(1)]);
  });

  it("is left to the browser if it is one cell", () => {
    expect(pasteCells(empty, 0, "tracking", "10\n")).toBeUndefined();
  });
});
