import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readArticle } from "#app/contract/article.ts";
import { checkRows, describeReplaced, type Match } from "./paste.rules.ts";
import { mendPaste, readPaste } from "./paste.ts";

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
  const number = readArticle(article)?.number;
  const trim = trims.find((one) => one.number === number || one.name.toLowerCase() === article.toLowerCase()) ?? null;
  return { trim, nearest: trim ? null : { _id: "id-3", number: 3, name: "Domed rivet, antique brass, 9.5 mm" } };
}

function judge(text: string, present: Record<string, number> = {}) {
  const { rows } = readPaste(text);
  const matches = new Map(rows.map(({ article }) => [article, find(article)]));
  return checkRows(rows, matches, new Map(Object.entries(present)));
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
    ["numbers that spreadsheets mark", '="055"\t4000\n003.0\t\'30000'],
    ["a space between them", "055 4000\n003 30 000"],
    ["a line that says what parts them", "sep=;\r\nArticle;Pieces\r\n055;4000\r\n3;30000"],
    ["a line that says so after a mark", '\uFEFF"sep=|"\n055|4000\n3|30000'],
    ["numbers before names", "No. 055 Trim 55\t4000\n003 Domed rivet, antique brass, 9.5 mm\t30000"],
    ["two columns that begin alike", "Art. No.\tQty/box\tQty\n055\t100\t4000\n003\t5000\t30000"],
    ["the pieces in a box, after the order", "Art. No.\tQty\tQty per box\n055\t4000\t100\n003\t30000\t5000"],
    ["money beside them", "Art. No.\tAmount\tQty\n055\t1,250.00\t4000\n003\t9\t30000"],
    ["a price for each", "Art. No.\tPrice per piece\tQty\n055\t1\t4000\n003\t9\t30000"],
    ["a German head", "Pos.\tArt.-Nr.\tBezeichnung\tMenge\tME\n1\t055\tNiete\t4000\tStück\n2\t003\tNiete\t30.000\tStk"],
    ["a short German head", "Nr.;Menge\n055;4000\n3;30000"],
    ["a compound head", "Artikelnummer;Artikelbezeichnung;Stückzahl\n055;Niete;4000\n3;Niete;30000"],
    ["a French head", "Réf.\tDésignation\tQuantité\n055\tRivet\t4000\n3\tRivet\t30000"],
    ["a head that counts pieces after all", "Item no.\tNo. of pieces\n055\t4000\n3\t30000"],
    ["a title above the head", "Bill of materials\n\nArticle\tQty\n055\t4000\n3\t30000"],
    ["three columns without a head", "055\tTrim\t4000\n3\tRivet, brass\t30000"],
    ["units without a head", "055\t4000\tpcs\n3\t30000\tPCS"],
    ["names without a head", "Trim 55\t4000\tPCS\nDomed rivet, antique brass, 9.5 mm\t30000\tpcs"],
    ["line breaks inside of cells", '"Trim\n55"\t4000\n3\t30000'],
    ["quoted cells after spaces", '055, "4,000"\n3, "30,000"'],
    ["characters that cannot be seen", "055\u200b\t4000\u200b\n\u20603\t30000\u00a0"],
  ])("are read with %s", (_, text) => expect(said(text)).toEqual(["add 55 4000", "add 3 30000"]));

  it("are counted as in the spreadsheet", () => {
    expect(judge("Article\tPieces\n\n055\t4000\n\n3\t5").map(({ row }) => row)).toEqual([3, 5]);
    expect(judge('"Trim\n55"\t4000\n3\t5').map(({ row }) => row)).toEqual([1, 2]);
  });

  it.each([
    ["12\t30.000", "Is that 30 or 30,000? Write it without the point."],
    ["Domed rivit\t5000", "No trim has this name. The nearest is No. 003."],
    ["999\t5000", "No trim has this number. The nearest is No. 003."],
    ["55\t4.000", "Only 4,000 can be ordered."],
    ["Art. No.\tQty/box\n003\t5000", "Which column holds the pieces?"],
    ["Art. No.\tAmount\n003\t1,250.00", "Which column holds the pieces?"],
    ["Art. No.\tQty\tTotal qty\n003\t5000\t20000", "Which column holds the pieces?"],
    ["Item\tItem\tQty\n003\t55\t20000", "Which column names the trim?"],
    ["003\t144\t20000", "Which column names the trim?"],
    ["Domed rivet\tblue\t20000", "Which column names the trim?"],
    ["Article,Pieces\n055,4,000,1", "Which of these are the pieces? Put a tab or a semicolon before them."],
    ["Article\tPieces\n055\t4000\tblue", "More cells than the header row"],
    ["Art. No.\tQty\tUnit\n003\t10\tset", "How many pieces are in one “set”? Write the pieces."],
    ["Art. No.\tQty\tUnit\n003\t10\tm", "How many pieces are in one “m”?"],
    ["12 500", "How many pieces?"],
    ["003", "How many pieces?"],
    ["54\t400", "260 in stock, below the minimum of 1,000."],
    ["55\t400", "Minimum order is 1,000, 600 more."],
    ["55\t60000", "50,000 in stock, 10,000 short."],
    ["55", "How many pieces?"],
    ["\t4000", "Which trim? Write its number or name."],
    ["Trim, 12,500", "Is that 12,500 or 500? Put a tab or a semicolon before the pieces."],
    ['"55\t4000', "No trim has this number. The nearest is No. 003."],
    ["4000\t055", "Please write the pieces without a zero in front"],
  ])("%j are refused: %s", (text, message) => expect(said(text)).toEqual([message]));

  it("refuse two rows with one trim, both of them", () => {
    expect(said("55\t4000\n3\t30000\nTrim 55\t5000")).toEqual([
      "Row 3 names the same trim.",
      "add 3 30000",
      "Row 1 names the same trim.",
    ]);
  });

  it.each([
    ["2,579\tDZN", 30_948, "2,579 DZN = 30,948 pieces"],
    ["30\tGRS", 4320, "30 GRS = 4,320 pieces"],
    ["3\tGG", 5184, "3 GG = 5,184 pieces"],
    ["5\tM", 5000, "5 M = 5,000 pieces"],
    ["2.5\tk", 2500, "2.5 k = 2,500 pieces"],
    ["4000\tPCS", 4000, undefined],
    ["4000 pcs\tPCS", 4000, undefined],
    ["4000\tEA", 4000, undefined],
  ])("%j are counted in the unit of their column, and say so", (cells, pieces, counted) => {
    expect(judge(`Art. No.\tQty\tUnit\n003\t${cells}`)).toMatchObject([{ kind: "add", pieces, counted }]);
  });

  it("are counted in the unit that the head names, unless the cell does", () => {
    const rows = judge("Article\tQty (DZN)\n003\t2,579\n055\t4000 pcs");
    expect(rows).toMatchObject([{ pieces: 30_948, counted: "2,579 DZN = 30,948 pieces" }, { pieces: 4000 }]);
  });

  it("without a unit are refused where others have one", () => {
    expect(said("Article\tQty\tUnit\n003\t250\tDZN\n055\t4000\t")).toEqual(["add 3 3000", "In which unit?"]);
    expect(said("Article\tQty\tUnit\n003\t3000\tpcs\n055\t4000\t")).toEqual(["add 3 3000", "add 55 4000"]);
  });

  it("are read from the columns that somebody chooses", () => {
    const text = "Art. No.\tQty\tTotal qty\n003\t5000\t20000";
    expect(readPaste(text).names).toEqual(["Art. No.", "Qty", "Total qty"]);
    expect(readPaste(text, { pieces: 2 }).rows).toMatchObject([{ article: "003", pieces: 20_000 }]);
    const bare = "7\t003\t144\t20000";
    expect(readPaste(bare).names).toEqual(["Column 1: 7", "Column 2: 003", "Column 3: 144", "Column 4: 20000"]);
    expect(readPaste(bare, { article: 1, pieces: 3 }).rows).toMatchObject([{ article: "003", pieces: 20_000 }]);
  });

  it.each([
    ["tabs", "\t"],
    ["commas", ","],
    ["semicolons", ";"],
  ])("do not disappear behind a quotation mark, between %s", (_, sign) => {
    const more = Array.from({ length: 98 }, (_, at) => ["3", `5" rivet ${at}`, "30000"].join(sign));
    const text = ["Article,Name,Qty".replaceAll(",", sign), `055${sign}"Gold" rivet${sign}4000`, ...more].join("\n");
    const { rows } = readPaste(text);
    expect(rows).toHaveLength(99);
    expect(rows[0]).toMatchObject({ article: "055", pieces: 4000 });
    expect(rows[98]).toMatchObject({ row: 100, article: "3", pieces: 30_000 });
    expect(readPaste(text.replace('"Gold" rivet', '"Gold rivet')).rows).toHaveLength(99);
  });

  it("replace what is on the sheet already, and say so", () => {
    const [row] = judge("55\t30,000", { "id-55": 24_000 });
    expect(row).toMatchObject({ kind: "replace", had: 24_000, pieces: 30_000 });
    expect(row?.kind === "replace" && describeReplaced(row)).toBe("On the sheet already: 24,000 becomes 30,000");
  });

  it.each([
    ["a number that may be another", "55\t20.000", "It is 20,000", "add 55 20000"],
    ["too few", "Article;Qty\r\n55;400\r\n", "Make it 1,000", "add 55 1000"],
    ["too many", '"55","60,000"', "Take 50,000", "add 55 50000"],
    ["too few dozens", "Article\tUnit\tQty\n55\tDZN\t5", "Make it 1,000", "add 55 1000"],
    ["too few gross", "55\t5 gross", "Make it 1,000", "add 55 1000"],
    ["too few after a space", "055 400", "Make it 1,000", "add 55 1000"],
    ["a name with an error", "Domed rivit\t5000", "Use that one", "add 3 5000"],
    ["the same trim twice, added up", "55\t4000\nTrim 55\t5000", "Add both", "add 55 9000"],
    ["the same trim twice, one of them", "55\t4000\nTrim 55\t5000", "Keep 4,000", "add 55 4000"],
  ])("are mended by one press: %s", (_, text, press, outcome) => {
    const [row] = judge(text);
    const remedy = row && "remedies" in row ? row.remedies.find(({ says }) => says === press) : undefined;
    if (!remedy) throw new Error(`nothing says ${press}`);
    expect(said(mendPaste(text, readPaste(text).rows, remedy.mend))).toEqual([outcome]);
  });

  it("leave the sheet as it is, or come on top of it, by one press", () => {
    const text = "3\t30000\n55\t30,000";
    const mends = judge(text, { "id-55": 4000 }).flatMap((row) =>
      row.kind === "replace" ? row.remedies.map(({ mend }) => mendPaste(text, readPaste(text).rows, mend)) : [],
    );
    expect(mends).toEqual(["3\t30000", "3\t30000\n55\t34000"]);
  });

  it.each([
    ["Article\tPieces\r\n055\t4000\r\n3\tx\r\n12\t4000", "Article\tPieces\r\n3\tx"],
    ["sep=;\n055;4000\n3;x\n", "sep=;\n3;x\n"],
    ["3;x", "3;x"],
    ["055;4000", ""],
  ])("%j leave %j when the good ones are taken", (text, left) => {
    const good = judge(text).filter((row) => "pieces" in row);
    expect(mendPaste(text, readPaste(text).rows, { drop: good.map(({ row }) => row) })).toBe(left);
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
          const plain = (part: string) => part.replace(/[",; \t]/g, "");
          const isOwn = (line: string) =>
            plain(line).includes(plain(shown.written)) && plain(line).includes(plain(shown.article));
          expect(own.some(isOwn)).toBe(true);
          expect(shown.trim).toEqual(find(shown.article).trim);
          const digits = shown.written.replace(/\D/g, "").replace(/^0+/, "");
          if (shown.counted) expect(shown.counted).toMatch(/ = [\d,]+ pieces$/);
          else expect(digits.startsWith(String(shown.pieces))).toBe(true);
          expect(shown.pieces).toBeGreaterThanOrEqual(shown.trim?.moq ?? 0);
          expect(shown.pieces).toBeLessThanOrEqual(shown.trim?.quantity ?? 0);
        }
      }),
      { numRuns: 300 },
    );
  });
});
