import { ApiProblem, readData, refuseConnection } from "#app/client/api.ts";
import { fetchAsUser } from "#app/client/session.ts";
import type { Encoding } from "#app/contract/csv.ts";
import type { Applied, ImportLine, Report } from "./contract.ts";

export type Progress = { done: number; of: number };

/** How the shop is to read a file whose own signs are not enough. */
export type Reading = { encoding?: Encoding; decimal?: "comma" };

type Sending = { hear: (progress: Progress) => void; signal: AbortSignal };

/**
 * Asks what a file would change.
 * @throws ApiProblem when the shop cannot say, and the signal's reason when stopped
 */
export async function askForReport(file: File, reading: Reading, sending: Sending): Promise<Report> {
  const last = await send(new URLSearchParams({ dryRun: "1", ...reading }), file, sending);
  return last.kind === "report" ? last.report : refuseEnd();
}

/** Applies what its report showed; throws as `askForReport`. */
export async function applyReport(
  file: File,
  { token, ...reading }: Reading & { token: string },
  sending: Sending,
): Promise<Applied> {
  const last = await send(new URLSearchParams({ token, name: file.name, ...reading }), file, sending);
  return last.kind === "applied" ? last.applied : refuseEnd();
}

async function send(query: URLSearchParams, file: File, { hear, signal }: Sending): Promise<ImportLine> {
  await file.slice(0, 1).arrayBuffer().catch(refuseUnreadable);
  try {
    // Spreadsheet programs register other types for the same files.
    const headers = { "content-type": "text/csv" };
    const response = await fetchAsUser(`/api/trims.csv?${query}`, { method: "POST", headers, body: file, signal });
    if (!response.ok || !response.body) return await readData(response);
    return await readLines(response.body, hear);
  } catch (error) {
    if (signal.aborted || error instanceof ApiProblem) throw error;
    return refuseConnection();
  }
}

async function readLines(body: ReadableStream<BufferSource>, hear: Sending["hear"]): Promise<ImportLine> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return refuseConnection();
    const lines = (text + value).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines.map((line): ImportLine => JSON.parse(line))) {
      if (line.kind === "problem") throw new ApiProblem({ status: 500, code: line.code, detail: line.detail });
      if (line.kind !== "progress") return line;
      hear(line);
    }
  }
}

/** A browser no longer reads a file that was saved again or moved, and would report a lost connection. */
function refuseUnreadable(): never {
  const detail = "The file has been changed or moved since you chose it. Nothing was sent. Please choose it again.";
  throw new ApiProblem({ status: 409, code: "file-changed", detail });
}

function refuseEnd(): never {
  throw new ApiProblem({ status: 500, code: "internal-error", detail: "The shop gave an unexpected answer." });
}
