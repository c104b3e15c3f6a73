import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addTotals, formatPieces, formatTotal, formatUnitPrice, totalPrice } from "#app/contract/money.ts";
import { openFonts } from "#app/platform/pdf/fonts.server.ts";
import type { Paper } from "#app/platform/pdf/sheet.server.ts";
import { readSeller } from "#app/platform/seller-env.server.ts";
import catalogue from "#db/catalogue.json" with { type: "json" };
import { findAll, readPdf } from "#test/pdf.ts";
import { toSeller } from "./documents.server.ts";
import type { DocumentFacts, DocumentLine, Kind } from "./facts.ts";
import { printDocuments } from "./print.server.ts";
import { findTax } from "./tax.rules.ts";

const fonts = await openFonts();

const buyer: DocumentFacts["buyer"] = {
  name: "Astrid Lindqvist",
  company: "Norrland Denim AB",
  email: "buyer@norrland-denim.example",
  phone: "+46855512080",
  address: "Vävaregatan 14\n903 26 Umeå",
  country: "Sweden",
};

function buildFacts(kind: Kind, lines: number, about: Partial<DocumentFacts> = {}): DocumentFacts {
  return {
    kind,
    number: kind === "invoice" ? "2026-00001" : "S-31",
    of: "Sheet S-31",
    at: "2026-11-21T09:00:00.000Z",
    day: "2026-11-21",
    dueOn: "2026-12-21",
    wantedOn: "2027-01-18",
    poNumber: "4500-2271",
    seller: toSeller({ seller: readSeller({ PAPER: "A4" }, true), contact: "orders@rivet-and-reed.example" }),
    buyer,
    shipment: { carrier: "Nordlink Freight", trackingNumber: "NL 4471" },
    note: "Please pack the buttons and rivets together.",
    lines: Array.from({ length: lines }, (_, at) => buildLine(at)),
    ...about,
  };
}

/** Prices of the catalogue and pieces that leave parts of cents. */
function buildLine(at: number): DocumentLine {
  const { name, price } = catalogue[at % catalogue.length] ?? { name: "", price: "0" };
  const pieces = 1001 + at * 37;
  const unitPrice = totalPrice(String(price), 1);
  const article = (at % 107) + 1;
  return {
    order: 1042 + at,
    article,
    item: name,
    line: "Rivets",
    pieces,
    packingUnit: 500,
    unitPrice,
    total: totalPrice(unitPrice, pieces),
  };
}

const print = async (facts: DocumentFacts, paper: Paper = "A4") => readPdf(await printDocuments([facts], paper, fonts));

/** Spaces that may not break are spaces to a reader. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

const squeeze = (text: string) => text.replace(/\s/g, "").normalize();

const all = Array.from({ length: 0x3000 }, (_, at) => String.fromCodePoint(at));
await fonts.load("text", all);
const printable = all.filter((one) => {
  const codePoint = one.codePointAt(0) ?? 0;
  return fonts.find("text", codePoint) !== undefined;
});
/** Words of letters and marks that our fonts have, each in one script. */
const words = ["Arabic", "Bengali", "Devanagari"].map((script) => {
  const own = printable.filter((one) => new RegExp(`\\p{scx=${script}}`, "u").test(one));
  const characters = fc.constantFrom(...own.filter((one) => /\p{L}/u.test(one)));
  const marks = fc.constantFrom(...own.filter((one) => /\p{M}/u.test(one)));
  const syllable = fc.tuple(characters, fc.array(marks, { maxLength: 2 }));
  return fc.array(syllable, { minLength: 1, maxLength: 12 }).map((word) => word.flat(2).join(""));
});

const kinds = ["confirmation", "proforma", "invoice", "packing"] as const;

describe.each(kinds)("the %s", (kind) => {
  it.each([
    [1, "A4", 1],
    [12, "A4", 1],
    [12, "Letter", 1],
    [13, "A4", 2],
  ] as const)(
    "of %i lines on %s takes %i page(s) and says each line as it was ordered",
    async (count, paper, pages) => {
      const facts = buildFacts(kind, count);
      const { elements, sizes } = await print(facts, paper);
      expect(sizes).toHaveLength(pages);
      expectLines(facts, elements);
    },
  );

  it("keeps each number on one line, however large it is", async () => {
    const large = { order: 12_345_678, pieces: 12_000_000, unitPrice: "123.4567", total: "1481480400.0000" };
    const facts = buildFacts(kind, 100);
    const { elements } = await print({ ...facts, lines: facts.lines.map((line) => ({ ...line, ...large })) });
    const said = elements.map(({ text }) => text).join("\n");
    const row = ["12345678", "12,000,000", ...(kind === "packing" ? [] : ["$123.4567", "$1,481,480,400.00"])];
    const sums = ["1,200,000,000", ...(kind === "packing" ? [] : ["$148,148,040,000.00"])];
    for (const number of [...row, ...sums]) expect(said).toContain(number);
    if (kind === "confirmation") expect(findAll(elements, "TR").at(-1)?.text).toMatch(/^100\n/);
    if (kind === "invoice") expect(said).toContain("To pay by 21 December 2026, USD");
  });

  it("of 200 lines repeats its heads, and carries its sums from page to page", async () => {
    const facts = buildFacts(kind, 200);
    const { elements, drawn } = await print(facts);
    expectLines(facts, elements);
    expect(drawn.length).toBeGreaterThan(5);
    const carried: number[] = [];
    for (const [at, text] of drawn.entries()) {
      const words = text.replace(/\s+/g, " ");
      expect(words).toContain(`page ${at + 1} of ${drawn.length}`);
      expect(words).toContain("Item");
      if (at === 0) continue;
      const [, page, lines] = /Carried over from page (\d+), (\d+) lines/.exec(words) ?? [];
      expect(Number(page)).toBe(at);
      carried.push(Number(lines));
      const before = facts.lines.slice(0, Number(lines));
      expect(words).toContain(formatPieces(before.reduce((sum, { pieces }) => sum + pieces, 0)));
      if (kind !== "packing") expect(words).toContain(formatTotal(addTotals(before.map(({ total }) => total))));
    }
    expect(carried[0]).toBe(12);
    expect(carried).toEqual(carried.toSorted((a, b) => a - b));
  });
});

function expectLines(facts: DocumentFacts, elements: Awaited<ReturnType<typeof readPdf>>["elements"]) {
  const rows = findAll(elements, "TR").filter(({ children }) => children.some(({ role }) => role === "TD"));
  expect(rows).toHaveLength(facts.lines.length);
  for (const [at, line] of facts.lines.entries()) {
    const text = plain(rows[at]?.text ?? "");
    const money = facts.kind === "packing" ? [] : [formatUnitPrice(line.unitPrice), formatTotal(line.total)];
    for (const part of [String(line.order), line.item, formatPieces(line.pieces), ...money])
      expect(text).toContain(part);
  }
  const all = elements.map(({ text }) => text).join("\n");
  const pieces = facts.lines.reduce((sum, line) => sum + line.pieces, 0);
  expect(all).toContain(formatPieces(pieces));
  if (facts.kind !== "packing") expect(all).toContain(formatTotal(addTotals(facts.lines.map(({ total }) => total))));
}

describe("a document", () => {
  it.each([
    ["Bengali", { name: "মোহাম্মদ রফিকুল ইসলাম", company: "পদ্মা গার্মেন্টস লিমিটেড", address: "১২/ক শ্যামলী, মিরপুর রোড" }],
    ["Chinese", { name: "王小明", company: "昆明织带有限公司", address: "云南省昆明市五华区翠湖南路128号" }],
    ["Arabic", { name: "محمد عبد الله الحسن", company: "شركة النسيج (المحدودة)", address: "شارع التحرير 14، الدقي" }],
    ["Korean", { name: "김민수", company: "서울 단추 주식회사", address: "서울특별시 중구 세종대로 110" }],
    ["Thai and Khmer", { name: "สมชาย ใจดี", company: "រោងចក្រកាត់ដេរ", address: "ถนนสุขุมวิท 21, ភ្នំពេញ" }],
    ["Hebrew", { name: "דוד כהן", company: "כפתורים בעמ", address: "רחוב הרצל 5, תל אביב" }],
    ["Tamil and Sinhala", { name: "முருகன்", company: "බොත්තම් සමාගම", address: "திருப்பூர் 4, කොළඹ" }],
    ["Armenian, Georgian and Ethiopic", { name: "Անի Գրիգորյան", company: "თბილისი ღილი", address: "አዲስ አበባ" }],
    ["Greek and Cyrillic", { name: "Νίκος Παπαδόπουλος", company: "ООО «Пуговица»", address: "Łódź, Đường Lê Lợi" }],
  ])("shows a %s name with a glyph for each letter, and gives it back as it was written", async (_, about) => {
    for (const kind of kinds) {
      const facts = buildFacts(kind, 2, { buyer: { ...buyer, ...about } });
      const { elements } = await print(facts);
      const said = findAll(elements, "P").map(({ text }) => text);
      for (const text of Object.values(about)) {
        expect(said).toContain(text);
        for (const face of ["text", "strong"] as const) {
          await fonts.load(face, [text]);
          for (const character of text) {
            const codePoint = character.codePointAt(0) ?? 0;
            const glyph = fonts.find(face, codePoint)?.font.glyphForCodePoint(codePoint);
            expect(glyph?.id, character).toBeGreaterThan(0);
          }
        }
      }
    }
  });

  it.each(["Street 1, فِ", "كَيْفِ", "يوسفِ", "الشريفِ", "ڢِ", "ڣِ", "ڥِ"])(
    "prints %s, though its letter has no place for the mark",
    async (address) => {
      for (const kind of kinds) {
        const { elements } = await print(buildFacts(kind, 1, { buyer: { ...buyer, address } }));
        expect(findAll(elements, "P").map(({ text }) => text)).toContain(address);
      }
    },
  );

  it("shows a box for a letter that no font has, and gives it back as it was written", async () => {
    const address = "မြန်မာ 🙂 Gate 4";
    const { elements, drawn } = await print(buildFacts("packing", 1, { buyer: { ...buyer, address } }));
    expect(findAll(elements, "P").map(({ text }) => text)).toContain(address);
    expect(drawn[0]?.replace(/\s/g, "")).toContain(`${"□".repeat(6)}□Gate4`);
  });

  it("shows nothing for what nobody can see, and keeps the word whole", async () => {
    const address = "Wor\u2060d zero\u200bwidth so\u00adft \u200eLtd\ufe0f";
    const { elements } = await print(buildFacts("packing", 1, { buyer: { ...buyer, address } }));
    expect(findAll(elements, "P").map(({ text }) => text)).toContain("Word zerowidth soft Ltd");
  });

  it("says that we will confirm the order, until it is accepted", async () => {
    for (const isInReview of [true, false]) {
      const { elements } = await print(buildFacts("confirmation", 1, { isInReview }));
      const said = elements.map(({ text }) => text).join("\n");
      expect(said.includes("We will confirm the order.")).toBe(isInReview);
    }
  });

  it("gives a letter back that was first drawn as part of another", async () => {
    const fonts = await openFonts();
    for (const name of ["Ѓѓ", "Г г"]) {
      const facts = buildFacts("packing", 1, { buyer: { ...buyer, name, company: null } });
      const { elements } = await readPdf(await printDocuments([facts], "A4", fonts));
      expect(findAll(elements, "P").map(({ text }) => text)).toContain(name);
    }
  });

  it("prints whatever letters and marks people type, and gives them back", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(...words), { minLength: 1, maxLength: 8 }), async (all) => {
        const address = all.join(" ");
        const { elements } = await print(buildFacts("packing", 1, { buyer: { ...buyer, address } }));
        expect(squeeze(elements.map(({ text }) => text).join(""))).toContain(squeeze(address));
      }),
      { numRuns: 40 },
    );
  });

  it("leaves room for its bar code below our address, however tight its lines are", async () => {
    const address = "Vävaregatan 14\nPort 3\n903 26 Umeå";
    for (const paper of ["A4", "Letter"] as const) {
      const facts = buildFacts("packing", 12, { buyer: { ...buyer, address } });
      const { written, sizes } = await print(facts, paper);
      expect(sizes).toHaveLength(1);
      const heightOf = (text: string) => written.find(({ words }) => words === text)?.y ?? expect.fail(text);
      // The bars begin 46.4 points above the letters of the number.
      expect(heightOf(facts.seller.contact) - heightOf(facts.number)).toBeGreaterThan(46.4 + 5);
    }
  });

  it("breaks names that are too long, and loses none of them", async () => {
    const name = `${"Hohenzollern-Sigmaringen ".repeat(6)}${"x".repeat(50)}`;
    const item = `${"An extra long name of a trim ".repeat(5)}${"y".repeat(55)}`;
    const address = Array.from({ length: 220 }, (_, at) => at).join("\n");
    const lines = Array.from({ length: 12 }, (_, at) => ({ ...buildLine(at), item }));
    const { elements, sizes } = await print(
      buildFacts("confirmation", 12, { buyer: { ...buyer, name, address }, lines }),
    );
    const squeezed = elements
      .map(({ text }) => text)
      .join("")
      .replace(/\s/g, "");
    expect(squeezed).toContain(name.replace(/\s/g, ""));
    expect(squeezed).toContain(address.split("\n").join(","));
    const rows = findAll(elements, "TR").map(({ text }) => text.replace(/\s/g, ""));
    expect(rows.filter((text) => text.includes(item.replace(/\s/g, "")))).toHaveLength(12);
    expect(sizes.length).toBeGreaterThan(1);
  });

  it.each([
    ["of many words", "Please ring the bell at the gate of the mill. ".repeat(21)],
    ["of many lines", "a\n".repeat(499)],
    ["of wide letters without a space", "W".repeat(1000)],
  ])("keeps a long address and a note %s above the foot of its pages, with all that follows", async (_, long) => {
    const words = long.trim();
    for (const kind of ["confirmation", "packing", "invoice"] as const) {
      const facts = buildFacts(kind, 1, { note: words, buyer: { ...buyer, address: words } });
      const { baselines, elements } = await print(facts);
      for (const [foot = 0, lowest = 0] of baselines) {
        expect(foot, kind).toBeGreaterThan(15);
        expect(lowest, kind).toBeGreaterThan(45);
      }
      expect(plain(elements.map(({ text }) => text).join("\n"))).toContain(kind === "packing" ? "Packed by" : "TERMS");
    }
  });

  it("says its title, its language, and what is heading, table, row and picture", async () => {
    const { info, elements } = await print(buildFacts("invoice", 1));
    expect(info).toMatchObject({ Title: "Invoice, 2026-00001, Sheet S-31 : Rivet & Reed", Language: "en" });
    expect(findAll(elements, "H1").map(({ text }) => text)).toEqual(["Invoice"]);
    expect(findAll(elements, "H2").map(({ text }) => text)).toEqual(["BILL TO", "SHIP TO", "HOW TO PAY", "TERMS"]);
    expect(findAll(elements, "Table")).toHaveLength(1);
    expect(findAll(elements, "TH").map(({ text }) => text)).toEqual([
      ...["Order", "Item", "Pieces", "Per piece", "Amount, USD"],
    ]);
    expect(findAll(elements, "Figure").map(({ text }) => text)).toEqual(["Rivet & Reed", "Bar code of 2026-00001"]);
  });

  it("shares a file with others, and counts its own pages", async () => {
    const all = [13, 1, 2].map((lines, at) => buildFacts("packing", lines, { number: `S-${at}`, of: `Sheet S-${at}` }));
    const { drawn, elements, info } = await readPdf(await printDocuments(all, "A4", fonts));
    const feet = [
      "Sheet S-0, page 1 of 2",
      "Sheet S-0, page 2 of 2",
      "Sheet S-1, page 1 of 1",
      "Sheet S-2, page 1 of 1",
    ];
    expect(drawn).toHaveLength(feet.length);
    for (const [at, foot] of feet.entries()) expect(drawn[at]?.replace(/\s+/g, " ")).toContain(foot);
    expect(findAll(elements, "Table").length).toBeGreaterThanOrEqual(3);
    expect(info.Title).toBe("Packing lists of 3 deliveries : Rivet & Reed");
  });

  it.each([
    ["home", { country: "GB", taxNumber: null }, ["Tax 20 %", "$246.91", "$1,481.47"], "No sentence"],
    [
      "abroad",
      { country: "SE", taxNumber: "SE 556677889901" },
      ["Tax 0 %", "$0.00", "$1,234.56"],
      "Export, exempt from tax.",
    ],
  ] as const)("says how it is taxed at %s, with both numbers", async (_, about, sums, sentence) => {
    const seller = toSeller({
      seller: readSeller({ PAPER: "A4", TAX_RATE: "20" }, true),
      contact: "orders@rivet-and-reed.example",
    });
    if (!seller.tax) throw new Error("a demo is registered for tax");
    const facts = buildFacts("invoice", 1, { seller, tax: findTax(seller.tax, about, "1234.56") });
    const { elements } = await print(facts);
    const said = findAll(elements, "P").map(({ text }) => plain(text));
    expect(said).toEqual(expect.arrayContaining([...sums]));
    expect(said.includes(sentence)).toBe(about.country !== "GB");
    const whole = said.join("\n");
    expect(whole).toContain("Tax number GB 000 0001 07");
    expect(whole.includes("Tax number SE 556677889901")).toBe(about.taxNumber !== null);
  });

  it("says a sum below nothing, when what was ordered became less than its discount", async () => {
    const charges = [{ kind: "discount" as const, amount: "1000000.00", reason: "Spring" }];
    for (const kind of ["confirmation", "proforma"] as const) {
      const { elements } = await print(buildFacts(kind, 1, { charges }));
      expect(elements.map(({ text }) => text).join("\n")).toMatch(/Total, USD\n−\$999,\d{3}\.\d\d/);
    }
  });

  it("says the terms of payment where something is to be paid, and how the company is registered", async () => {
    for (const kind of ["confirmation", "proforma", "invoice", "credit-note", "packing"] as const) {
      const facts = buildFacts(kind, 1);
      const said = (await print(facts)).elements.map(({ text }) => plain(text)).join("\n");
      const isTerms = kind !== "credit-note" && kind !== "packing";
      for (const term of facts.seller.terms) expect([kind, said.includes(term)]).toEqual([kind, isTerms]);
      expect(said.includes("TERMS")).toBe(isTerms);
      expect(said).toContain("Company number 00000107, registered in England and Wales");
    }
  });

  it("comes on the paper that is asked for", async () => {
    expect((await print(buildFacts("invoice", 1), "A4")).sizes).toEqual([[595, 842]]);
    expect((await print(buildFacts("invoice", 12), "Letter")).sizes).toEqual([[612, 792]]);
  });

  it("is the same, byte by byte, whenever it is printed", async () => {
    const facts = buildFacts("invoice", 13);
    const [one, other] = [
      await printDocuments([facts], "A4", fonts),
      await printDocuments([facts], "A4", await openFonts()),
    ];
    expect(Buffer.compare(one, other)).toBe(0);
  });

  it("holds no text that could move the others: controls and overrides are left out", async () => {
    const { elements } = await print(
      buildFacts("confirmation", 1, { buyer: { ...buyer, name: "A\u202eb\u0000c\ud800" } }),
    );
    expect(findAll(elements, "P").map(({ text }) => text)).toContain("Abc");
  });
});
