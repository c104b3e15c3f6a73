import { brand, pageTitle } from "#app/content/brand.ts";
import { drawLetterhead } from "#app/features/documents/header.server.ts";
import { type Column, drawFeet, drawSection, drawTable, turnPage } from "#app/features/documents/list-table.server.ts";
import { drawSelvedge, drawStitches, openPage, type Page } from "#app/features/documents/page.server.ts";
import { loadCharacters } from "#app/features/documents/print.server.ts";
import type { Fonts } from "#app/platform/pdf/fonts.server.ts";
import { openSheet, type Paper } from "#app/platform/pdf/sheet.server.ts";
import type { StatementFacts } from "./facts.ts";

type Entry = StatementFacts["entries"][number];
type Open = StatementFacts["open"][number];

const amount = <Row>(head: string, tell: (row: Row) => string): Column<Row> => ({
  ...{ head, width: 86, align: "right" },
  tell: (row) => [{ words: tell(row), look: "text" }],
});

const entryColumns: readonly Column<Entry>[] = [
  { head: "Day", width: 104, align: "left", tell: ({ day }) => [{ words: day, look: "text" }] },
  {
    ...{ head: "Entry", width: "rest", align: "left" },
    tell: ({ what, about }) => [
      { words: what, look: "strong" },
      { words: about, look: "small" },
    ],
  },
  amount("Invoiced", ({ invoiced }) => invoiced),
  amount("Paid or credited", ({ settled }) => settled),
  amount("Balance", ({ balance }) => balance),
];

const openColumns: readonly Column<Open>[] = [
  { head: "Invoice", width: "rest", align: "left", tell: ({ number }) => [{ words: number, look: "strong" }] },
  { head: "Due", width: 170, align: "left", tell: ({ due }) => [{ words: due, look: "text" }] },
  amount("Left to pay", (row) => row.amount),
];

/** Prints a statement of account. The same facts and paper give the same bytes. */
export async function printStatement(
  facts: StatementFacts,
  paper: Paper,
  fonts: Fonts,
): Promise<Uint8Array<ArrayBuffer>> {
  const title = `Statement of account, ${facts.name}`;
  const about = { title: pageTitle(title), author: brand.name, subject: title, createdAt: new Date(facts.at), paper };
  await loadCharacters([facts], fonts);
  const page = openPage(openSheet(fonts, about));
  const turn = () => turnPage(page, title);
  const { opening, closing, entries } = facts;
  const none = { about: "", invoiced: "", settled: "" };
  const rows = [
    { ...none, day: "", what: "Opening balance", balance: opening },
    ...entries,
    { ...none, day: "", what: "Balance", balance: closing },
  ];
  const closingLines = listClosing(facts);
  const heights = closingLines.map(({ words, look, above }) => above + page.heightOf(words, look, page.inner));
  const below = heights.reduce((sum, height) => sum + height, PAYMENT_GAP);
  const isOpen = facts.open.length > 0;
  let y = drawHead(page, facts);
  y = drawTable(page, { columns: entryColumns, rows, y, turn, below: isOpen ? 0 : below });
  if (isOpen) {
    const heading = `Open on ${facts.day}: ${facts.owed}`;
    y = drawSection(page, heading, { columns: openColumns, rows: facts.open, y, turn, below });
  }
  y += PAYMENT_GAP;
  const group = page.sheet.group("Sect");
  for (const { words, look, above } of closingLines) {
    const tag = look === "heading" ? "H2" : "P";
    y = page.write(words, look, { x: page.left, y: y + above, width: page.inner }, { in: group, tag });
  }
  // Without the name, which may be longer than a line.
  drawFeet(page, "Statement of account");
  return page.sheet.finish();
}

const PAYMENT_GAP = 16;

/** What was received and is not used yet, and where to pay, if anything is open. */
function listClosing({ credit, deposits, open, seller }: StatementFacts) {
  const text = (words: string) => ({ words, look: "text" as const, above: 0 });
  return [
    ...(deposits ? [text(`Deposits, not invoiced yet: ${deposits}`)] : []),
    ...(credit ? [text(`Credit, not used yet: ${credit}`)] : []),
    ...(open.length > 0 && seller.bank.length > 0
      ? [
          { words: "How to pay", look: "heading" as const, above: 8 },
          text("By transfer. Please name the invoices that you pay."),
          ...seller.bank.map(([label, value]) => text(`${label}: ${value}`)),
        ]
      : []),
  ];
}

function drawHead(page: Page, facts: StatementFacts): number {
  const { sheet, left, inner } = page;
  drawSelvedge(page);
  const top = sheet.group("Sect");
  const y = drawLetterhead(page, top, facts, 1);
  const below = page.write("Statement of account", "title", { x: left, y, width: inner }, { in: top, tag: "H1" });
  const named = page.write(facts.name, "strong", { x: left, y: below, width: inner }, { in: top });
  const dated = page.write(`${facts.period}, in US dollars`, "soft", { x: left, y: named, width: inner }, { in: top });
  drawStitches(page, dated + 8);
  return dated + 24;
}
