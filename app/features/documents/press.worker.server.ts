import { parentPort } from "node:worker_threads";
import { openFonts } from "#app/platform/pdf/fonts.server.ts";
import type { Paper } from "#app/platform/pdf/sheet.server.ts";
import type { DocumentFacts } from "./facts.ts";
import { printDocuments } from "./print.server.ts";

// Runs as a thread of its own: a long document takes a tenth of a second, which requests must not wait for.

/** What the thread is asked to print, one file at a time; several documents are one file. */
export type Job = { all: readonly DocumentFacts[]; paper: Paper };
export type Printed = { bytes: Uint8Array<ArrayBuffer> } | { reason: string };

const fonts = openFonts();

parentPort?.on("message", async (job: Job) => {
  const printed = await print(job);
  // Handed over, not copied.
  parentPort?.postMessage(printed, "bytes" in printed ? [printed.bytes.buffer] : []);
});

async function print({ all, paper }: Job): Promise<Printed> {
  try {
    return { bytes: await printDocuments(all, paper, await fonts) };
  } catch (error) {
    return { reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
