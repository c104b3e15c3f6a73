import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPieceUnit, readDecimal, readWhole } from "./numbers.ts";

describe("a whole number", () => {
  it.each([
    ["20000", "20000"],
    ["20,000", "20000"],
    ["1,020,000", "1020000"],
    ["1,00,000", "100000"],
    ["12,34,567", "1234567"],
    ["1,00,000.00", "100000"],
    ["20 000", "20000"],
    ["20\u00a0000", "20000"],
    ["20\u202f000", "20000"],
    ["20\u3000000", "20000"],
    ["20'000", "20000"],
    ["20’000", "20000"],
    ["1.020.000", "1020000"],
    ["20,000.00", "20000"],
    ["20.000,00", "20000"],
    ["2000.0", "2000"],
    ["400,00", "400"],
    [" 400 ", "400"],
    ["5000\u200b", "5000"],
    ["\u200e5\u00ad000", "5000"],
    ['="5000"', "5000"],
    ["'5000", "5000"],
    ["007", "7"],
    ["0", "0"],
    ["٥٠٠٠", "5000"],
    ["２０", "20"],
    ["400 pcs", "400"],
    ["400\u00a0pcs", "400"],
    ["4,000 pieces", "4000"],
    ["4000pc.", "4000"],
    ["5 000 pièces", "5000"],
    ["5000 pie\u0300ces", "5000"],
    ["5.000 adet", "5000"],
    ["5.000 Stück", "5000"],
    ["1.500 Stk.", "1500"],
    ["5000个", "5000"],
    ["99999999999999999999", "99999999999999999999"],
  ])("%j is %s", (written, number) => expect(readWhole(written)).toEqual({ number }));

  it.each([
    ["20.000", ["20", "20000"]],
    ["3.600", ["3.6", "3600"]],
    ["20.500 pcs", ["20.5", "20500"]],
  ])("%j may be either of %j", (written, question) => expect(readWhole(written)).toEqual({ question }));

  it.each(["", "  ", "\u200b", "pcs", "adet"])("%j is empty", (written) => {
    expect(readWhole(written)).toEqual({ fault: "empty" });
  });

  it.each([
    ..."3.6|20.5|20,5|0.500|2,0000|20,000.000|1,0,000|1,000,00|-5|+5|1e3|5 gross|3k|12 m|20 00|1 2|½|1/2|=5+5|0,000".split(
      "|",
    ),
  ])("%j is none", (written) => expect(readWhole(written)).toEqual({ fault: "unreadable" }));

  it.each([
    ["-5,000", "-5000"],
    ["−5000", "-5000"],
    ["+20 000", "20000"],
    ["-0", "0"],
  ])("with a sign, %j is %s", (written, number) => expect(readWhole(written, { isSigned: true })).toEqual({ number }));

  it("is never more or fewer than the digits that were written, whatever is written", () => {
    const written = fc.string({ unit: fc.constantFrom(..."0123456789.,' \u00a0-+ekmpcs"), maxLength: 14 });
    fc.assert(
      fc.property(written, (text) => {
        const read = readWhole(text);
        if (!("number" in read)) return;
        const digits = text.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
        // Only decimals that are zero are dropped.
        expect(digits.startsWith(read.number)).toBe(true);
        expect(digits.slice(read.number.length)).toMatch(/^0{0,2}$/);
        if (digits.length > read.number.length) expect(text).toMatch(/[.,]0{1,2}\D*$/);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(["pcs", "Pieces", "adet", "Stück", "PCE S"])("%j counts pieces, if it is known", (word) => {
    expect(isPieceUnit(word)).toBe(word !== "PCE S");
  });
});

describe("a price or measure", () => {
  it.each([
    ["0.0345", "0.0345"],
    [".0421", "0.0421"],
    ["0.04210000", "0.0421"],
    ["0,0345", "0.0345"],
    [",5", "0.5"],
    ["9,5", "9.5"],
    ["1,234", "1.234"],
    ["1,234.50", "1234.5"],
    ["1.234,50", "1234.5"],
    ["1,23,456.50", "123456.5"],
    ["1'234.5", "1234.5"],
    ["1 234,5", "1234.5"],
    ["1.234.567", "1234567"],
    ["12.500", "12.5"],
    ["007", "7"],
    ["0.00", "0"],
    ["9.5\u200b", "9.5"],
    ['="0.0345"', "0.0345"],
    ["٩٫٥".replace("٫", "."), "9.5"],
  ])("%j in a field is %s", (written, number) => expect(readDecimal(written)).toEqual({ number }));

  it.each([
    ["0,0421", ["0.0421", "421"]],
    ["1,234", ["1.234", "1234"]],
    ["12,5", ["12.5", "125"]],
  ])("%j in a file may be either of %j", (written, question) => {
    expect(readDecimal(written, { commaIsPoint: false })).toEqual({ question });
  });

  it("in a file may have thousands", () => {
    expect(readDecimal("1,23,456.50", { commaIsPoint: false })).toEqual({ number: "123456.5" });
  });

  it("is empty when nothing is seen", () => expect(readDecimal("\u200b ")).toEqual({ fault: "empty" }));

  it.each(["5.", "1e-7", "$5", "-1", "1.2.3", "1,2,3", "12 34", "0x1f", "9.5 mm", "."])("%j is none", (written) => {
    expect(readDecimal(written)).toEqual({ fault: "unreadable" });
  });
});
