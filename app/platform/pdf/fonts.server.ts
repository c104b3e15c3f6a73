import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { create, type Font } from "fontkit";
import subsetFont from "subset-font";

/** The faces of our documents: running text, emphasis, small capitals, headings. */
export type Face = "text" | "strong" | "label" | "display";

/** A font as pdfkit takes it, with a unique name. */
export type LoadedFont = { name: string; font: Font };

/** A file with the characters it is for; `weight` is that of its axis, if it has one. */
type Source = { path: string; weight: number | undefined; covers: (codePoint: number) => boolean };

const ownFont = (file: string) => fileURLToPath(new URL(`../../ui/fonts/${file}.woff2`, import.meta.url));

const ownFiles: Record<Face, { files: readonly string[]; weight: number | undefined }> = {
  text: { files: ["archivo-latin", "archivo-latin-ext"], weight: 400 },
  strong: { files: ["archivo-latin", "archivo-latin-ext"], weight: 600 },
  label: { files: ["archivo-narrow-latin"], weight: undefined },
  display: { files: ["besley-latin", "besley-latin-ext"], weight: 750 },
};

/**
 * For letters that our own fonts lack. Each package is split into files by character range. `contract/scripts.ts` names
 * the scripts that they have.
 */
const others = {
  "noto-sans": import.meta.resolve("@fontsource-variable/noto-sans/unicode.json"),
  "noto-sans-arabic": import.meta.resolve("@fontsource-variable/noto-sans-arabic/unicode.json"),
  "noto-sans-armenian": import.meta.resolve("@fontsource-variable/noto-sans-armenian/unicode.json"),
  "noto-sans-bengali": import.meta.resolve("@fontsource-variable/noto-sans-bengali/unicode.json"),
  "noto-sans-ethiopic": import.meta.resolve("@fontsource-variable/noto-sans-ethiopic/unicode.json"),
  "noto-sans-georgian": import.meta.resolve("@fontsource-variable/noto-sans-georgian/unicode.json"),
  "noto-sans-hebrew": import.meta.resolve("@fontsource-variable/noto-sans-hebrew/unicode.json"),
  "noto-sans-khmer": import.meta.resolve("@fontsource-variable/noto-sans-khmer/unicode.json"),
  "noto-sans-sinhala": import.meta.resolve("@fontsource-variable/noto-sans-sinhala/unicode.json"),
  "noto-sans-tamil": import.meta.resolve("@fontsource-variable/noto-sans-tamil/unicode.json"),
  "noto-sans-thai": import.meta.resolve("@fontsource-variable/noto-sans-thai/unicode.json"),
  "noto-sans-sc": import.meta.resolve("@fontsource-variable/noto-sans-sc/unicode.json"),
  "noto-sans-kr": import.meta.resolve("@fontsource-variable/noto-sans-kr/unicode.json"),
};

/** What is drawn for a letter that no font has. */
export const BOX = "\u25a1";

export type Fonts = {
  /** Loads what these texts need in this face; before that, `find` does not know their letters. */
  load: (face: Face, texts: Iterable<string>) => Promise<void>;
  /** The font that has this character; undefined if none has it, and `BOX` is drawn instead. */
  find: (face: Face, codePoint: number) => LoadedFont | undefined;
};

/** Fonts are read when a text first needs them, and kept. */
export async function openFonts(): Promise<Fonts> {
  const fallbacks = (await Promise.all(Object.entries(others).map(listFiles))).flat();
  const loaded = new Map<string, Promise<LoadedFont>>();
  const found: Record<Face, Map<number, LoadedFont | undefined>> = {
    text: new Map(),
    strong: new Map(),
    label: new Map(),
    display: new Map(),
  };

  const read = (source: Source): Promise<LoadedFont> => {
    const key = `${source.path} ${source.weight ?? ""}`;
    const known = loaded.get(key) ?? readFont(source, `font-${loaded.size}`);
    loaded.set(key, known);
    return known;
  };

  async function search(face: Face, codePoint: number): Promise<LoadedFont | undefined> {
    const { files, weight } = ownFiles[face];
    const own = files.map((file) => ({ path: ownFont(file), weight, covers: () => true }));
    const bold = { text: 400, strong: 600, label: 600, display: 700 }[face];
    for (const source of [...own, ...fallbacks.map((file) => ({ ...file, weight: bold }))]) {
      if (!source.covers(codePoint)) continue;
      const candidate = await read(source);
      if (candidate.font.hasGlyphForCodePoint(codePoint)) return candidate;
    }
    return undefined;
  }

  return {
    async load(face, texts) {
      for (const text of [BOX, ...texts]) {
        for (const character of text) {
          const codePoint = character.codePointAt(0) ?? 0;
          if (!found[face].has(codePoint)) found[face].set(codePoint, await search(face, codePoint));
        }
      }
    },
    find(face, codePoint) {
      const known = found[face];
      if (!known.has(codePoint)) throw new Error(`nothing was loaded for U+${codePoint.toString(16)}`);
      return known.get(codePoint);
    },
  };
}

/** pdfkit can neither embed WOFF2 nor follow the axes of a variable font, so both are resolved here. */
async function readFont({ path, weight }: Source, name: string): Promise<LoadedFont> {
  const axes = weight === undefined ? {} : { variationAxes: { wght: weight } };
  const bytes = await subsetFont(await readFile(path), undefined, {
    targetFormat: "truetype",
    keepAllGlyphs: true,
    ...axes,
  });
  const font = create(bytes);
  if (!("layout" in font)) throw new Error(`${path} is a collection of fonts`);
  passOverMissingAnchors(font);
  keepCodePoints(font);
  return { name, font: remember(font) };
}

/**
 * fontkit 2.0.4 throws when a letter has no anchor for a mark, as U+0641 has none for U+0650. In other engines such a
 * rule does not apply, and the next one places the mark; so it is here.
 */
function passOverMissingAnchors(font: Font): void {
  const processor = font._layoutEngine.engine?.GPOSProcessor;
  if (!processor) return;
  const apply = processor.applyLookup.bind(processor);
  processor.applyLookup = (type, table) => {
    try {
      return apply(type, table);
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }
  };
}

/**
 * fontkit keeps each glyph as it was first asked for, and as part of another it is asked for without its letter. Copies
 * and screen readers would miss the letter from then on.
 */
function keepCodePoints(font: Font): void {
  const get = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = get(id, codePoints);
    if (glyph.codePoints.length === 0) glyph.codePoints = codePoints;
    return glyph;
  };
}

const MOST_REMEMBERED = 20_000;

/** The units per em at which pdfkit leaves positions unscaled. */
const UNSCALED = 1000;

/** The same font, but it shapes each text only once: texts are measured and then drawn, and figures repeat. */
function remember(font: Font): Font {
  const runs = new Map<string, ReturnType<Font["layout"]>>();
  const isScaled = font.unitsPerEm !== UNSCALED;
  const layout: Font["layout"] = (text, ...how) => {
    let run = runs.get(text);
    if (!run) {
      if (runs.size >= MOST_REMEMBERED) runs.clear();
      run = font.layout(text, ...how);
      // Otherwise it would be computed each time it is read.
      Object.defineProperty(run, "advanceWidth", { value: run.advanceWidth });
      runs.set(text, run);
    }
    if (!isScaled) return run;
    // pdfkit scales the positions in place.
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.create(run, { positions: { value: positions } });
  };
  const getGlyph: Font["getGlyph"] = (id, codePoints) => decodeOnce(font.getGlyph(id, codePoints));
  return Object.create(font, { layout: { value: layout }, getGlyph: { value: getGlyph } });
}

/**
 * The same glyph, but its outline is read only once, not for each file that embeds it. fontkit's types lack the method.
 */
function decodeOnce<One extends object>(glyph: One): One {
  if (!("_decode" in glyph) || typeof glyph._decode !== "function" || Object.hasOwn(glyph, "_decode")) return glyph;
  const decode = glyph._decode.bind(glyph);
  let outline: { is: unknown } | undefined;
  const value = () => {
    outline ??= { is: decode() };
    return outline.is;
  };
  return Object.defineProperty(glyph, "_decode", { value });
}

/** The files of a Fontsource package, with the characters that `unicode.json` says each has. */
async function listFiles([family, list]: [family: string, list: string]): Promise<Omit<Source, "weight">[]> {
  const folder = new URL(".", list);
  const ranges: Record<string, string> = JSON.parse(await readFile(new URL(list), "utf8"));
  return Object.entries(ranges).map(([subset, range]) => {
    const file = `files/${family}-${subset.replace(/[[\]]/g, "")}-wght-normal.woff2`;
    return { path: fileURLToPath(new URL(file, folder)), covers: readRange(range) };
  });
}

/** `U+0980-09FE,U+25CC` */
function readRange(range: string): (codePoint: number) => boolean {
  const parts = range.split(",").map((part) => {
    const [from = 0, to = from] = part
      .trim()
      .replace(/^U\+/i, "")
      .split("-")
      .map((hex) => Number.parseInt(hex, 16));
    return [from, to] as const;
  });
  return (codePoint) => parts.some(([from, to]) => codePoint >= from && codePoint <= to);
}
