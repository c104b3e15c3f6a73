import PDFDocument from "pdfkit";
import type { Fonts } from "./fonts.server.ts";
import { breakLines, FEATURES, type Line, type Style } from "./text.server.ts";

/** The sizes of paper, in points. */
const papers = { A4: { width: 595.28, height: 841.89 }, Letter: { width: 612, height: 792 } } as const;
export type Paper = keyof typeof papers;

/** PDF/UA-1, which the types of pdfkit do not know yet. */
const accessible: object = { subset: "PDF/UA" };

type Placed = Style & { colour: string; leading: number; align?: "left" | "right" | "center" };
/** Where a text goes: its left edge, its top and its width. */
type Place = { x: number; y: number; width: number };

/** What a screen reader is told about a text: the kind of element and, for a column header, what it heads. */
type Tag = "P" | "H1" | "H2" | "TH" | "TD" | "LI" | "Caption";
type Structure = PDFKit.PDFStructureElement;
/** What pdfkit accepts although its types do not know it yet. */
type Head = PDFKit.Mixins.StructureElementOptions & { scope?: "Column" };
type Figure = PDFKit.Mixins.StructureElementOptions & { placement: "Block"; bbox: readonly number[] };

export type About = { title: string; author: string; subject: string; createdAt: Date; paper: Paper };

/**
 * A tagged PDF being written (PDF/UA-1): what is drawn with `text` is content in reading order, everything else is an
 * artifact. Sizes are in points; y grows downwards.
 */
export type Sheet = {
  width: number;
  height: number;
  /** How many pages there are so far. */
  pages: () => number;
  /** Breaks a text as `text` would, to know how high it is. */
  measure: (words: string, style: Style, width: number) => readonly Line[];
  /** Draws lines as one element below `parent`; returns the y below them. */
  text: (parent: Structure, tag: Tag, lines: readonly Line[], style: Placed, place: Place) => number;
  /** Draws lines that screen readers skip, because they repeat what is said elsewhere. */
  aside: (lines: readonly Line[], style: Placed, place: Place) => number;
  /** Draws anything that is not text. */
  decorate: (draw: (page: PDFKit.PDFDocument) => void) => void;
  /** Draws a picture that screen readers announce as `alt`; `write` puts letters into it. */
  figure: (
    parent: Structure,
    alt: string,
    box: Place & { height: number },
    draw: (page: PDFKit.PDFDocument, write: (lines: readonly Line[], style: Placed, place: Place) => void) => void,
  ) => void;
  /** An element that contains others, such as `Table` or `TR`; without `parent` it belongs to the document itself. */
  group: (type: string, parent?: Structure) => Structure;
  turnPage: () => void;
  /** Goes back to a page, counted from 0, to write what is known only at the end. */
  visit: (page: number) => void;
  finish: () => Promise<Uint8Array<ArrayBuffer>>;
};

/** Opens a document with its first page. Its bytes depend on nothing but what is drawn and `about`. */
export function openSheet(fonts: Fonts, { title, author, subject, createdAt, paper }: About): Sheet {
  const { width, height } = papers[paper];
  const pdf = new PDFDocument({
    size: [width, height],
    margin: 0,
    // Not the standard fonts, which are embedded nowhere.
    font: "",
    pdfVersion: "1.7",
    ...accessible,
    tagged: true,
    lang: "en",
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: author, Subject: subject, CreationDate: createdAt, ModDate: createdAt },
  });
  const chunks: Uint8Array[] = [];
  pdf.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.on("end", resolve).on("error", reject));
  const root = pdf.struct("Document");
  pdf.addStructure(root);
  let pages = 1;

  function drawLines(
    lines: readonly Line[],
    { size, colour, leading, spacing = 0, align = "left" }: Placed,
    at: Place,
  ) {
    let baseline = at.y + (leading + size * 0.7) / 2;
    pdf.fillColor(colour);
    for (const line of lines) {
      const room = at.width - line.width;
      let x = at.x + (align === "right" ? room : align === "center" ? room / 2 : 0);
      const isMarked = line.needsText;
      if (isMarked) pdf.markContent("Span", { actual: line.text });
      for (const run of line.runs) {
        pdf.registerFont(run.font.name, run.font.font as unknown as Uint8Array);
        pdf.font(run.font.name).fontSize(size);
        pdf.text(run.text, x, baseline, {
          lineBreak: false,
          baseline: "alphabetic",
          characterSpacing: spacing,
          features: [...FEATURES],
        });
        x += run.width;
      }
      if (isMarked) pdf.endMarkedContent();
      baseline += leading;
    }
    return at.y + lines.length * leading;
  }

  const decorate = (draw: () => void) => {
    pdf.markContent("Artifact", { type: "Layout" });
    draw();
    pdf.endMarkedContent();
  };

  return {
    width,
    height,
    pages: () => pages,
    measure: (words, style, room) => breakLines(words, style, room, fonts),
    text(parent, tag, lines, style, place) {
      const words = lines.map(({ text }) => text).join(" ");
      const draw = () => drawLines(lines, style, place);
      const options: Head = tag === "TH" ? { scope: "Column" } : {};
      const element = pdf.struct(tag, options);
      parent.add(element);
      // Readers do not accept a replacement text for a whole element, so it replaces the glyphs below the element.
      if (lines.some((line) => line.needsText)) element.add(pdf.struct("Span", { actual: words }, [draw]));
      else element.add(draw);
      element.end();
      return place.y + lines.length * style.leading;
    },
    aside(lines, style, place) {
      pdf.markContent("Artifact", { type: "Pagination" });
      const below = drawLines(lines, style, place);
      pdf.endMarkedContent();
      return below;
    },
    decorate: (draw) => decorate(() => draw(pdf)),
    figure(parent, alt, { x, y, ...box }, draw) {
      const bbox = [x, y, x + box.width, y + box.height];
      const options: Figure = { alt, placement: "Block", bbox };
      parent.add(pdf.struct("Figure", options, [() => draw(pdf, drawLines)]));
    },
    group(type, parent = root) {
      const element = pdf.struct(type);
      parent.add(element);
      return element;
    },
    turnPage() {
      pdf.addPage();
      pages++;
    },
    visit: (page) => pdf.switchToPage(page),
    async finish() {
      correctFonts(pdf);
      pdf.end();
      await ended;
      return joinBytes(chunks);
    },
  };
}

/** What pdfkit 0.20.2 knows of a document, and of each of its fonts, by the numbers of the glyphs. */
type PdfkitState = { subset: number | string; _fontFamilies: Record<string, { unicode: number[][] }> };

/** The missing glyph is never drawn. A part of a letter, such as a dot of an Arabic one, is nothing to read. */
const [REPLACEMENT, WORD_JOINER] = [0xfffd, 0x2060];

/**
 * Corrects what pdfkit 0.20.2 writes of fonts and ISO 14289-1 refuses: glyphs that stand for no character (7.21.7), and a
 * list of glyphs, which nobody needs, without the parts of composed ones (7.21.4.2). It writes that list for the number 1.
 */
function correctFonts(pdf: PDFKit.PDFDocument): void {
  const state = pdf as unknown as PdfkitState;
  state.subset = String(state.subset);
  for (const font of Object.values(state._fontFamilies)) {
    font.unicode = font.unicode.map((characters, glyph) => {
      if (glyph === 0) return [REPLACEMENT];
      return characters.length > 0 ? characters : [WORD_JOINER];
    });
  }
}

/** In memory of their own, which can be handed to another thread. That of `Buffer.concat` is shared and larger. */
function joinBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
