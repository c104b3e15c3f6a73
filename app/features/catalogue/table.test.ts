import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import { readTable } from "./table.server.ts";

const read = (text: string) => readTable(new TextEncoder().encode(text));
const cells = (table: Awaited<ReturnType<typeof readTable>>) =>
  table.rows.map(({ row, cells }) => [row, ...cells.values()]);

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"));

describe("a table as spreadsheets write it", () => {
  it.each<[string, Uint8Array | string]>([
    ["RFC 4180", "number,name\r\n1,Rivet\r\n2,Label\r\n"],
    ["without an end of the last line", "number,name\r\n1,Rivet\r\n2,Label"],
    ["with a mark of UTF-8", "\uFEFFnumber,name\n1,Rivet\n2,Label\n"],
    ["with semicolons", "number;name\n1;Rivet\n2;Label\n"],
    ["with tabs", "number\tname\n1\tRivet\n2\tLabel\n"],
    ["as “Unicode text”", utf16("number\tname\r\n1\tRivet\r\n2\tLabel\r\n")],
    ["by an old Mac", "number,name\r1,Rivet\r2,Label\r"],
    ["with both ends of lines", 'number,name\r\n1,Rivet\n2,"Label"\r\n'],
    ["with quoted text", '"number","name"\n"1","Rivet"\n"2","Label"\n'],
    ["with empty columns and lines at its end", "number,name,,\n1,Rivet,,\n2,Label,,\n,,,\n,,,\n"],
    ["with heads of another case", "Number, NAME \n1,Rivet\n2,Label\n"],
  ])("%s", async (_, file) => {
    const table = await (typeof file === "string" ? read(file) : readTable(file));
    expect(table.faults).toEqual([]);
    expect(cells(table)).toEqual([
      [2, "1", "Rivet"],
      [3, "2", "Label"],
    ]);
  });

  it("keeps what quotation marks hold, and takes away the guard against formulas", async () => {
    const table = await read(`number,name\n1,"Two\r\nlines; ""one"", \ttab"\n2,"'=SUM(A1)"\n3,"'tis"\n`);
    expect(cells(table).map(([, , name]) => name)).toEqual(['Two\nlines; "one", \ttab', "=SUM(A1)", "'tis"]);
  });

  it("counts its rows as a spreadsheet does, blank ones too, and fills up short ones", async () => {
    const table = await read('number,name,line\n\n1,"a\nb"\n\n2,c,d\n');
    expect(table.total).toBe(2);
    expect(cells(table)).toEqual([
      [3, "1", "a\nb", ""],
      [5, "2", "c", "d"],
    ]);
  });

  it.each([
    ["Excel's line about the separator", "sep=;\nnumber;name\n1;Rivet\n", 3],
    ["the same in quotation marks", '"sep=,"\r\nnumber,name\r\n1,Rivet\r\n', 3],
    ["blank lines", "\n ;\nnumber;name\n1;Rivet\n", 4],
    ["a title", "Price list, winter\n\nnumber\tname\n1\tRivet\n", 4],
  ])("skips %s above the heads", async (_, text, row) => {
    const table = await read(text);
    expect(table.faults).toEqual([]);
    expect(cells(table)).toEqual([[row, "1", "Rivet"]]);
  });

  it("reads spaces before a quotation mark, and text that has one after a word", async () => {
    const table = await read('number,price,name\n1, "0.0421", "a, ""b"""\n2,1, "Gold" rivet\n3,"=""003""",\'007\n');
    expect(table.faults).toEqual([]);
    expect(cells(table)).toEqual([
      [2, "1", "0.0421", 'a, "b"'],
      [3, "2", "1", ' "Gold" rivet'],
      [4, "3", "003", "007"],
    ]);
  });

  it.each([
    ["MacRoman", [0x63, 0x61, 0x66, 0x8e], "café"],
    ["GB18030", [0xc0, 0xb6], "蓝"],
    ["Windows-1250", [0xb3, 0xbf], "łż"],
    ["Shift_JIS", [0x90, 0xc2], "青"],
  ] as const)("is read as %s when asked to", async (encoding, bytes, text) => {
    const table = await readTable(new Uint8Array([...Buffer.from("number,name\n1,"), ...bytes, 10]), { encoding });
    expect(table).toMatchObject({ encoding, faults: [] });
    expect(cells(table)).toEqual([[2, "1", text]]);
  });

  it("says that it was read by the Windows code page", async () => {
    const table = await readTable(new Uint8Array([...Buffer.from("number,name\n1,"), 0xe9, 10]));
    expect(table).toMatchObject({ encoding: "Windows-1252", faults: [] });
    expect(cells(table)).toEqual([[2, "1", "é"]]);
  });

  it("finds a torn row in a file of many parts", async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `${at + 1},"Item, ""number"" ${at + 1}"`);
    const whole = await read(`number,name\n${rows.join("\n")}\n`);
    expect(whole).toMatchObject({ total: 20_000, faults: [] });
    expect(whole.rows.at(-1)?.cells.get("name")).toBe('Item, "number" 20000');
    rows[15_000] = '15001,"Item "number" 15001"';
    const torn = await read(`number,name\n${rows.join("\n")}\n`);
    expect(torn.total).toBe(20_000);
    expect(torn.faults).toMatchObject([{ row: 15_002, column: "name" }]);
  });

  // Before, this header was compared with every name of a column, letter by letter, for minutes.
  it.each([
    ["a later", 'number,name,"price', "C"],
    ["the first", '"number,name,price', "A"],
  ])("names the quotation mark that %s cell of the header opens and never closes", async (_, header, column) => {
    const table = await read(`${header}\n${"1,Rivet,2.00\n".repeat(600_000)}`);
    expect(table.rows).toEqual([]);
    expect(table.faults).toMatchObject([{ row: 1, column, message: expect.stringContaining("never closed") }]);
  });

  // Papa Parse needs half a minute to several for each of these.
  it.each([
    ["marks before spaces", `number,name\n1,"${'"x'.repeat(60_000)}${" ".repeat(120_000)},5\n`, 2, "never closed"],
    [
      "marks before spaces in its header",
      `number,"${'"x'.repeat(60_000)}${" ".repeat(120_000)},5\n`,
      1,
      "never closed",
    ],
    ["marks in one cell", `number,name\n1,"${'"x'.repeat(3_500_000)}\n`, 2, "never closed"],
    ["blank rows", `number,name\n${"\n".repeat(7_000_000)}`, 20_002, "At most 20000 rows"],
    [
      "columns",
      `number,${Array.from({ length: 800_000 }, (_, at) => `n${at}`).join()}\n1,a\n`,
      1,
      "At most 200 columns",
    ],
  ])("refuses a file of many %s at once", async (_, file, row, message) => {
    const table = await read(file);
    expect(table.rows).toEqual([]);
    expect(table.faults).toMatchObject([{ row, message: expect.stringContaining(message) }]);
  });

  it("reads spaces after a closing quotation mark, at the end of the file, too", async () => {
    const table = await read('"number" ,"name"\n1,"a" \n2 , "b" ');
    expect(table.faults).toEqual([]);
    expect(cells(table)).toEqual([
      [2, "1", "a"],
      [3, "2 ", "b"],
    ]);
  });

  it("reads a last row of empty cells as a blank one", async () => {
    const table = await read("number,name,price\n1,Rivet\n,");
    expect(table.faults).toEqual([]);
    expect(cells(table)).toEqual([[2, "1", "Rivet", ""]]);
  });
});

it.each([
  ["quotation marks", '"'.repeat(4_000_000)],
  ["a single long row", `1${",x".repeat(2_000_000)}`],
])("lets others have their turn while it reads millions of %s", async (_, row) => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const bytes = new TextEncoder().encode(`number,name\n${row}\n`);
  delay.enable();
  const before = performance.now();
  await readTable(bytes);
  const tookMs = performance.now() - before;
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(Math.max(400, tookMs / 2));
});
