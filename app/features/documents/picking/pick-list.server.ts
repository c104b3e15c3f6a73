import { brand, pageTitle } from "#app/content/brand.ts";
import { formatPieces } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { drawCode, drawLetterhead } from "#app/features/documents/header.server.ts";
import { type Column, drawFeet, drawSection, drawTable, turnPage } from "#app/features/documents/list-table.server.ts";
import { drawSelvedge, drawStitches, openPage, type Page } from "#app/features/documents/page.server.ts";
import { loadCharacters } from "#app/features/documents/print.server.ts";
import { colours } from "#app/features/documents/text-styles.server.ts";
import type { PrintKind } from "#app/features/orders/facts.ts";
import { describeUnits, printTitles } from "#app/features/orders/picking/picking.rules.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import type { Fonts } from "#app/platform/pdf/fonts.server.ts";
import { openSheet, type Paper } from "#app/platform/pdf/sheet.server.ts";
import type { PickFacts, PickLine } from "./facts.ts";

/** Prints a pick or production list. The same facts and paper give the same bytes. */
export async function printPickList(facts: PickFacts, paper: Paper, fonts: Fonts): Promise<Uint8Array<ArrayBuffer>> {
  const title = `${printTitles[facts.kind]} ${facts.number}`;
  const about = { title: pageTitle(title), author: brand.name, subject: title, createdAt: new Date(facts.at), paper };
  await loadCharacters([facts], fonts);
  const page = openPage(openSheet(fonts, about));
  const turn = () => turnPage(page, title);
  let y = drawHead(page, facts);
  y = drawTable(page, { columns: listItemColumns(facts.kind), rows: facts.items, y, turn });
  const rows = facts.deliveries.flatMap(({ to, address, lines }) =>
    lines.map((line, at) => ({ ...line, to, address: at === 0 ? address : "" })),
  );
  y = drawSection(page, "Then by delivery", { columns: deliveryColumns, rows, y, turn, below: SIGNATURES });
  drawSignatures(page, facts.kind, y);
  drawFeet(page, title);
  return page.sheet.finish();
}

type Item = PickFacts["items"][number];

/** More are listed by delivery alone: their row would be higher than a page. */
const MOST_NAMED = 40;
/** A longer address is written smaller, so that its row is no higher than a page. */
const LONG = 300;

const item = <Line extends PickLine>(about: (line: Line) => string): Column<Line> => ({
  head: "Item",
  width: "rest",
  align: "left",
  tell: (line) => [
    { words: withNonBreakingUnits(line.item), look: "strong" },
    { words: about(line), look: "small" },
  ],
});
const pieces: Column<PickLine> = {
  head: "Pieces",
  width: 58,
  align: "right",
  tell: (line) => [{ words: formatPieces(line.pieces), look: "strong" }],
};
const units: Column<PickLine> = {
  head: "Units",
  width: 84,
  align: "right",
  tell: (line) => [{ words: describeUnits(line.pieces, line.packingUnit), look: "text" }],
};
const box: Column<PickLine> = { head: "Done", width: 32, align: "left", tell: () => [], draws: "box" };

const article = (line: PickLine) => (line.article === null ? "" : `Art. ${formatArticle(line.article)}`);

const nameOrders = ({ orders }: Item) => {
  if (orders.length > MOST_NAMED) return `${orders.length} orders`;
  return orders.map((one) => `${one.order}: ${formatPieces(one.pieces)}`).join("; ");
};

/** What is done with each item. */
const deeds: Record<PrintKind, string> = { pick: "Picked", production: "Made" };

const listItemColumns = (kind: PrintKind): readonly Column<Item>[] => [
  box,
  item((line) => [article(line), nameOrders(line)].filter(Boolean).join(", for ")),
  pieces,
  units,
  {
    head: "On the shelf",
    width: 60,
    align: "right",
    tell: ({ onShelf }) => [{ words: onShelf === null ? "" : formatPieces(onShelf), look: "soft" }],
  },
  // To write into: what was there after all.
  { head: deeds[kind], width: 46, align: "right", tell: () => [] },
];

/** The address is with the first line of a delivery alone. */
type DeliveryLine = PickLine & { to: string; address: string };

const deliveryColumns: readonly Column<DeliveryLine>[] = [
  box,
  {
    head: "Order",
    width: 84,
    align: "left",
    tell: ({ order }) => [{ words: String(order), look: "code" }],
    draws: "code",
    code: ({ order }) => String(order),
  },
  {
    head: "To",
    width: 116,
    align: "left",
    tell: ({ to, address }) => [
      { words: to, look: "strong" },
      { words: address, look: address.length > LONG ? "dense" : "small" },
    ],
  },
  item(article),
  pieces,
  units,
];

function drawHead(page: Page, facts: PickFacts): number {
  const { sheet, left, inner, right } = page;
  drawSelvedge(page);
  const top = sheet.group("Sect");
  const y = drawLetterhead(page, top, facts, 1);
  const below = page.write(
    printTitles[facts.kind],
    "title",
    { x: left, y, width: inner * 0.6 },
    { in: top, tag: "H1" },
  );
  page.write(facts.summary, "soft", { x: left, y: below, width: inner * 0.65 }, { in: top });
  drawCode(page, top, facts.number, { right, y: y - 8 });
  const facing = { x: right - 200, width: 200 };
  page.aside(facts.number, "code", { ...facing, y: y + 31 }, "right");
  page.write(`Printed ${facts.printed}`, "small", { ...facing, y: y + 41 }, { in: top, align: "right" });
  drawStitches(page, y + 58);
  return y + 74;
}

/** How high the lines to sign on are, in points. */
const SIGNATURES = 50;

/** Lines to sign on. */
function drawSignatures(page: Page, kind: PrintKind, from: number): void {
  const y = from + 34;
  const width = (page.inner - 48) / 3;
  const group = page.sheet.group("Sect");
  for (const [at, words] of [`${deeds[kind]} by`, "Checked by", "Day"].entries()) {
    const x = page.left + at * (width + 24);
    page.rule(y, colours.lineStrong, 0.6, x, x + width);
    page.write(words, "fact", { x, y: y + 2, width }, { in: group });
  }
}
