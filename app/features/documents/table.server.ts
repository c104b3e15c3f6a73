import { encodeCode128 } from "#app/platform/pdf/barcode.server.ts";
import type { Sheet } from "#app/platform/pdf/sheet.server.ts";
import { type Column, columns, type Sums, sumUp } from "./columns.server.ts";
import type { DocumentFacts, DocumentLine } from "./facts.ts";
import { drawModules } from "./header.server.ts";
import type { Page } from "./page.server.ts";
import { colours, textStyles } from "./text-styles.server.ts";

type Structure = ReturnType<Sheet["group"]>;

const GAP = 7;
const CODE = { module: 0.8, height: 17 };
const BOX = 13;

export type Table = ReturnType<typeof openTable>;

/** The lines of a document as a table, whose rows are measured before they are drawn. */
export function openTable(page: Page, facts: DocumentFacts, ease: number) {
  const { sheet } = page;
  const pad = 5.2 * ease;
  const placed = place(page, columns[facts.kind], facts.lines);
  const table = sheet.group("Table");
  const heights = facts.lines.map((line, at) => measureRow(page, placed, line, at + 1) + 2 * pad);
  const headHeight = 22;
  const carriedHeight = textStyles.text.leading + 2 * pad;
  let body: Structure | undefined;

  return {
    heights,
    headHeight,
    carriedHeight,
    columns: placed,
    structure: table,
    /** Once for screen readers; on each later page only for the eye. */
    drawHead(y: number, isFirst: boolean): number {
      page.rule(y, colours.ink, 0.9);
      const row = isFirst ? sheet.group("TR", sheet.group("THead", table)) : undefined;
      for (const { column, x, width } of placed) {
        const at = { x, y: y + 5.5, width };
        if (row) page.write(column.head, "column", at, { in: row, tag: "TH", align: column.align });
        else page.aside(column.head, "column", at, column.align);
      }
      page.rule(y + headHeight, colours.ink, 0.9);
      return y + headHeight;
    },
    drawCarried(y: number, words: string, sums: Sums): number {
      page.aside(words, "strong", { x: page.left, y: y + pad, width: page.inner / 2 });
      for (const { column, x: left, width } of placed) {
        if (column.carry) page.aside(column.carry(sums), "strong", { x: left, y: y + pad, width }, column.align);
      }
      page.rule(y + carriedHeight);
      return y + carriedHeight;
    },
    drawRow(y: number, line: DocumentLine, position: number): number {
      body ??= sheet.group("TBody", table);
      const row = sheet.group("TR", body);
      const height = heights[position - 1] ?? 0;
      for (const one of placed) drawCell(page, row, one, line, position, { y: y + pad, height: height - 2 * pad });
      page.rule(y + height);
      return y + height;
    },
  };
}

export type PlacedColumn = { column: Column; x: number; width: number };

/** A column for numbers is as wide as its longest, which never breaks, within reason; the item takes the rest. */
const MOST_WIDENED = 1.8;

function place(page: Page, all: readonly Column[], lines: readonly DocumentLine[]): PlacedColumn[] {
  const { left, inner } = page;
  const sums = sumUp(lines);
  const widths = all.map((column) => {
    if (column.width === "rest") return 0;
    const said = lines.flatMap((line, at) => column.tell(line, at + 1));
    if (column.carry) said.push({ words: column.carry(sums), look: "strong" });
    const longest = Math.max(0, ...said.map(({ words, look }) => page.widthOf(words, look)));
    const needed = Math.max(longest, column.draws === "code" ? measureCodes(lines) : 0) + GAP;
    return Math.max(column.width, Math.min(needed, column.width * MOST_WIDENED));
  });
  const fixed = widths.reduce((sum, width) => sum + width, 0);
  let x = left;
  return all.map((column, at) => {
    const whole = column.width === "rest" ? inner - fixed : (widths[at] ?? 0);
    // There are gaps between columns, but not at the edges.
    const before = at > 0 && column.align !== "left" ? GAP : 0;
    const after = at < all.length - 1 && column.align === "left" ? GAP : 0;
    const placed = { column, x: x + before, width: whole - before - after };
    x += whole;
    return placed;
  });
}

/** The widest bar code with the quiet zone after it, of ten modules; the column of boxes is before it. */
function measureCodes(lines: readonly DocumentLine[]): number {
  const modules = lines.map(({ order }) => encodeCode128(String(order)).length);
  return (Math.max(0, ...modules) + 10) * CODE.module - GAP;
}

function measureRow(page: Page, placed: readonly PlacedColumn[], line: DocumentLine, position: number): number {
  const heights = placed.map(({ column, width }) => {
    const texts = column.tell(line, position).map(({ words, look }) => page.heightOf(words, look, width));
    const drawn = column.draws === "code" ? CODE.height : column.draws === "box" ? BOX : 0;
    return texts.reduce((all, height) => all + height, drawn);
  });
  return Math.max(...heights);
}

function drawCell(
  page: Page,
  row: Structure,
  { column, x, width }: PlacedColumn,
  line: DocumentLine,
  position: number,
  { y, height }: { y: number; height: number },
): void {
  const { sheet } = page;
  let at = y;
  if (column.draws === "box") {
    const box = { x: x + 0.5, y: y + (height - BOX) / 2, width: BOX, height: BOX };
    sheet.figure(sheet.group("TD", row), "Box to tick", box, (pdf) =>
      pdf.rect(box.x, box.y, BOX, BOX).lineWidth(0.8).stroke(colours.ink),
    );
    return;
  }
  const said = column.tell(line, position);
  if (said.length === 0) {
    // A cell to write into is a cell for screen readers, too.
    sheet.group("TD", row);
    return;
  }
  if (column.draws === "code") {
    const modules = encodeCode128(String(line.order));
    const { module, height: high } = CODE;
    sheet.decorate((pdf) => drawModules(pdf, modules, { x, y, height: high, module }));
    at += high + 1;
  }
  const cell = said.length === 1 ? undefined : sheet.group("TD", row);
  for (const { words, look } of said) {
    const about = cell ? { in: cell } : { in: row, tag: "TD" as const };
    at = page.write(words, look, { x, y: at, width }, { ...about, align: column.align });
  }
}
