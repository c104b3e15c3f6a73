import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refusalOfQuantity } from "#app/features/orders/rules.ts";
import { checkLine, describeNextBreak, sumLines } from "./lines.rules.ts";

const priceBreaks = [{ from: 5000, price: "0.2640" }];
const trim = { moq: 1000, quantity: 42_000, price: "0.2750", priceBreaks };
const judge = (orderQuantity: number, more: Partial<Parameters<typeof checkLine>[0]> = {}) =>
  checkLine({ trim, gone: false, orderQuantity, seenPrice: null, ...more });

describe("the verdict on a line", () => {
  it("says stock, minimum and the next price when that is near", () => {
    expect(judge(3000)).toMatchObject({ kind: "good", words: "42,000 in stock, minimum\u00a01,000", next: undefined });
    const near = judge(4200);
    expect(near).toMatchObject({ kind: "good", unitPrice: "0.2750", total: "1155.00" });
    expect(near.kind === "good" && near.next && describeNextBreak(near.next)).toBe("800 more and each costs $0.2640");
    expect(judge(5000)).toMatchObject({ unitPrice: "0.2640", total: "1320.00" });
  });

  it("names what is below the minimum, and what would be right", () => {
    expect(judge(600)).toEqual({
      kind: "bad",
      message: "Minimum order is 1,000, 400 more.",
      way: "400 below the minimum",
      offers: [{ pieces: 1000, says: "Make it 1,000" }],
      unitPrice: undefined,
      total: undefined,
    });
  });

  it("names what is above the stock, and what could be taken", () => {
    expect(judge(43_800)).toMatchObject({
      kind: "bad",
      message: "42,000 in stock, 1,800 short.",
      way: "1,800 more than in stock",
      offers: [{ pieces: 42_000, says: "Take 42,000" }],
    });
  });

  it("offers nothing where nothing can be ordered", () => {
    expect(judge(1000, { trim: { ...trim, quantity: 0 } })).toMatchObject({
      message: "Out of stock.",
      offers: [],
    });
    expect(judge(1000, { trim: { ...trim, quantity: 260 } })).toMatchObject({
      message: "260 in stock, below the minimum of 1,000.",
      offers: [],
    });
    expect(judge(1000, { trim: null, gone: true })).toMatchObject({
      kind: "bad",
      message: "No longer in our catalogue.",
    });
  });

  it("asks which number was meant, unless only one of them can be ordered", () => {
    const unread = (first: number, second: number) =>
      checkLine(
        { trim, gone: false, orderQuantity: 1, seenPrice: null },
        { fault: "Which?", choices: [first, second] },
      );
    expect(unread(3, 3600)).toMatchObject({ message: "Only 3,600 can be ordered.", offers: [{ says: "It is 3,600" }] });
    expect(unread(3000, 4000)).toMatchObject({ message: "Which?", offers: [{ pieces: 3000 }, { pieces: 4000 }] });
    expect(unread(3, 60_000)).toMatchObject({ message: "Which?", offers: [{ pieces: 3 }, { pieces: 60_000 }] });
  });

  it("waits for a trim that is on its way, and does not count it", () => {
    const verdict = judge(1000, { trim: null });
    expect(verdict.kind).toBe("wait");
    expect(sumLines([{ orderQuantity: 1000, verdict }])).toEqual({ lines: 1, counted: 0, pieces: 0, total: "0.00" });
  });

  it("tells another price than the one that was seen, and counts the line at the price of now", () => {
    expect(judge(3000, { seenPrice: "0.2700" })).toMatchObject({
      kind: "look",
      was: "0.2700",
      now: "0.2750",
      total: "825.00",
    });
    expect(judge(3000, { seenPrice: "0.275" })).toMatchObject({ kind: "good" });
  });

  it("tells a lower price without asking about it", () => {
    expect(judge(3000, { seenPrice: "0.2900" })).toMatchObject({
      kind: "good",
      words: "The price fell from $0.2900. 42,000 in stock, minimum\u00a01,000",
      total: "825.00",
    });
  });

  it.each([
    [22_500, { kind: "good", packs: { unit: 1000, choices: [22_000, 23_000] } }],
    [22_000, { kind: "good", packs: undefined }],
    [1600, { kind: "good", packs: { unit: 1000, choices: [2000] } }],
    [24_500, { kind: "good", packs: { unit: 1000, choices: [24_000] } }],
    [90_000, { kind: "bad", offers: [{ says: "Take 24,000" }] }],
    [100, { kind: "bad", offers: [{ says: "Make it 2,000" }] }],
  ])("offers whole packing units for %i pieces", (orderQuantity, verdict) => {
    const packed = { ...trim, moq: 1500, quantity: 24_801, packingUnit: 1000 };
    expect(judge(orderQuantity, { trim: packed })).toMatchObject(verdict);
  });

  it("offers what can be ordered where no whole packing unit can", () => {
    const packed = { ...trim, moq: 1500, quantity: 1700, packingUnit: 1000 };
    expect(judge(1600, { trim: packed })).toMatchObject({ kind: "good", packs: undefined });
    expect(judge(1, { trim: packed })).toMatchObject({ offers: [{ pieces: 1500 }] });
    expect(judge(1800, { trim: packed })).toMatchObject({ offers: [{ pieces: 1700 }] });
  });

  it("refuses exactly what the server refuses, whatever the limits", () => {
    const count = fc.integer({ min: 0, max: 20 });
    fc.assert(
      fc.property(count, count, fc.integer({ min: 1, max: 20 }), (moq, quantity, orderQuantity) => {
        const limits = { moq, quantity };
        const verdict = judge(orderQuantity, { trim: { ...trim, ...limits } });
        expect(verdict.kind === "bad").toBe(refusalOfQuantity(limits, orderQuantity) !== undefined);
        // What is offered instead can be ordered.
        if (verdict.kind !== "bad") return;
        for (const { pieces } of verdict.offers) expect(refusalOfQuantity(limits, pieces)).toBeUndefined();
      }),
    );
  });
});

describe("the sums of a sheet", () => {
  it("count good lines only, each rounded to cents before it is added", () => {
    const cheap = { ...trim, moq: 1, price: "0.0050", priceBreaks: [] };
    const lines = [
      { orderQuantity: 1, verdict: judge(1, { trim: cheap }) },
      { orderQuantity: 1, verdict: judge(1, { trim: cheap }) },
      { orderQuantity: 600, verdict: judge(600) },
      { orderQuantity: 3000, verdict: judge(3000, { seenPrice: "0.2700" }) },
    ];
    expect(sumLines(lines)).toEqual({ lines: 4, counted: 3, pieces: 3002, total: "825.02" });
    expect(sumLines([])).toEqual({ lines: 0, counted: 0, pieces: 0, total: "0.00" });
  });
});
