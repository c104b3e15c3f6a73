import type { Sheet } from "#app/platform/pdf/sheet.server.ts";
import { colours, type TextStyleName, textStyles } from "./text-styles.server.ts";

type Place = { x: number; y: number; width: number };
type Structure = ReturnType<Sheet["group"]>;

/** Space around what is printed, in points. */
const SIDE = 48;
const FOOT = 52;

/** The room between the margins, and how to write into it. */
export type Page = ReturnType<typeof openPage>;

/** What the parts of a document draw on: the sheet, its edges, and one place for each kind of words. */
export function openPage(sheet: Sheet) {
  const inner = sheet.width - 2 * SIDE;
  return {
    sheet,
    inner,
    left: SIDE,
    right: SIDE + inner,
    /** The footer begins below it. */
    bottom: sheet.height - FOOT,
    measure: (words: string, name: TextStyleName, width: number) => sheet.measure(words, textStyles[name], width),
    heightOf: (words: string, name: TextStyleName, width: number) => {
      return sheet.measure(words, textStyles[name], width).length * textStyles[name].leading;
    },
    /** How wide words are that do not break. */
    widthOf: (words: string, name: TextStyleName) => {
      return Math.max(0, ...sheet.measure(words, textStyles[name], Number.POSITIVE_INFINITY).map(({ width }) => width));
    },
    /** Writes one element; returns the y below it. */
    write(
      words: string,
      name: TextStyleName,
      place: Place,
      about: { in: Structure; tag?: Parameters<Sheet["text"]>[1]; align?: "left" | "right" | "center" },
    ): number {
      const lines = sheet.measure(name === "heading" ? words.toUpperCase() : words, textStyles[name], place.width);
      const style = { ...textStyles[name], align: about.align ?? "left" };
      return sheet.text(about.in, about.tag ?? "P", lines, style, place);
    },
    /** Writes what screen readers pass over. */
    aside(words: string, name: TextStyleName, place: Place, align: "left" | "right" | "center" = "left"): number {
      return sheet.aside(sheet.measure(words, textStyles[name], place.width), { ...textStyles[name], align }, place);
    },
    rule(y: number, colour: string = colours.line, thickness = 0.6, from = SIDE, to = SIDE + inner): void {
      sheet.decorate((pdf) => pdf.moveTo(from, y).lineTo(to, y).lineWidth(thickness).stroke(colour));
    },
  };
}

/** The woven edge of the cloth, at the head of every page. */
export function drawSelvedge({ sheet }: Page): void {
  sheet.decorate((pdf) => pdf.rect(0, 2.25, sheet.width, 2.25).fill(colours.selvedge));
}

/** Two rows of brass thread. */
export function drawStitches({ sheet, left, right }: Page, y: number): void {
  sheet.decorate((pdf) => {
    pdf.save().dash(6.5, { space: 2.8 });
    for (const at of [y, y + 4.2]) pdf.moveTo(left, at).lineTo(right, at).lineWidth(1.1).stroke(colours.thread);
    pdf.undash().restore();
  });
}
