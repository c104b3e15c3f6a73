import type { Network } from "#app/platform/http/client-address.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import type { DocumentSettings, PrintedDocument } from "./documents.server.ts";
import type { DocumentLimits } from "./limits.server.ts";
import type { PdfWorker } from "./pdf-worker.server.ts";

type Asker = { who: Person; network: Network };

/** The line in which somebody waits for the printing thread. */
export function laneOf({ who, network }: Asker): string[] {
  return [who.isAdmin ? "staff" : "buyers", ...network, who.id];
}

/** How each person has something printed, as far as their limit allows. What was printed before is not counted. */
export function createPrinting(pdfWorker: PdfWorker, limits: DocumentLimits) {
  return (asker: Asker): DocumentSettings["print"] =>
    async (job) => {
      const { id } = asker.who;
      await limits.take("document-account", id);
      return pdfWorker.print(job, laneOf(asker)).catch(async (error: unknown) => {
        // Too many were waiting and nothing was printed, so the attempt does not count, if that is not tried all the time.
        const isFree = error instanceof Refusal && (await limits.mayTake("document-refused", id));
        if (isFree) await limits.giveBack("document-account", id);
        throw error;
      });
    };
}

/** Answers with a document: its bytes, and in a header what its file is called. */
export function give({ bytes, filename }: PrintedDocument, setHeader: (name: string, value: string) => void) {
  setHeader("Content-Disposition", `inline; filename="${filename}"`);
  return new Blob([Buffer.from(bytes)]).stream();
}
