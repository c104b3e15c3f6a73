import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { decodeCsv, guard, toCell, toLine, unguard } from "./csv.ts";

const formula = /^\s*[=+\-@|%＝＋－＠]/;

/**
 * The same inside a text, where digits after a plus are a number, also with a comma, and what follows is no formula.
 */
const inside = /^(?!\+[0-9]+(?:,|$))\s*[=+\-@|%＝＋－＠]/;

/**
 * Reads a file as Excel does where semicolons separate cells: quotation marks count only at the beginning of a cell.
 */
function partAt(delimiter: string, text: string): string[][] {
  const lines: string[][] = [[]];
  const end = `[^${delimiter}\\r\\n]*`;
  const cell = new RegExp(`(?:"((?:[^"]|"")*)(?:"|$))?(${end})(${delimiter}|\\r\\n|\\r|\\n|$)`, "y");
  while (cell.lastIndex < text.length) {
    const [, quoted = "", rest = "", parted] = cell.exec(text) ?? [];
    lines.at(-1)?.push(quoted.replaceAll('""', '"') + rest);
    if (parted !== delimiter) lines.push([]);
  }
  return lines;
}

/** Texts of the characters that matter here, and of any others. */
const texts = fc.oneof(
  fc.string({
    unit: fc.constantFrom("'", "=", "+", "-", "@", "%", " ", "\t", "\n", '"', ",", ";", "1", "a"),
    maxLength: 8,
  }),
  fc.string({ unit: "grapheme" }),
);

describe("a cell", () => {
  it.each([
    ["=HYPERLINK(1)", `"'=HYPERLINK(1)"`],
    ["+4790512345", '"+4790512345"'],
    ["+1+2", `"'+1+2"`],
    ["+1\t=2", `"'+1\t'=2"`],
    ["-1+2", `"'-1+2"`],
    ["@SUM(A1)", `"'@SUM(A1)"`],
    ["\t=1", `"'\t'=1"`],
    ["\r=1", `"'\r'=1"`],
    ["  =1", `"'  =1"`],
    ["＝1", `"'＝1"`],
    ["'=1", `"''=1"`],
    ["a;=1+1;b", `"a;'=1+1;b"`],
    ['a; "=1+1&";b', `"a;' ""=1+1&"";b"`],
    ["a\n-1\r\n@b\tc", `"a\n'-1\r\n'@b\tc"`],
    ["'tis", `"'tis"`],
    ['say "hi"', '"say ""hi"""'],
    ["two\nlines, one cell", '"two\nlines, one cell"'],
    [12, "12"],
    [null, ""],
    [{ label: "00451" }, '"=""00451"""'],
    [{ label: "+8801711123456" }, '"=""+8801711123456"""'],
    [{ label: "4500227100000000123" }, '"=""4500227100000000123"""'],
    [{ label: "1E10" }, '"=""1E10"""'],
    [{ label: "3-4" }, '"=""3-4"""'],
    [{ label: "2026-05" }, '"=""2026-05"""'],
    [{ label: "5/8" }, '"=""5/8"""'],
    [{ label: "20. Nov" }, '"=""20. Nov"""'],
    [{ label: "May 26" }, '"=""May 26"""'],
    [{ label: "Marching band 27" }, '"Marching band 27"'],
    [{ label: "+1+2" }, `"'+1+2"`],
    [{ label: "P-4711" }, '"P-4711"'],
    [{ label: '5"=1' }, '"5""=1"'],
    [{ label: null }, ""],
  ])("of %j is written as %s", (value, cell) => {
    expect(toCell(value)).toBe(cell);
  });

  it("is never a formula, and gives its text back whatever it is", () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1 }), (row) => {
        const { data } = Papa.parse<string[]>(toLine(row).trimEnd(), { delimiter: ",", newline: "\r\n" });
        expect(data[0]?.map(unguard)).toEqual(row);
        for (const cell of data[0] ?? []) expect(formula.test(cell) && !/^\+[0-9]+$/.test(cell)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it("is no formula either where a spreadsheet parts cells by semicolons or tabs", () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1 }), fc.constantFrom(";", "\t"), (row, delimiter) => {
        for (const line of partAt(delimiter, toLine(row))) for (const cell of line) expect(cell).not.toMatch(inside);
      }),
      { numRuns: 2000 },
    );
  });

  it("takes no longer for each letter of a long text", () => {
    const long = `${"\n".repeat(100_000)}${"; ".repeat(100_000)}${";".repeat(100_000)}`;
    expect(unguard(guard(long))).toBe(long);
  });

  it("that nobody guarded stays as it is", () => {
    for (const text of ["'", "'a", "a'=1", "", "'+47905"]) expect(unguard(text)).toBe(text);
    expect(unguard(guard("'+47905"))).toBe("'+47905");
  });
});

describe("the bytes of a file", () => {
  const utf16 = (text: string, isBig = false) =>
    new Uint8Array(
      [...`\uFEFF${text}`].flatMap((sign) => {
        const code = sign.charCodeAt(0);
        return isBig ? [code >> 8, code & 255] : [code & 255, code >> 8];
      }),
    );

  it.each([
    ["UTF-8", new TextEncoder().encode("é;1")],
    ["UTF-8", new TextEncoder().encode("\uFEFFé;1")],
    ["UTF-16", utf16("é;1")],
    ["UTF-16", utf16("é;1", true)],
    ["Windows-1252", new Uint8Array([0xe9, 0x3b, 0x31])],
  ])("are read as %s", (encoding, bytes) => {
    expect(decodeCsv(bytes)).toEqual({ text: "é;1", encoding });
  });

  it("of a workbook are refused", () => {
    expect(decodeCsv(new Uint8Array([0x50, 0x4b, 3, 4]))).toEqual({
      fault: "This is a workbook. Please save it as CSV first.",
    });
  });
});
