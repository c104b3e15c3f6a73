import { describe, expect, it } from "vitest";
import { openFonts } from "#app/platform/pdf/fonts.server.ts";
import type { Paper } from "#app/platform/pdf/sheet.server.ts";
import { readSeller } from "#app/platform/seller-env.server.ts";
import { findAll, readPdf } from "#test/pdf.ts";
import { toSeller } from "./documents.server.ts";
import type { PickFacts } from "./picking/facts.ts";
import { printPickList } from "./picking/pick-list.server.ts";
import type { StatementFacts } from "./statement/facts.ts";
import { printStatement } from "./statement/statement.server.ts";

const fonts = await openFonts();
const seller = toSeller({ seller: readSeller({ PAPER: "A4" }, true), contact: "orders@rivet-and-reed.example" });
const at = "2026-11-21T09:00:00.000Z";
const longName = "Vereinigte Oberfränkische Textilveredelungs- und Bekleidungswerke Aktiengesellschaft & Co. KGaA, Hof";

async function readStatement(entries: number, about: Partial<StatementFacts> = {}, paper: Paper = "A4") {
  const entry = { day: "1 May 2026", what: "Invoice", about: "PO 4500", invoiced: "$3.48", settled: "", balance: "$7" };
  const facts: StatementFacts = {
    ...{ name: "Norrland Denim AB", at, day: "21 November 2026", period: "This year", seller },
    ...{ opening: "$0.00", closing: "$3.48", owed: "$3.48", credit: "", deposits: "" },
    ...{ entries: Array.from({ length: entries }, () => entry), open: [] },
    ...about,
  };
  return readPdf(await printStatement(facts, paper, fonts));
}

const pickLine = { order: 1042, article: 3, item: "Rivet, copper", pieces: 101, packingUnit: 50 };

async function readPickList(about: Partial<PickFacts>, paper: Paper = "A4") {
  const item = { ...pickLine, onShelf: 12, orders: [{ order: 1042, pieces: 101 }] };
  const facts: PickFacts = {
    ...{ kind: "pick", number: "PL-31", at, printed: "21 November 2026, 09:00", summary: "1 order", seller },
    ...{ items: [item], deliveries: [{ to: "Norrland Denim AB", address: "Umeå", lines: [pickLine] }] },
    ...about,
  };
  return readPdf(await printPickList(facts, paper, fonts));
}

/** Nothing but the line at the foot is below the place of the foot, and that is one line. */
function expectFoot(baselines: readonly number[][]): void {
  for (const [foot = 0, lowest = 0] of baselines) {
    expect(foot).toBeGreaterThan(15);
    expect(lowest).toBeGreaterThan(45);
  }
}

describe("a statement of account", () => {
  it("of a company with a long name has one line at its foot, which does not run into the other", async () => {
    const { baselines, drawn } = await readStatement(30, { name: longName });
    expectFoot(baselines);
    for (const [page, text] of drawn.entries()) {
      const foot = `Statement of account, page ${page + 1} of ${drawn.length}`;
      expect(text.replace(/\s+/g, " ")).toContain(foot);
    }
  });

  it.each(["A4", "Letter"] as const)(
    "on %s has its balance, and where to pay, below another row of a table",
    async (paper) => {
      for (let entries = 8; entries < 30; entries++) {
        const alone = await readStatement(entries, {}, paper);
        const number = alone.drawn.findLastIndex((text) => /\bBalance\b.*\bBalance\b/s.test(text));
        expect([entries, alone.drawn[number]]).toEqual([entries, expect.stringContaining("1 May 2026")]);
        const open = Array.from({ length: entries }, () => ({ number: "2026-00001", due: "1 June", amount: "$3.48" }));
        const { drawn } = await readStatement(3, { open }, paper);
        expect([entries, drawn.at(-1)]).toEqual([entries, expect.stringMatching(/2026-00001.*SWIFT/s)]);
      }
    },
  );

  it("says on which day what is open, deposits and credit, and how to pay if anything is", async () => {
    const open = [{ number: "2026-00001", due: "1 June 2026", amount: "$3.48" }];
    const { elements } = await readStatement(1, { open, credit: "$1.00", deposits: "$2.00" });
    const said = elements.map(({ text }) => text).join("\n");
    expect(findAll(elements, "H2").map(({ text }) => text)).toEqual(["Open on 21 November 2026: $3.48", "HOW TO PAY"]);
    for (const words of ["Credit, not used yet: $1.00", "Deposits, not invoiced yet: $2.00", "SWIFT"]) {
      expect(said).toContain(words);
    }
    expect(findAll((await readStatement(1)).elements, "H2")).toEqual([]);
  });
});

describe("a pick list", () => {
  it.each(["A4", "Letter"] as const)("on %s keeps everything above its foot, however long", async (paper) => {
    const orders = Array.from({ length: 200 }, (_, nth) => ({ order: 123_456_789 + nth, pieces: 12_345_678 }));
    const items = [{ ...pickLine, onShelf: 12, orders }];
    const deliveries = [{ to: longName, address: "W".repeat(1000), lines: Array(3).fill(pickLine) }];
    for (let count = 1; count < 24; count++) {
      const { baselines, drawn } = await readPickList(
        { items: Array(count).fill({ ...pickLine, orders: [] }), deliveries },
        paper,
      );
      expectFoot(baselines);
      expect([count, drawn.find((text) => text.includes("Then by delivery"))]).toEqual([
        count,
        expect.stringContaining("Vereinigte"),
      ]);
    }
    const { baselines, elements } = await readPickList({ items, deliveries }, paper);
    expectFoot(baselines);
    expect(findAll(elements, "TD").map(({ text }) => text)).toContain("Rivet, copper Art. 003, for 200 orders");
  });

  it("says the address of a delivery once, and to whom each line goes", async () => {
    const deliveries = ["Umeå", "Kalmar"].map((address) => {
      return { to: "Norrland Denim AB", address, lines: Array(40).fill(pickLine) };
    });
    const cells = findAll((await readPickList({ deliveries })).elements, "TD").map(({ text }) => text);
    expect(cells.filter((text) => text.includes("Umeå"))).toEqual(["Norrland Denim AB Umeå"]);
    expect(cells.filter((text) => text.includes("Kalmar"))).toEqual(["Norrland Denim AB Kalmar"]);
    expect(cells.filter((text) => text.startsWith("Norrland Denim AB"))).toHaveLength(80);
  });

  it("has places for who picked, and a production list for who made it", async () => {
    for (const [kind, word, other] of [
      ["pick", "Picked", "Made"],
      ["production", "Made", "Picked"],
    ] as const) {
      const { elements } = await readPickList({ kind });
      const said = elements.map(({ text }) => text).join("\n");
      expect(said).toMatch(new RegExp(`^${word}$`, "im"));
      expect(said).toMatch(new RegExp(`${word} by`, "i"));
      expect(said).not.toMatch(new RegExp(other, "i"));
    }
  });
});
