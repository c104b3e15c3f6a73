/** To a spreadsheet, a phone number on its own is just a number. */
const AT_START = String.raw`(?!\+[0-9]+$)(?=['\s]*[=+\-@\t\r|%＝＋－＠])`;
const INSIDE = String.raw`(?=(?:(?![\t\r\n])['"\s])*[=+\-@|%＝＋－＠])`;
/**
 * The places where a spreadsheet would begin to read a formula and run what a buyer typed (OWASP CSV injection). They
 * may be inside a text: a spreadsheet that splits cells at semicolons or tabs may ignore our quotation marks.
 */
const places = (sign: string) => new RegExp(`^${sign}${AT_START}|(?<=[;\\t\\r\\n])${sign}${INSIDE}`, "g");
const formulas = places("");
const guarded = places("'");

/** With this mark spreadsheets read UTF-8; without it, their country's character set. */
export const UTF8_MARK = "\uFEFF";

/** What stands between the cells of an export: in many countries spreadsheets expect a semicolon. */
const separators = { comma: ",", semicolon: ";" } as const;

export type Separator = keyof typeof separators;

/** A cell's value; `label` is text that a spreadsheet must not take for a number or a day, such as a phone number. */
export type Cell = string | number | null | { label: string | null };

/** One line of a CSV file (RFC 4180), with its end. */
export function toLine(cells: readonly Cell[], separator: Separator = "comma"): string {
  return `${cells.map(toCell).join(separators[separator])}\r\n`;
}

/** Text that spreadsheets change: 00451, +4790512345, 1E10, 3-4, 5/8, 20. Nov. */
const CHANGED =
  /^[+-]?[0-9][0-9.,:/ -]*(?:e[+-]?[0-9]+)?$|^(?:[0-9]{1,2}[. -]{0,2})?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez)[a-z]{0,6}[. -]{0,2}[0-9]{0,4}$/i;

/**
 * One cell: nothing for null, numbers as they are, text always quoted and never a formula. A label that spreadsheets would
 * change becomes `="00451"`, which they show as it is and our import reads.
 */
export function toCell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return `"${guard(value).replaceAll('"', '""')}"`;
  const { label } = value;
  return label !== null && CHANGED.test(label) ? `"=""${label}"""` : toCell(label);
}

/**
 * Text that no spreadsheet runs. Text that looks guarded is guarded again, so that `unguard` gives each back as it was.
 */
export function guard(text: string): string {
  return text.replace(formulas, "'");
}

/** Takes away exactly what `guard` put there. */
export function unguard(text: string): string {
  return text.replace(guarded, "");
}

/** The encodings a file may have, as they are called, with the labels of the Encoding standard. */
const encodings = {
  "UTF-8": "utf-8",
  "UTF-16": "utf-16le",
  "Windows-1252": "windows-1252",
  "Windows-1250": "windows-1250",
  "Windows-1251": "windows-1251",
  "Windows-1253": "windows-1253",
  "Windows-1254": "windows-1254",
  "Windows-1257": "windows-1257",
  MacRoman: "macintosh",
  GB18030: "gb18030",
  Big5: "big5",
  Shift_JIS: "shift_jis",
  "EUC-KR": "euc-kr",
} as const;

export type Encoding = keyof typeof encodings;

export const encodingNames = Object.keys(encodings).filter((name): name is Encoding => name in encodings);

/**
 * The text of a CSV file, as spreadsheets write it: UTF-8, UTF-16 with its mark, or else `asked`, and without that the code
 * page of Windows for Western Europe.
 */
export function decodeCsv(
  bytes: Uint8Array,
  asked?: Encoding,
): { text: string; encoding: Encoding } | { fault: string } {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return { fault: "This is a workbook. Please save it as CSV first." };
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff && "utf-16be";
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: "UTF-16" };
  if (asked) return { text: new TextDecoder(encodings[asked]).decode(bytes), encoding: asked };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "UTF-8" };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" };
  }
}
