import { brand, pageTitle } from "#app/content/brand.ts";
import type { Face, Fonts } from "#app/platform/pdf/fonts.server.ts";
import { openSheet, type Paper, type Sheet } from "#app/platform/pdf/sheet.server.ts";
import { isJoiner, toDrawable } from "#app/platform/pdf/text.server.ts";
import { sumUp } from "./columns.server.ts";
import type { DocumentFacts } from "./facts.ts";
import { describeCarried, drawFoot, drawHeader, drawRunningHeader } from "./header.server.ts";
import { openPage, type Page } from "./page.server.ts";
import { openTable, type Table } from "./table.server.ts";
import { drawTotals, measureTotals } from "./totals.server.ts";
import { isNumbered, titles } from "./words.server.ts";

/** How many lines fit on one page, if their names allow; a longer document breaks after them. */
const LINES_ON_FIRST = 12;

/** From roomy to tight: a document takes the first at which it fits on one page, or else the roomy one. */
const DENSITIES = [1, 0.7, 0.45, 0.2, 0.05];

/** Prints documents into one file, each on pages of its own. The same facts and paper give the same bytes. */
export async function printDocuments(
  all: readonly DocumentFacts[],
  paper: Paper,
  fonts: Fonts,
): Promise<Uint8Array<ArrayBuffer>> {
  const [first] = all;
  if (!first) throw new Error("there is nothing to print");
  await loadCharacters(all, fonts);
  const title = all.length === 1 ? nameDocument(first) : `${titles[first.kind]}s of ${all.length} deliveries`;
  const createdAt = new Date(first.at);
  const about = { title: pageTitle(title), author: brand.name, subject: title, createdAt, paper };
  const open = () => openSheet(fonts, about);
  // A single document, as in mails, continues on the sheet on which it was tried.
  if (all.length === 1) {
    const laidOut = tryEases(first, open);
    fill(laidOut);
    return laidOut.page.sheet.finish();
  }
  const sheet = open();
  for (const [at, facts] of all.entries()) {
    const { ease } = tryEases(facts, open);
    if (at > 0) sheet.turnPage();
    fill(layOut(facts, sheet, ease));
  }
  return sheet.finish();
}

function nameDocument({ kind, number, of }: DocumentFacts): string {
  return [titles[kind], ...(isNumbered(kind) ? [number] : []), of].join(", ");
}

/** Lays a document out on sheets of its own until it fits, and returns the last try. */
function tryEases(facts: DocumentFacts, open: () => Sheet): LaidOut {
  const eases = facts.lines.length > LINES_ON_FIRST ? [] : DENSITIES;
  for (const ease of eases) {
    const tried = layOut(facts, open(), ease);
    if (tried.breaks.length === 1) return tried;
  }
  return layOut(facts, open(), 1);
}

/** Where the table begins on a later page, at the lowest. */
const RUNNING_HEAD = 104;

type LaidOut = ReturnType<typeof layOut>;

/** Draws the head of a document on the page that is open, and says after how many lines each of its pages ends. */
function layOut(facts: DocumentFacts, sheet: Sheet, ease: number) {
  const page = openPage(sheet);
  const top = drawHeader(page, facts, ease);
  const table = openTable(page, facts, ease);
  const all = sumUp(facts.lines);
  const closing = measureTotals(page, facts, all, ease);
  const breaks = breakPages(table, { closing, first: page.bottom - top, later: page.bottom - RUNNING_HEAD });
  return { facts, page, table, breaks, top, ease, all };
}

function fill({ facts, page, table, breaks, top, ease, all }: LaidOut): void {
  const { sheet } = page;
  const first = sheet.pages() - 1;
  let y = top;
  let from = 0;
  for (const [at, to] of breaks.entries()) {
    if (at > 0) y = turn(page, facts, table, { at, from });
    else if (to > 0) y = table.drawHead(y, true);
    for (let position = from + 1; position <= to; position++) {
      const line = facts.lines[position - 1];
      if (line) y = table.drawRow(y, line, position);
    }
    from = to;
  }
  drawTotals(page, facts, all, ease, y);
  const last = sheet.pages() - 1;
  for (let at = first; at <= last; at++) {
    sheet.visit(at);
    drawFoot(page, facts, at - first + 1, last - first + 1);
  }
}

/** Begins a later page with its heads and what is carried over. */
function turn(page: Page, facts: DocumentFacts, table: Table, { at, from }: { at: number; from: number }): number {
  page.sheet.turnPage();
  const top = drawRunningHeader(page, facts);
  const below = table.drawHead(top, from === 0);
  return from === 0 ? below : table.drawCarried(below, describeCarried(at, from), sumUp(facts.lines.slice(0, from)));
}

type Room = { first: number; later: number; closing: number };

/** After how many lines each page ends. The closing is never alone on a page: a line comes with it. */
function breakPages({ heights, headHeight, carriedHeight }: Table, { first, later, closing }: Room): number[] {
  const breaks: number[] = [];
  let at = 0;
  for (let page = 0; ; page++) {
    const room = (page === 0 ? first : later - carriedHeight) - headHeight;
    const most = page === 0 ? LINES_ON_FIRST : heights.length;
    let [count, used] = [0, 0];
    while (at + count < heights.length && count < most && used + (heights[at + count] ?? 0) <= room) {
      used += heights[at + count] ?? 0;
      count++;
    }
    const isRest = at + count === heights.length;
    if (isRest && used + closing <= room) return [...breaks, heights.length];
    // The last line moves to the next page with the closing, even if it is the only one. A line higher than a page gets
    // a page of its own; a head that fills the first page has no lines below it.
    const stay = isRest ? count - 1 : count;
    at += Math.max(page === 0 ? 0 : 1, stay);
    if (at >= heights.length) return [...breaks, heights.length];
    breaks.push(at);
  }
}

/** The letters of these facts that no font has, each once; a document shows boxes for them. */
export async function findMissing(facts: DocumentFacts, fonts: Fonts): Promise<string[]> {
  const characters = new Set(toDrawable(JSON.stringify(facts)));
  await fonts.load("text", characters);
  return [...characters].filter((one) => !isJoiner(one) && !fonts.find("text", one.codePointAt(0) ?? 0));
}

/** Reads the fonts for every letter of the facts, in each face that may show it. */
export async function loadCharacters(facts: readonly object[], fonts: Fonts): Promise<void> {
  const printable = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at)).join("");
  const own = [printable, "×−"];
  const texts = [toDrawable(JSON.stringify(facts)), ...own];
  for (const face of ["text", "strong"] satisfies Face[]) await fonts.load(face, texts);
  for (const face of ["label", "display"] satisfies Face[]) await fonts.load(face, own);
}
