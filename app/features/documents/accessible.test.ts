import { inflateSync } from "node:zlib";
import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { describe, expect, it } from "vitest";
import { openFonts } from "#app/platform/pdf/fonts.server.ts";
import { readSeller } from "#app/platform/seller-env.server.ts";
import { findAll, type PdfElement, readPdf } from "#test/pdf.ts";
import { toSeller } from "./documents.server.ts";
import type { DocumentFacts, Kind } from "./facts.ts";
import { printPickList } from "./picking/pick-list.server.ts";
import { printDocuments } from "./print.server.ts";
import { printStatement } from "./statement/statement.server.ts";

const fonts = await openFonts();
const { OPS } = await getResolvedPDFJS();
const seller = toSeller({ seller: readSeller({ PAPER: "A4" }, true), contact: "orders@rivet-and-reed.example" });
const at = "2026-11-21T09:00:00.000Z";
const LINES = 30;
const all = Array.from({ length: LINES }, (_, nth) => ({
  ...{ order: 1042 + nth, article: 3, item: "Rivet, copper", line: "Rivets", pieces: 101, packingUnit: 50 },
  ...{ unitPrice: "0.0345", total: "3.4845" },
}));

function buildFacts(kind: Kind): DocumentFacts {
  return {
    ...{ kind, number: "2026-00001", of: "Sheet S-31", at, day: "2026-11-21", dueOn: "2026-12-21", wantedOn: null },
    ...{ poNumber: "4500-2271", seller, shipment: { carrier: null, trackingNumber: null }, note: "Ring the bell." },
    // One letter is in no font; the Arabic and Tamil ones are drawn as parts, of which some are no letters.
    buyer: {
      name: "Astrid Lindqvist 🙂",
      company: "شركة النسيج",
      email: "",
      phone: "",
      address: "Umeå\nதிருப்பூர் ஆடை நிறுவனம்",
      country: null,
    },
    ...(kind === "credit-note" && { credits: { invoice: "2026-00007", reason: "Bent" } }),
    lines: all,
  };
}

const documents = ["confirmation", "proforma", "invoice", "credit-note", "packing"] as const;
const papers: [kind: string, print: () => Promise<Uint8Array>][] = [
  ...documents.map((kind): (typeof papers)[number] => [kind, () => printDocuments([buildFacts(kind)], "A4", fonts)]),
  ["two packing lists", () => printDocuments([buildFacts("packing"), buildFacts("packing")], "A4", fonts)],
  [
    "pick list",
    () => {
      const items = all.map((line) => ({ ...line, onShelf: 12, orders: [{ order: line.order, pieces: 101 }] }));
      const deliveries = [{ to: "شركة النسيج", address: "திருப்பூர் ஆடை நிறுவனம்", lines: all }];
      const about = {
        kind: "pick" as const,
        number: "PL-31",
        at,
        printed: "21 November 2026, 09:00",
        summary: "30 orders",
      };
      return printPickList({ ...about, seller, items, deliveries }, "A4", fonts);
    },
  ],
  [
    "statement",
    () => {
      const sums = { opening: "$0.00", closing: "$3.48", owed: "$3.48", credit: "$1.00" };
      const entry = { day: "1 May 2026", what: "Invoice", about: "", invoiced: "$3.48", settled: "", balance: "$3.48" };
      const open = [{ number: "2026-00001", due: "1 June 2026", amount: "$3.48" }];
      const about = { name: "شركة النسيج", at, day: "21 November 2026", deposits: "", period: "This year", seller };
      return printStatement({ ...about, ...sums, entries: Array(LINES).fill(entry), open }, "A4", fonts);
    },
  ],
];

// What ISO 14289-1 (PDF/UA-1) asks for and a program can see.
describe.each(papers)("for those who listen, the %s", (_, print) => {
  it("says that it is PDF/UA, its title and its language, and embeds its fonts", async () => {
    const bytes = await print();
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    const { metadata, info } = await pdf.getMetadata();
    expect(metadata.get("pdfuaid:part")).toBe("1");
    expect(metadata.get("dc:title")).toBe((info as Record<string, unknown>).Title);
    expect(info).toMatchObject({ Language: "en", Author: "Rivet & Reed", Title: expect.stringMatching(/\w/) });
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    expect(await pdf.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true });
    await pdf.loadingTask.destroy();
    const count = (pattern: RegExp) => Buffer.from(bytes).toString("latin1").match(pattern)?.length ?? 0;
    expect(count(/\/FontFile[23] /g)).toBe(count(/\/Type \/FontDescriptor/g));
    expect(count(/\/FontFile[23] /g)).toBeGreaterThan(1);
    // Each head says that it is that of a column.
    expect(count(/\/Scope \/Column/g)).toBeGreaterThan(3);
    expect(count(/\/Scope \/Column/g)).toBe(count(/\/S \/TH\b(?!e)/g));
  });

  it("says for each glyph which letters it stands for, and has pages whose order is that of their structure", async () => {
    const bytes = Buffer.from(await print());
    const text = bytes.toString("latin1");
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    const maps = listStreams(bytes).filter((stream) => stream.includes("beginbfrange"));
    expect(maps).toHaveLength(count(/\/Subtype \/Type0/g));
    expect(maps).toHaveLength(count(/\/CIDToGIDMap \/Identity/g));
    // Nothing is the letter 0, or a mark of byte order, or none at all; and no set of glyphs that could lack some.
    for (const map of maps) expect(map).not.toMatch(/[ [](<>|<0000>|<fe?ff[ef]>)/i);
    expect(count(/\/CIDSet/g)).toBe(0);
    expect(count(/\/Tabs \/S/g)).toBe(count(/\/Type \/Page\b/g));
    expect(count(/\/BBox/g)).toBe(count(/\/S \/Figure/g));
    expect(count(/\/(RoleMap|Annots|Encrypt|Suspects|OCProperties|XFA)\b/g)).toBe(0);
  });

  it("draws nothing that is neither in its structure nor marked as decoration", async () => {
    const pdf = await getDocumentProxy(new Uint8Array(await print()));
    const drawing = new Set<number>([
      OPS.showText,
      OPS.constructPath,
      OPS.paintImageXObject,
      OPS.paintFormXObjectBegin,
    ]);
    const opening = new Set<number>([OPS.beginMarkedContent, OPS.beginMarkedContentProps]);
    let drawn = 0;
    for (let number = 1; number <= pdf.numPages; number++) {
      let depth = 0;
      for (const operator of (await (await pdf.getPage(number)).getOperatorList()).fnArray) {
        if (opening.has(operator)) depth++;
        if (operator === OPS.endMarkedContent) depth--;
        if (!drawing.has(operator)) continue;
        drawn++;
        expect([number, depth]).toEqual([number, expect.toSatisfy((one: number) => one > 0)]);
      }
      expect(depth).toBe(0);
    }
    expect(drawn).toBeGreaterThan(100);
    await pdf.loadingTask.destroy();
  });

  it("has headings in their order, tables whose rows are all as long as their heads, and a text for each picture", async () => {
    const { elements } = await readPdf(await print());
    const headings = flatten(elements).filter(({ role, text }) => /^H\d$/.test(role) && text);
    expect(headings[0]?.role).toBe("H1");
    expect(new Set(headings.map(({ role }) => role))).toEqual(
      headings.length > 1 ? new Set(["H1", "H2"]) : new Set(["H1"]),
    );
    for (const { text } of flatten(elements).filter(({ role }) => role === "Figure")) expect(text).not.toBe("");
    const known = ["Root", "Document", "Sect", "H1", "H2", "P", "Span", "Figure"];
    const ofTables = ["Table", "THead", "TBody", "TR", "TH", "TD"];
    expect([...known, ...ofTables]).toEqual(
      expect.arrayContaining([...new Set(flatten(elements).map(({ role }) => role))]),
    );
    const heads = findAll(elements, "TR").filter(({ children }) => children.some(({ role }) => role === "TH"));
    expect(heads.length).toBeGreaterThan(0);
    for (const { children } of heads) expect(children.map(({ text }) => text)).not.toContain("");
    // A bar code says the number below it.
    const texts = flatten(elements).map(({ text }) => text);
    for (const code of texts.filter((text) => text.startsWith("Bar code of "))) {
      expect(texts.filter((text) => text === code.replace("Bar code of ", "")).length).toBeLessThan(2);
    }
    const lengths = new Set(heads.map(({ children }) => children.length));
    for (const row of findAll(elements, "TR")) expect(lengths).toContain(row.children.length);
  });
});

function flatten(elements: readonly PdfElement[]): PdfElement[] {
  return elements.flatMap((one) => [one, ...flatten(one.children)]);
}

function listStreams(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let at = bytes.indexOf("stream\n"); at >= 0; at = bytes.indexOf("stream\n", at + 1)) {
    const end = bytes.indexOf("\nendstream", at);
    const stream = bytes.subarray(at + "stream\n".length, end);
    // Those of fonts and pages are compressed, the metadata are not.
    if (end > 0 && stream[0] === 0x78) found.push(inflateSync(stream).toString("latin1"));
  }
  return found;
}
