import { describe, expect, it } from "vitest";
import type { MatchedLine } from "#app/features/money/bank.contract.ts";
import { sumUp } from "./bank-words.ts";

const line = (word: MatchedLine["word"], nth: number): MatchedLine => ({
  ...{ day: "2026-11-27", amount: "10.00", text: "TRANSFER", nth },
  ...{ word, reason: "", invoices: [], company: null },
});
const say = (...words: MatchedLine["word"][]) => {
  const { title, about } = sumUp(words.map(line));
  return `${title} | ${about}`;
};

describe("a statement in two lines", () => {
  it("says how many lines are certain, and what the others are", () => {
    expect(say("certain", "certain", "likely", "left-out")).toBe(
      "2 of 4 lines are certain, $20.00 | 1 wants a look, 1 is left out. Nothing is booked before you press.",
    );
    expect(say("likely")).toBe("None of 1 line is certain | 1 wants a look. Nothing is booked before you press.");
  });

  it("says how many are booked, once no certain line is left", () => {
    expect(say("booked", "booked", "likely")).toBe("2 of 3 lines are booked | 1 wants a look.");
    expect(say("booked")).toBe("1 of 1 line is booked | ");
    expect(say("booked", "certain")).toBe(
      "1 of 2 lines is certain, $10.00 | 1 is booked. Nothing is booked before you press.",
    );
  });
});
