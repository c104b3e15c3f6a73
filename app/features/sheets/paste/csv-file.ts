import { decodeCsv } from "#app/contract/csv.ts";

/** A list of 1,000 rows is far smaller. */
const MAX_BYTES = 1024 * 1024;

/** The text of a CSV file that a person chose. */
export async function readCsvFile(file: Blob): Promise<ReturnType<typeof decodeCsv>> {
  if (file.size > MAX_BYTES) return { fault: "This file is too large: at most 1 MB" };
  return decodeCsv(new Uint8Array(await file.arrayBuffer()));
}
