import createBidi from "bidi-js/dist/bidi.mjs";
import LineBreaker from "linebreak";
import { LRUCache } from "lru-cache";
import { BOX, type Face, type Fonts, type LoadedFont } from "./fonts.server.ts";

/** A stretch of text in one font and one direction, as drawn from left to right. */
type Run = { text: string; font: LoadedFont; width: number };

/**
 * One line of text as it is drawn; widths are in the unit of the size, a point. With `needsText`, readers and copies
 * need the text itself besides its glyphs.
 */
export type Line = {
  readonly runs: readonly Run[];
  readonly width: number;
  readonly text: string;
  readonly needsText: boolean;
};

export type Style = { face: Face; size: number; spacing?: number };

/** Features of fontkit: figures of equal width, so that columns line up. */
export const FEATURES = ["tnum", "lnum"] as const;

const bidi = createBidi();
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Scripts whose glyphs do not match their letters one by one, in this order, so that copying needs the text as well. */
const shaped =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Khmer}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Thai}]/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Whether a character says how its neighbours are shaped or ordered; it draws nothing itself. */
export function isJoiner(character: string): boolean {
  return /[\u200c-\u200f]/.test(character);
}

/**
 * The part of a text that is drawn: composed letters, without characters that would move or hide others, and without
 * those that nobody can see, such as the word joiner and the zero-width space.
 */
export function toDrawable(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .replace(/\t/g, " ")
    .replace(/[^\P{Cc}\n]|[\p{Cs}\p{Co}\p{Cn}\u202a-\u202e\u2066-\u2069\ufeff]/gu, "")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, (one) => (isJoiner(one) ? one : ""));
}

/**
 * How many texts keep their line breaks in memory, at a few hundred bytes each: a document draws what it has measured,
 * and many texts recur.
 */
const MOST_BROKEN = 2_000;
const broken = new WeakMap<Fonts, LRUCache<string, readonly Line[]>>();

/**
 * Breaks a text into lines of at most `width` points (UAX 14); a longer word breaks anywhere. Mixed directions are
 * ordered as they are read (UAX 9).
 */
export function breakLines(text: string, style: Style, width: number, fonts: Fonts): readonly Line[] {
  let known = broken.get(fonts);
  if (!known) {
    known = new LRUCache({ max: MOST_BROKEN });
    broken.set(fonts, known);
  }
  const key = `${style.face} ${style.size} ${style.spacing ?? 0} ${width} ${text}`;
  const lines = known.get(key) ?? breakText(text, style, width, fonts);
  known.set(key, lines);
  return lines;
}

function breakText(text: string, style: Style, width: number, fonts: Fonts): Line[] {
  const paragraphs = toDrawable(text).split("\n");
  return paragraphs.flatMap((paragraph, at) => {
    const lines = breakParagraph(paragraph, style, width, fonts);
    return at < paragraphs.length - 1 ? [...lines.slice(0, -1), ...lines.slice(-1).map(endWord)] : lines;
  });
}

/** Ends a line with an invisible space: without it, a screen reader would join two words. */
function endWord(line: Line): Line {
  const last = line.runs.at(-1);
  return last?.font.font.hasGlyphForCodePoint(0x20)
    ? { ...line, runs: [...line.runs, { ...last, text: " ", width: 0 }] }
    : line;
}

function breakParagraph(text: string, style: Style, width: number, fonts: Fonts): Line[] {
  const levels = bidi.getEmbeddingLevels(text);
  const measure = (from: number, to: number) => sum(logicalRuns(text, from, trimmed(text, from, to), style, fonts));
  const lines: Line[] = [];
  let from = 0;
  let end = 0;
  const close = (to: number) => {
    const end = trimmed(text, from, to);
    const line = layOut(text, from, end, levels.levels, style, fonts);
    lines.push(end < to ? endWord(line) : line);
    from = to;
  };
  for (const piece of listPieces(text)) {
    if (end > from && measure(from, piece.to) > width) close(end);
    for (const at of measure(from, piece.to) > width ? listGraphemes(text, from, piece.to) : []) {
      if (at.from > from && measure(from, at.to) > width) close(at.from);
    }
    end = piece.to;
  }
  close(text.length);
  return lines;
}

function listPieces(text: string): { to: number }[] {
  const breaker = new LineBreaker(text);
  const pieces: { to: number }[] = [];
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) pieces.push({ to: next.position });
  return pieces;
}

function listGraphemes(text: string, from: number, to: number): { from: number; to: number }[] {
  return [...graphemes.segment(text.slice(from, to))].map(({ index, segment }) => {
    return { from: from + index, to: from + index + segment.length };
  });
}

function trimmed(text: string, from: number, to: number): number {
  return from + text.slice(from, to).trimEnd().length;
}

/** The runs of a stretch in visual order (rule L2 of UAX 9). */
function layOut(text: string, from: number, to: number, levels: Uint8Array, style: Style, fonts: Fonts): Line {
  const runs = logicalRuns(text, from, to, style, fonts, levels);
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < runs.length; start++) {
      let end = start;
      while ((runs[end]?.level ?? -1) >= level) end++;
      if (end - start > 1) runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  const drawn = text.slice(from, to);
  return { runs, width: sum(runs), text: drawn, needsText: shaped.test(drawn) || runs.some(({ lacks }) => lacks) };
}

/** `lacks`: a box stands for at least one letter. */
type LogicalRun = Run & { level: number; lacks: boolean };

function logicalRuns(
  text: string,
  from: number,
  to: number,
  style: Style,
  fonts: Fonts,
  levels?: Uint8Array,
): LogicalRun[] {
  const stretches: { text: string; font: LoadedFont; level: number; lacks: boolean }[] = [];
  let at = from;
  for (const character of text.slice(from, to)) {
    const level = levels?.[at] ?? 0;
    at += character.length;
    const last = stretches.at(-1);
    const codePoint = character.codePointAt(0) ?? 0;
    // Spaces and marks stay with what they stand in, so that words are shaped whole.
    const stays = last && /[\p{M}\p{Zs}\p{Cf}]/u.test(character) && last.font.font.hasGlyphForCodePoint(codePoint);
    if (!stays && isJoiner(character)) continue;
    const own = stays ? last.font : fonts.find(style.face, codePoint);
    const font = own ?? fonts.find(style.face, BOX.charCodeAt(0));
    if (!font) throw new Error("no font has the box");
    const mirrored = level % 2 === 1 ? (bidi.getMirroredCharacter(character) ?? character) : character;
    const shown = own ? mirrored : BOX;
    if (last?.font === font && last.level === level) {
      last.text += shown;
      last.lacks ||= !own;
    } else stretches.push({ text: shown, font, level, lacks: !own });
  }
  return stretches.map(({ text: logical, font, level, lacks }) => {
    // fontkit reverses what it knows to be written from the right, but not punctuation and figures.
    const isTurned = level % 2 === 1 && !rightToLeft.test(logical);
    const run = isTurned ? [...graphemes.segment(logical)].reverse().map(({ segment }) => segment) : [logical];
    return { text: run.join(""), font, level, lacks, width: widthOf(run.join(""), font, style) };
  });
}

function widthOf(text: string, { font }: LoadedFont, { size, spacing = 0 }: Style): number {
  const { advanceWidth, glyphs } = font.layout(text, [...FEATURES]);
  return (advanceWidth * size) / font.unitsPerEm + glyphs.length * spacing;
}

function sum(runs: readonly { width: number }[]): number {
  return runs.reduce((all, { width }) => all + width, 0);
}
