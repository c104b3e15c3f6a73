import { describe, expect, it } from "vitest";
import { describeChanges } from "./changes.rules.ts";

describe("a line about what an act changed", () => {
  it.each([
    [{ payment: "Invoiced" }, { payment: "Paid" }, "payment: Paid, was Invoiced"],
    [{ quantity: 12000, name: "Zip" }, { quantity: 104000, name: "Zip" }, "quantity: 104,000, was 12,000"],
    [{ number: 10400 }, { number: 10401 }, "number: 10401, was 10400"],
    [{ lowMark: null }, { lowMark: 500 }, "lowMark: 500, was none"],
    [{ description: "A short text" }, { description: "A text that is too long for it" }, "description"],
    [{ a: 1, b: 1, c: 1, d: 1 }, { a: 2, b: 2, c: 2, d: 2 }, "a: 2, was 1; b: 2, was 1; 2 more"],
  ])("%j and %j are %s", (before, after, line) => {
    expect(describeChanges({ before, after })).toBe(line);
  });

  it.each([
    [null, { noteFor: "internal" }],
    [{ review: "accepted" }, null],
    [{ name: "Zip" }, { name: "Zip" }],
    [null, null],
  ])("there is none for %j and %j", (before, after) => {
    expect(describeChanges({ before, after })).toBeUndefined();
  });

  it.each([
    [{ added: 5000, changed: 0, bytes: 2_107_059 }, "Added 5,000 items"],
    [{ added: 1, changed: 40, bytes: 10 }, "Added 1 item, changed 40 items"],
    [{ added: 0, changed: 0, bytes: 10 }, "Changed nothing"],
  ])("of an import says how many items: %j", (after, line) => {
    expect(describeChanges({ before: {}, after })).toBe(line);
  });
});
