/** A list of 1,000 rows is far smaller. */
const MAX_BYTES = 1024 * 1024;

/** The text of a CSV file, as spreadsheets write it: UTF-8, UTF-16 with its mark, or the Windows code page. */
export async function readCsvFile(file: Blob): Promise<{ text: string } | { fault: string }> {
  if (file.size > MAX_BYTES) return { fault: "This file is too large: at most 1 MB" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return { fault: "This is a workbook. Please save it as CSV first." };
  return { text: decode(bytes) };
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
