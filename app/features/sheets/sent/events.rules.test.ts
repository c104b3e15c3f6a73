import { describe, expect, it } from "vitest";
import type { OrderEvent } from "#app/features/orders/contract.ts";
import { gatherEvents, nameRuns } from "./events.rules.ts";

const NINE = Date.parse("2026-11-23T09:00:00Z");

type SheetEvent = OrderEvent & { orderNumber: number };

/** Somebody accepts an order, so many seconds after nine; say what is different. */
function accepted(orderNumber: number, seconds: number, about: Partial<OrderEvent> = {}): SheetEvent {
  return {
    ...{ _id: `${orderNumber}-${seconds}`, at: new Date(NINE + seconds * 1000).toISOString(), orderNumber },
    ...{
      kind: "move",
      track: "review",
      from: "in-review",
      to: "accepted",
      note: null,
      pieces: null,
      noteFor: null,
      change: null,
    },
    ...{ carrier: null, trackingNumber: null, trackingUrl: null, dueOn: null },
    ...{ by: { role: "admin", name: "Maud", isMe: false }, ...about },
  };
}

const summarize = (events: SheetEvent[]) => gatherEvents(events).map(({ orders }) => orders);

describe("the events of a sheet", () => {
  it("are one entry where one act met several orders, dated by the first and in the order of the sheet", () => {
    const [one, ...others] = gatherEvents([accepted(3, 0), accepted(1, 20), accepted(2, 70)]);
    expect(others).toEqual([]);
    expect(one).toMatchObject({ _id: "3-0", at: "2026-11-23T09:00:00.000Z", to: "accepted", orders: [1, 2, 3] });
  });

  it("stay apart when a minute lies between them", () => {
    expect(summarize([accepted(1, 0), accepted(2, 60), accepted(3, 121)])).toEqual([[1, 2], [3]]);
  });

  it("stay apart when a person, a state, a reader or a word differs, and go together across others", () => {
    const pat = { by: { role: "admin", name: "Pat", isMe: true } } as const;
    const paid = { track: "payment", from: "invoiced", to: "paid" } as const;
    const note = { note: "One batch.", noteFor: "buyer" } as const;
    const differing = [{}, pat, paid, note, { ...note, noteFor: "internal" as const }];
    const first = differing.map((about, at) => accepted(1, at, about));
    const second = differing.map((about, at) => accepted(2, 10 + at, about));
    expect(summarize([...first, ...second])).toEqual(Array(5).fill([1, 2]));
  });

  it("tell each time when an order meets the same again", () => {
    const back = { kind: "back", from: "accepted", to: "in-review" } as const;
    expect(summarize([accepted(1, 0), accepted(2, 1), accepted(1, 2, back), accepted(1, 3)])).toEqual([
      [1, 2],
      [1],
      [1],
    ]);
  });
});

it("names orders that follow each other on the sheet as a run, whatever numbers others have between them", () => {
  const all = [11, 12, 15, 16, 20, 21, 22];
  expect(nameRuns([11, 12, 15], all)).toBe("No. 11 to 15");
  expect(nameRuns([11, 12, 16, 20, 21, 22], all)).toBe("No. 11, 12, 16 to 22");
  expect(nameRuns([11, 15, 20, 22], all)).toBe("No. 11, 15, 20, 22");
});
