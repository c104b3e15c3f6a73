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

/** One line of a CSV file (RFC 4180), with its end. */
export function toLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/** One cell: nothing for null, numbers as they are, text always quoted and never a formula. */
export function toCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  return `"${guard(value).replaceAll('"', '""')}"`;
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

/** How the bytes of a CSV file were read. */
export type Encoding = "UTF-8" | "UTF-16" | "Windows-1252";

/** The text of a CSV file, as spreadsheets write it: UTF-8, UTF-16 with its mark, or the Windows code page. */
export function decodeCsv(bytes: Uint8Array): { text: string; encoding: Encoding } | { fault: string } {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return { fault: "This is a workbook. Please save it as CSV first." };
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff && "utf-16be";
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: "UTF-16" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "UTF-8" };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" };
  }
}
