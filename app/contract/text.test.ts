import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manyLines, oneLine } from "./one-line.ts";
import { cleanLine, cleanText, foldDigits, foldText, isSeen, unmarkText } from "./text.ts";

describe("a text", () => {
  it.each(["a", "é", "名", "م", "👩‍👩‍👧", "-", "\u200B.\u200B"])("like %j is seen", (text) => {
    expect(isSeen(text)).toBe(true);
  });

  it.each([
    "",
    " \u00A0\t\n",
    "\u200B",
    "\u2060\uFEFF\u200D",
    "\u3164\uFFA0",
    "\u2800",
    "\u200F\u202E",
    "\u{E0041}",
    "\u0007",
  ])("of nothing but %j is not", (text) => expect(isSeen(text)).toBe(false));
});

describe("a line", () => {
  it.each([
    ["Ann Ö", "Ann Ö"],
    ["محمد\u200F", "محمد"],
    ["\u202Eevil\u202C ", "evil"],
    ["Mc\u00ADDonald", "McDonald"],
    ["003\u200B", "003"],
    ["\u2060003\u200E\uFEFF", "003"],
    ["Twin button\u200D, horn", "Twin button, horn"],
    ["9.5\u00A0mm", "9.5 mm"],
    ["9.5  \u202F\u3000mm", "9.5 mm"],
    ["\u00A0 Nur\u00A0\u200BAisyah ", "Nur Aisyah"],
    ["a \u200B b", "a b"],
    ["Kno\u0308pfe", "Knöpfe"],
    // Joiners that shape letters stay: Hindi, Malayalam, Persian, emoji, Japanese variants.
    ["क्\u200Dष", "क्\u200Dष"],
    ["അനില്\u200D", "അനില്\u200D"],
    ["می\u200Cخواهم", "می\u200Cخواهم"],
    ["👩\u200D👩\u200D👧 ❤\uFE0F", "👩\u200D👩\u200D👧 ❤\uFE0F"],
    ["葛\u{E0100}城", "葛\u{E0100}城"],
    ["क्\u200B\u200Dष", "क्\u200Dष"],
  ])("%j is read as %j", (text, read) => {
    expect(cleanLine(text)).toBe(read);
    expect(oneLine(30).parse(text)).toBe(read);
  });

  it.each(["a\nb", "a\u2028b", "a\u0085b", "a\tb", "12345678901"])("%j is refused", (text) => {
    expect(oneLine(10).safeParse(text).success).toBe(false);
  });

  it("stays as it is when it is read again, and takes no longer for each character of a long one", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(cleanLine(cleanLine(text))).toBe(cleanLine(text));
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
      }),
    );
    expect(cleanLine(`a${"\u200B \u200D".repeat(20_000)}b`)).toBe("a b");
  });
});

it("of several lines keeps its lines and its spaces", () => {
  expect(manyLines(100).parse("\u200BGate 3\n  Kno\u0308pfe 9.5\u00A0mm\u200E\u2028c\n")).toBe(
    "Gate 3\n  Knöpfe 9.5\u00A0mm\u2028c",
  );
});

it.each([
  ["O’Brien", "O'Brien", "o`brien", "O\u02BCBrien", "O\u200B’Brien"],
  ["ND–26021", "ND-26021", "nd\u201126021", "ND\u00AD-26021", "ＮＤ－２６０２１"],
  ["Twin button, horn, 15 mm", "twin  button, horn, 15\u00A0mm", "Twin button, horn, 15 mm\u200D"],
  ["Knöpfe König", "Kno\u0308pfe Ko\u0308nig"],
  ["“Gold” rivet", '"gold" rivet'],
  ["क्\u200Dष", "क्ष"],
  ["١٢٣", "123"],
])("%j looks the same as %j", (first, ...others) => {
  for (const other of others) expect(foldText(other)).toBe(foldText(first));
});

it.each([
  ["Knöpfe", "Knopfe"],
  ["Ring 15", "Ring 16"],
  ["O'Brien", "OBrien"],
])("%j does not look the same as %j", (first, other) => expect(foldText(first)).not.toBe(foldText(other)));

it.each([
  ["٠٥٠١٢٣٤٥٦٧", "0501234567"],
  ["০১৭১১১২৩৪৫৬", "01711123456"],
  ["۰۱۲۳۴۵۶۷۸۹", "0123456789"],
  ["＋８１ ９０", "＋81 90"],
  ["𝟘𝟙𝟿𝟬", "0190"],
  ["०१९ a½", "019 a½"],
])("the digits of %j are %j", (text, folded) => expect(foldDigits(text)).toBe(folded));

it.each([
  ['="003"', "003"],
  ["'003", "003"],
  ['=""', ""],
  ["'tis", "'tis"],
  ["=1+1", "=1+1"],
  ["003", "003"],
])("the cell %j is %j", (cell, text) => expect(unmarkText(cell)).toBe(text));
