import { describe, expect, it } from "vitest";
import { judgeLine, sayCredit } from "./change-form.rules.ts";

const trim = { price: "0.0620", priceBreaks: [{ from: 500, price: "0.0500" }], moq: 100, quantity: 900 };
const line = { id: "1", was: { pieces: 100, unitPrice: "0.0580" }, trim };

describe("a line of a change", () => {
  it.each([
    ["nothing typed", {}, false, { pieces: 100, unitPrice: "0.0580", isChanged: false, total: "5.8000" }],
    ["more pieces, at the break of now", { pieces: "500" }, false, { unitPrice: "0.0500", total: "25.0000" }],
    ["fewer pieces of staff", { pieces: "50" }, true, { unitPrice: "0.0620", faults: {} }],
    ["the price typed again", { price: "0.058" }, true, { isPriceSet: false, isChanged: false }],
    ["another price with its reason", { price: ",05", reason: "x" }, true, { unitPrice: "0.0500", faults: {} }],
    ["a line taken away", { pieces: "no", isRemoved: true }, false, { total: "0", isChanged: true, faults: {} }],
  ] as const)("%s", (_, typed, isStaff, expected) => {
    expect(judgeLine(line, typed, isStaff)).toMatchObject(expected);
  });

  it.each([
    ["more than there is", { pieces: "1001" }, false, { pieces: "Maximum Order Quantity is 1000" }],
    ["a buyer's below the minimum", { pieces: "99" }, false, { pieces: "Minimum Order Quantity is 100" }],
    ["no number", { pieces: "some" }, false, { pieces: "Please write a whole number of pieces" }],
    ["a price that is none", { price: "cheap" }, true, { price: "Please write a price such as 0.0345" }],
    ["a price without its reason", { price: "0.05" }, true, { reason: "Please tell the buyer the reason" }],
  ] as const)("is at fault: %s", (_, typed, isStaff, faults) => {
    expect(judgeLine(line, typed, isStaff).faults).toEqual(faults);
  });

  it.each([
    ["nothing, unless something changes", {}, {}, undefined],
    ["nothing for another day", {}, { promisedOn: "2030-01-04" }, undefined],
    ["the whole invoice for other pieces", { pieces: "200" }, {}, "A credit note over $5.80 of invoice 2026-00001"],
    ["and for another PO number", {}, { poNumber: "A" }, "A credit note over $5.80 of invoice 2026-00001"],
    ["what is taken away", { isRemoved: true }, {}, "is mailed with it."],
  ] as const)("credits %s", (_, typed, shared, words) => {
    const shown = {
      ...line,
      name: "Rivet",
      img: "",
      label: "",
      billed: { invoice: "2026-00001", pieces: 100, amount: "5.80", line: { pieces: 100, amount: "5.80" } },
    };
    const said = sayCredit([{ line: shown, typed, judged: judgeLine(line, typed, true) }], shared);
    if (words === undefined) expect(said).toBeUndefined();
    else expect(said).toContain(words);
  });

  it("of a trim that has gone keeps its pieces", () => {
    const gone = { ...line, trim: undefined };
    expect(judgeLine(gone, {}, true)).toMatchObject({ isChanged: false, faults: {} });
    expect(judgeLine(gone, { pieces: "200" }, true).faults.pieces).toBe("This trim is no longer in the catalogue.");
  });
});
