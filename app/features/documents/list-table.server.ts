import { brand } from "#app/content/brand.ts";
import { encodeCode128 } from "#app/platform/pdf/barcode.server.ts";
import { drawModules } from "./header.server.ts";
import { drawSelvedge, type Page } from "./page.server.ts";
import { colours, type TextStyleName, textStyles } from "./text-styles.server.ts";

/** A column of a list: of those for the warehouse, or a statement. */
export type Column<Row> = {
  head: string;
  /** In points; the item takes what the others leave. */
  width: number | "rest";
  align: "left" | "right";
  /** Text of a cell, one below the other; without any, the cell is to be written into. */
  tell: (row: Row) => readonly { words: string; look: TextStyleName }[];
  /** What else is drawn: a box to tick, or a bar code of `code`. */
  draws?: "box" | "code";
  code?: (row: Row) => string;
};

const GAP = 8;
const PAD = 5;
const HEAD = 22;
const BOX = 12;
const CODE = { module: 0.8, height: 17 };

type Asked<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  y: number;
  /** Begins the next page; returns the y where the table goes on. */
  turn: () => number;
  /** How high what follows is, in points. */
  below?: number;
};

/**
 * Draws a table over as many pages as it needs, with its heads on each. The last row, which may be a sum, is on a page with
 * the one before it, and with what follows. Returns the y below it.
 */
export function drawTable<Row>(page: Page, asked: Asked<Row>): number {
  const { columns, rows, y: from, turn } = asked;
  const { sheet } = page;
  const placed = place(page, columns);
  const heights = measureRows(page, asked);
  const table = sheet.group("Table");
  const head = sheet.group("TR", sheet.group("THead", table));
  const body = sheet.group("TBody", table);
  let y = drawHead(from, true);
  let top = y;

  function drawHead(top: number, isFirst: boolean): number {
    page.rule(top, colours.ink, 0.9);
    for (const { column, x, width } of placed) {
      const at = { x, y: top + 5.5, width };
      if (isFirst) page.write(column.head, "column", at, { in: head, tag: "TH", align: column.align });
      else page.aside(column.head, "column", at, column.align);
    }
    page.rule(top + HEAD, colours.ink, 0.9);
    return top + HEAD;
  }

  for (const [at, row] of rows.entries()) {
    const { height, needed } = heights[at] ?? { height: 0, needed: 0 };
    if (y + needed > page.bottom && y > top) {
      y = drawHead(turn(), false);
      top = y;
    }
    const line = sheet.group("TR", body);
    for (const { column, x, width } of placed) {
      const cell = sheet.group("TD", line);
      let below = y + PAD;
      if (column.draws === "box") {
        const box = { x: x + 0.5, y: y + (height - BOX) / 2, width: BOX, height: BOX };
        sheet.figure(cell, "Box to tick", box, (pdf) =>
          pdf.rect(box.x, box.y, BOX, BOX).lineWidth(0.8).stroke(colours.ink),
        );
      }
      if (column.draws === "code" && column.code) {
        const modules = encodeCode128(column.code(row));
        const { module, height: high } = CODE;
        const code = { x, y: below, height: high, module };
        sheet.decorate((pdf) => drawModules(pdf, modules, code));
        below += CODE.height + 1;
      }
      for (const { words, look } of column.tell(row)) {
        if (words) below = page.write(words, look, { x, y: below, width }, { in: cell, align: column.align });
      }
    }
    y += height;
    page.rule(y);
  }
  return y;
}

/** Draws a heading and a table below it, both on the next page if no row would fit below the heading. */
export function drawSection<Row>(page: Page, heading: string, asked: Asked<Row>): number {
  const [first] = measureRows(page, asked);
  const above = textStyles.sum.leading + 4;
  const from = asked.y + 22;
  const fits = from + above + HEAD + (first?.needed ?? 0) <= page.bottom;
  const at = { x: page.left, y: fits ? from : asked.turn(), width: page.inner };
  const y = page.write(heading, "sum", at, { in: page.sheet.group("Sect"), tag: "H2" }) + 4;
  return drawTable(page, { ...asked, y });
}

/** How high each row is, and how much room it needs with what stays on its page. */
function measureRows<Row>(page: Page, { columns, rows, below = 0 }: Asked<Row>) {
  const placed = place(page, columns);
  const heights = rows.map((row) => Math.max(...placed.map((cell) => measure(page, cell, row))) + 2 * PAD);
  return heights.map((height, at) => {
    return { height, needed: height + (at < rows.length - 2 ? 0 : (heights[at + 1] ?? 0) + below) };
  });
}

type Placed<Row> = { column: Column<Row>; x: number; width: number };

function place<Row>(page: Page, columns: readonly Column<Row>[]): Placed<Row>[] {
  const fixed = columns.reduce((sum, { width }) => sum + (width === "rest" ? 0 : width), 0);
  let x = page.left;
  return columns.map((column, at) => {
    const whole = column.width === "rest" ? page.inner - fixed : column.width;
    const placed = { column, x, width: whole - (at < columns.length - 1 ? GAP : 0) };
    x += whole;
    return placed;
  });
}

function measure<Row>(page: Page, { column, width }: Placed<Row>, row: Row): number {
  const drawn = column.draws === "code" ? CODE.height + 1 : column.draws === "box" ? BOX : 0;
  return column
    .tell(row)
    .reduce((sum, { words, look }) => sum + (words ? page.heightOf(words, look, width) : 0), drawn);
}

/** Begins the next page of a list. Returns the y where its table goes on. */
export function turnPage(page: Page, title: string): number {
  page.sheet.turnPage();
  drawSelvedge(page);
  return page.aside(title, "strong", { x: page.left, y: 32, width: page.inner }, "right") + 12;
}

/** Writes title and number at the foot of each page, once all of them are there. */
export function drawFeet(page: Page, title: string): void {
  const { sheet } = page;
  const pages = sheet.pages();
  for (let at = 0; at < pages; at++) {
    sheet.visit(at);
    const y = sheet.height - 38;
    const place = { x: page.left, y: y + 6, width: page.inner };
    page.rule(y);
    page.aside(brand.name, "fact", place);
    page.aside(`${title}, page ${at + 1} of ${pages}`, "fact", place, "right");
  }
}
