import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeRows, type Match, tellReplaced } from "./paste.rules.ts";
import { readPaste } from "./paste.ts";

const trims = [3, 12, 54, 55].map((number) => ({
  _id: `id-${number}`,
  number,
  name: number === 3 ? "Domed rivet, antique brass, 9.5 mm" : `Trim ${number}`,
  img: "",
  moq: number === 12 ? 24 : 1000,
  quantity: number === 54 ? 260 : 50_000,
  price: "0.0225",
  priceBreaks: [],
}));

/** As the catalogue answers: by number or exact name. */
function find(article: string): Match {
  const number = Number(/^(?:(?:no|art)\.? ?)?(\d{1,9})$/i.exec(article)?.[1] ?? Number.NaN);
  const trim = trims.find((one) => one.number === number || one.name.toLowerCase() === article.toLowerCase()) ?? null;
  return { trim, nearest: trim ? null : { _id: "id-3", number: 3, name: "Domed rivet, antique brass, 9.5 mm" } };
}

function judge(text: string, present: Record<string, number> = {}) {
  const rows = readPaste(text);
  const matches = new Map(rows.map(({ article }) => [article, find(article)]));
  return judgeRows(rows, matches, new Map(Object.entries(present)));
}

const said = (text: string, present?: Record<string, number>) =>
  judge(text, present).map((row) =>
    "pieces" in row ? `${row.kind} ${row.trim?.number} ${row.pieces}` : row.kind === "bad" && row.message,
  );

describe("rows that are pasted", () => {
  it.each([
    ["tabs", "055\t4000\n3\t30000"],
    ["semicolons", "055;4000\r\n3;30000\r\n"],
    ["commas", "055,4000\n3,30000"],
    ["Mac line ends", "055\t4000\r3\t30000\r"],
    ["a byte order mark", "\uFEFF055;4000\n3;30000"],
    ["a head line", "Article;Pieces\n055;4000\n3;30000"],
    ["other columns that a head line names", "Pos;Qty;Article no;Remark\n1;4000;055;blue\n2;30000;3;"],
    ["lines that a column counts", "No;Article;Qty\n1;055;4000\n2;3;30000"],
    ["items that a column counts", "Item\tPieces\tArt. no.\n10\t4000\t055\n20\t30000\t3"],
    ["names beside their numbers", "Name\tItem no.\tPieces\nOur own word\t055\t4000\nAnother\t3\t30000"],
    [
      "names beside what a column counts",
      "No\tName\tQty\n3\tTrim 55\t4000\n55\tDomed rivet, antique brass, 9.5 mm\t30000",
    ],
    ["quotation marks", '"055","4,000"\n"3","30,000"'],
    ["blank rows", "\n055\t4000\n\n\t\n3\t30000\n\n"],
    ["columns that are empty at the end", "055\t4000\t\t\n3\t30000\t"],
    ["thousands", "055\t4,000\n3\t30 000"],
    ["thousands between commas", "055,4,000\n3,30,000"],
    ["units", "055\t4000 pcs\n3\t30000 pieces"],
    ["names", "Trim 55\t4000\ndomed rivet, antique brass, 9.5 mm\t30000"],
    ["names with commas between commas", "Trim 55,4000\nDomed rivet, antique brass, 9.5 mm,30000"],
    ["other ways to write a number", "No. 055\t4000\nArt. 3\t30000"],
  ])("are read with %s", (_, text) => expect(said(text)).toEqual(["add 55 4000", "add 3 30000"]));

  it("are counted as in the spreadsheet", () => {
    expect(judge("Article\tPieces\n\n055\t4000\n\n3\t5").map(({ row }) => row)).toEqual([3, 5]);
  });

  it.each([
    ["55\t20.000", "Is that 20 or 20,000? Write it without the point."],
    ["Domed rivit\t5000", "No trim has this name. The nearest is No. 003."],
    ["999\t5000", "No trim has this number. The nearest is No. 003."],
    ["54\t400", "260 in stock, below the minimum of 1,000."],
    ["55\t400", "Minimum order is 1,000, 600 more."],
    ["55\t60000", "50,000 in stock, 10,000 short."],
    ["55", "How many pieces?"],
    ["\t4000", "Which trim? Write its number or name."],
    ["55\t4000\tblue", "More than two columns"],
    ["Trim, 12,500", "Is that 12,500 or 500? Put a tab or a semicolon before the pieces."],
    ['"55\t4000', "A quotation mark is not closed here"],
    ["4000\t055", "Please write the pieces without a zero in front"],
  ])("%j are refused: %s", (text, message) => expect(said(text)).toEqual([message]));

  it("refuse two rows with one trim, both of them", () => {
    expect(said("55\t4000\n3\t30000\nTrim 55\t5000")).toEqual([
      "Row 3 names the same trim. Keep one of them.",
      "add 3 30000",
      "Row 1 names the same trim. Keep one of them.",
    ]);
  });

  it("replace what is on the sheet already, and say so", () => {
    const [row] = judge("55\t30,000", { "id-55": 24_000 });
    expect(row).toMatchObject({ kind: "replace", had: 24_000, pieces: 30_000 });
    expect(row?.kind === "replace" && tellReplaced(row)).toBe("On the sheet already: 24,000 becomes 30,000");
  });

  it("stop at a full sheet", () => {
    const present = Object.fromEntries(Array.from({ length: 199 }, (_, at) => [`other-${at}`, 1]));
    expect(said("55\t4000\n3\t30000", present)).toEqual([
      "add 55 4000",
      "The sheet is full: it has room for 200 lines.",
    ]);
  });
});

describe("300 broken pastes", () => {
  const article = fc.constantFrom(
    "055",
    "55",
    "3",
    "No. 3",
    "Trim 12",
    "Domed rivet, antique brass, 9.5 mm",
    "Rivit",
    "",
  );
  const pieces = fc.oneof(
    fc.nat({ max: 60_000 }).map(String),
    fc.constantFrom("20,000", "20.000", "4 000", "1,500 pcs", "-5", "1e3", "", "x", "2,0", "30'000"),
    fc.string({ maxLength: 6 }),
  );
  const sign = fc.constantFrom("\t", ";", ",", '"', "\t\t", " ");
  const end = fc.constantFrom("\n", "\r\n", "\r", "\n\n");
  const row = fc.tuple(article, sign, pieces, fc.constantFrom("", '"', "\tx", ";"), end).map((parts) => parts.join(""));
  const broken = fc
    .tuple(fc.constantFrom("", "\uFEFF", "Article\tPieces\n", '"', "Qty;No\n"), fc.array(row, { maxLength: 12 }))
    .map(([head, rows]) => head + rows.join(""));

  it("never take a line that was not shown", () => {
    fc.assert(
      fc.property(broken, (text) => {
        const rows = judge(text);
        const taken = rows.filter((shown) => "pieces" in shown);
        expect(new Set(taken.map(({ trim }) => trim?._id)).size).toBe(taken.length);
        expect(new Set(rows.map(({ row: number }) => number)).size).toBe(rows.length);
        const lines = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
        for (const shown of taken) {
          // What is shown stands in that row (a quotation mark may join two), and names that trim and that many pieces.
          const own = text.includes('"') ? lines : [lines[shown.row - 1] ?? ""];
          const letters = (part: string) => part.replace(/[",; \t]/g, "");
          const isOwn = (line: string) =>
            line.includes(shown.written) && letters(line).includes(letters(shown.article));
          expect(own.some(isOwn)).toBe(true);
          expect(shown.trim).toEqual(find(shown.article).trim);
          expect(shown.written.replace(/\D/g, "").replace(/^0+/, "").startsWith(String(shown.pieces))).toBe(true);
          expect(shown.pieces).toBeGreaterThanOrEqual(shown.trim?.moq ?? 0);
          expect(shown.pieces).toBeLessThanOrEqual(shown.trim?.quantity ?? 0);
        }
      }),
      { numRuns: 300 },
    );
  });
});
