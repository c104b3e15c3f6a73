import { describe, expect, it } from "vitest";
import { describeFarPrice } from "./rules.ts";

const say = (before: string, after: string, column = "price") => describeFarPrice({ column, before, after });

describe("a price that moves by more than half", () => {
  it.each([
    ["0.0600", "0.6000", "10 times the old price"],
    ["0.0600", "0.1500", "2.5 times the old price"],
    ["0.0200", "0.0301", "Up by 50 %"],
    ["0.0200", "0.0040", "Down by 80 %"],
    ["0.0000", "0.0100", "It cost nothing before"],
  ])("from %s to %s is named: %s", (before, after, words) => expect(say(before, after)).toBe(words));

  it.each([
    ["0.0200", "0.0300"],
    ["0.0200", "0.0100"],
    ["", "0.0100"],
    ["0.0100", ""],
  ])("is not %j to %j", (before, after) => expect(say(before, after)).toBeUndefined());

  it("is no quantity", () => expect(say("100", "1000", "moq")).toBeUndefined());
});
