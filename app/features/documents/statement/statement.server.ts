import { brand, pageTitle } from "#app/content/brand.ts";
import { drawLetterhead } from "#app/features/documents/header.server.ts";
import { type Column, drawFeet, drawTable, turnPage } from "#app/features/documents/list-table.server.ts";
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
  let y = drawTable(page, { columns: entryColumns, rows, y: drawHead(page, facts), turn });
  if (facts.open.length > 0) {
    // Its heading never stands alone at the foot of a page.
    y = y + 120 > page.bottom ? turn() : y + 22;
    const heading = { x: page.left, y, width: page.inner };
    y = page.write(`Open today: ${facts.owed}`, "sum", heading, { in: page.sheet.group("Sect"), tag: "H2" }) + 4;
    y = drawTable(page, { columns: openColumns, rows: facts.open, y, turn });
  }
  drawPayment(page, facts, y + 90 > page.bottom ? turn() : y + 16);
  drawFeet(page, title);
  return page.sheet.finish();
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

/** Credit that is not used yet, and where to pay. */
function drawPayment(page: Page, { credit, seller }: StatementFacts, from: number): void {
  const group = page.sheet.group("Sect");
  const lines = [
    ...(credit ? [`Your credit, not used yet: ${credit}`] : []),
    ...seller.bank.map(([label, value]) => `${label}: ${value}`),
  ];
  let y = from;
  for (const words of lines) y = page.write(words, "text", { x: page.left, y, width: page.inner }, { in: group });
}
