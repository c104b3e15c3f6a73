/** A record of a CSV file: its cells, and what a quotation mark in it has done wrong. */
export type CsvRecord = { cells: string[]; torn: Torn | undefined; end: number };

/** A quotation mark that is never closed, or one within quoted text that is not written twice. */
type Torn = "open" | "within";

/** How many characters are read between two pauses: some milliseconds. */
const PAUSE_SIGNS = 64 * 1024;

/**
 * Reads the records of a CSV file (RFC 4180), one by one. Lines end in `\n`; spaces may be around a quoted
 * cell.
 * The time depends on the length of the text alone, whatever marks and spaces it consists of: Papa Parse reads all that
 * is left again after some marks. One record may be
 * as long as the file: now and then comes `undefined`, for others to have their turn.
 */
export function* readRecords(text: string, delimiter: "," | ";" | "\t"): Generator<CsvRecord | undefined, void> {
  let pausedAt = 0;
  const closing = new RegExp(`[^\\S${delimiter}\\n]*(?=[${delimiter}\\n]|$)`, "y");
  const spaced = new RegExp(
    `[^\\S${delimiter}\\n]+"((?:[^"\\n]|"")*)"[^\\S${delimiter}\\n]*(?=[${delimiter}\\n]|$)`,
    "y",
  );
  for (let at = 0; at < text.length; at++) {
    const cells: string[] = [];
    let torn: Torn | undefined;
    for (; ; at++) {
      if (text[at] === '"') {
        const quoted = yield* readQuoted(text, at + 1, closing);
        cells.push(quoted.cell);
        at = quoted.end;
        torn = quoted.torn ?? torn;
      } else {
        const from = at;
        spaced.lastIndex = at;
        const quoted = text[at] === " " || text[at] === "\u00a0" ? spaced.exec(text) : null;
        if (quoted) {
          at = spaced.lastIndex;
          cells.push(unquote(quoted[1] ?? ""));
        } else {
          while (at < text.length && text[at] !== delimiter && text[at] !== "\n") at++;
          cells.push(text.slice(from, at));
        }
      }
      if (at - pausedAt > PAUSE_SIGNS) {
        yield undefined;
        pausedAt = at;
      }
      if (text[at] !== delimiter) break;
    }
    yield { cells, torn, end: at };
  }
}

type Quoted = { cell: string; end: number; torn?: Torn };

/** The cell that begins after its opening quotation mark at `from`. */
function* readQuoted(text: string, from: number, closing: RegExp): Generator<undefined, Quoted> {
  let torn: { torn?: Torn } = {};
  let pausedAt = from;
  for (let at = from; ; ) {
    if (at - pausedAt > PAUSE_SIGNS) {
      yield undefined;
      pausedAt = at;
    }
    const mark = text.indexOf('"', at);
    if (mark < 0) return { cell: unquote(text.slice(from)), end: text.length, torn: "open" };
    closing.lastIndex = mark + 1;
    if (text[mark + 1] === '"') {
      at = mark + 2;
    } else if (closing.test(text)) {
      return { cell: unquote(text.slice(from, mark)), end: closing.lastIndex, ...torn };
    } else {
      torn = { torn: "within" };
      at = mark + 1;
    }
  }
}

/** No column takes text of this length, and undoubling millions of marks would keep others waiting. */
const LONGEST_CELL = 64 * 1024;

function unquote(text: string): string {
  if (text.length > LONGEST_CELL) return text;
  return text.replaceAll('""', '"');
}
