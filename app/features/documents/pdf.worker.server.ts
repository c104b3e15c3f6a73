import { parentPort } from "node:worker_threads";
import { openFonts } from "#app/platform/pdf/fonts.server.ts";
import type { Paper } from "#app/platform/pdf/sheet.server.ts";
import type { DocumentFacts } from "./facts.ts";
import type { PickFacts } from "./picking/facts.ts";
import { printPickList } from "./picking/pick-list.server.ts";
import { findMissing, printDocuments } from "./print.server.ts";
import type { StatementFacts } from "./statement/facts.ts";
import { printStatement } from "./statement/statement.server.ts";

// Runs as a thread of its own: a long document takes a tenth of a second, which requests must not wait for.

/** What the thread is asked to print, one file at a time; several documents are one file. */
export type Job = ({ all: readonly DocumentFacts[] } | { pick: PickFacts } | { statement: StatementFacts }) & {
  paper: Paper;
};
/** Or which letters of these facts no font has. */
export type Search = { charactersOf: DocumentFacts };
export type Printed = { bytes: Uint8Array<ArrayBuffer> } | { missing: string[] } | { reason: string };

const fonts = openFonts();

parentPort?.on("message", async (job: Job | Search) => {
  const printed = await print(job);
  // Handed over, not copied.
  parentPort?.postMessage(printed, "bytes" in printed ? [printed.bytes.buffer] : []);
});

async function print(job: Job | Search): Promise<Printed> {
  try {
    if ("charactersOf" in job) return { missing: await findMissing(job.charactersOf, await fonts) };
    if ("pick" in job) return { bytes: await printPickList(job.pick, job.paper, await fonts) };
    if ("statement" in job) return { bytes: await printStatement(job.statement, job.paper, await fonts) };
    return { bytes: await printDocuments(job.all, job.paper, await fonts) };
  } catch (error) {
    return { reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
