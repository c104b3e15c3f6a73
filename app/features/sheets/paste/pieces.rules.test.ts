import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPieces } from "./pieces.rules.ts";

describe("the pieces of a row", () => {
  it.each([
    ["20000", 20_000],
    ["20,000", 20_000],
    ["1,020,000", 1_020_000],
    ["20 000", 20_000],
    ["20\u00a0000", 20_000],
    ["20\u202f000", 20_000],
    ["20'000", 20_000],
    ["20’000", 20_000],
    ["1.020.000", 1_020_000],
    ["20,000.00", 20_000],
    ["20.000,00", 20_000],
    ["400.0", 400],
    ["400,00", 400],
    [" 400 ", 400],
    ["400 pcs", 400],
    ["4,000 pieces", 4000],
    ["4000pc.", 4000],
    ["1000000000", 1_000_000_000],
    ["1,00,000", 100_000],
    ["２０", 20],
    ["5.000 Stück", 5000],
    ["3000\u200b", 3000],
  ])("%j are %i", (text, pieces) => expect(readPieces(text)).toEqual({ pieces }));

  it.each([
    ["", "How many pieces?"],
    ["pcs", "How many pieces?"],
    ["0", "Please write a whole number above 0"],
    ["007", "Please write the pieces without a zero in front"],
    ["20.5", "Please write a whole number of pieces"],
    ["20,5", "Please write a whole number of pieces"],
    ["0.500", "Please write a whole number of pieces"],
    ["2,0000", "Please write a whole number of pieces"],
    ["20,000.000", "Please write a whole number of pieces"],
    ["-5", "Please write a whole number of pieces"],
    ["+5", "Please write a whole number of pieces"],
    ["1e3", "Please write a whole number of pieces"],
    ["5 pairs", "How many pieces are in one “pairs”? Write the pieces."],
    ["5 sets", "How many pieces are in one “sets”? Write the pieces."],
    ["1.3 gross", "Please write a whole number of pieces"],
    ["1E4", "Please write a whole number of pieces"],
    ["12 m", "Please write a whole number of pieces"],
    ["20 00", "Please write a whole number of pieces"],
    ["1000000001", "At most 1,000,000,000 pieces"],
    ["99999999999999999999", "At most 1,000,000,000 pieces"],
  ])("%j are refused: %s", (text, fault) => expect(readPieces(text)).toEqual({ fault }));

  it.each([
    ["20.000", "Is that 20 or 20,000? Write it without the point.", [20, 20_000]],
    ["3.600", "Is that 3.6 or 3,600? Write it without the point.", [3600]],
    ["2.579 DZN", "Is that 2.579 or 2,579? Write it without the point.", [30_948]],
  ])("%j are asked for: %s", (text, fault, choices) => expect(readPieces(text)).toEqual({ fault, choices }));

  it.each([
    ["5 gross", 720],
    ["3k", 3000],
    ["1.5k", 1500],
    ["1,5 k", 1500],
    ["12 doz.", 144],
    ["2,579 DZN", 30_948],
    ["3 GG", 5184],
    ["5 M", 5000],
    ["2.5 gross", 360],
    ["3 great gross", 5184],
  ])("%j are %i, which is said", (text, pieces) => {
    const counted = `${text.replace(/^([\d.,]+) ?/, "$1 ").replace(/\.$/, "")}`;
    const read = readPieces(text);
    expect(read).toMatchObject({ pieces });
    expect("counted" in read && read.counted?.replace(/\. =/, " =")).toBe(
      `${counted} = ${pieces.toLocaleString("en")} pieces`,
    );
  });

  it("are never more or fewer than the digits that were written, whatever is written", () => {
    const written = fc.string({ unit: fc.constantFrom(..."0123456789.,' \u00a0-+empcs"), maxLength: 14 });
    fc.assert(
      fc.property(written, (text) => {
        const read = readPieces(text);
        if (!("pieces" in read)) return;
        const digits = text.replace(/\D/g, "");
        // Only decimals that are zero are dropped.
        expect(digits.startsWith(String(read.pieces))).toBe(true);
        expect(digits.slice(String(read.pieces).length)).toMatch(/^0{0,2}$/);
        if (digits.length > String(read.pieces).length) expect(text).toMatch(/[.,]0{1,2}\D*$/);
      }),
      { numRuns: 2000 },
    );
  });
});
