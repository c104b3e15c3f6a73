/** A record of a CSV file: its cells, and what a quotation mark in it has done wrong. */
export type CsvRecord = { cells: string[]; torn: Torn | undefined; end: number };

/** A quotation mark that is never closed, or one within quoted text that is not written twice. */
type Torn = "open" | "within";

/**
 * Reads the records of a CSV file (RFC 4180), one by one. Lines end in `\n`; spaces may follow a closing quotation mark.
 * The time depends on the length of the text alone, whatever marks and spaces it consists of: Papa Parse reads all that
 * is left again after some marks.
 */
export function* readRecords(text: string, delimiter: "," | ";" | "\t"): Generator<CsvRecord, void> {
  const closing = new RegExp(`[^\\S${delimiter}\\n]*(?=[${delimiter}\\n]|$)`, "y");
  for (let at = 0; at < text.length; at++) {
    const cells: string[] = [];
    let torn: Torn | undefined;
    for (; ; at++) {
      if (text[at] === '"') {
        const quoted = readQuoted(text, at + 1, closing);
        cells.push(quoted.cell);
        at = quoted.end;
        torn = quoted.torn ?? torn;
      } else {
        const from = at;
        while (at < text.length && text[at] !== delimiter && text[at] !== "\n") at++;
        cells.push(text.slice(from, at));
      }
      if (text[at] !== delimiter) break;
    }
    yield { cells, torn, end: at };
  }
}

/** The cell that begins after its opening quotation mark at `from`. */
function readQuoted(text: string, from: number, closing: RegExp): { cell: string; end: number; torn?: Torn } {
  let torn: { torn?: Torn } = {};
  for (let at = from; ; ) {
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

function unquote(text: string): string {
  return text.replaceAll('""', '"');
}
