import type { DocumentSettings } from "#app/features/documents/documents.server.ts";
import { toSeller } from "#app/features/documents/documents.server.ts";
import type { DocumentLimits } from "#app/features/documents/limits.server.ts";
import type { PdfWorker } from "#app/features/documents/pdf-worker.server.ts";
import { createPrinting, give } from "#app/features/documents/printing.server.ts";
import * as contract from "#app/features/money/statement.contract.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { writeStatement } from "./csv.server.ts";
import { printStatement } from "./print.server.ts";
import { readStatement } from "./statement.server.ts";

type Settings = Omit<DocumentSettings, "print"> & { pdfWorker: PdfWorker };

/** What `statement.contract.ts` declares, served. */
export function statementApi({ pdfWorker, ...settings }: Settings, limits: DocumentLimits): Served[] {
  const printFor = createPrinting(pdfWorker, limits);
  return [
    serve(contract.readStatement, ({ db, who, query }) => readStatement(db, who, query, settings)),

    serve(contract.downloadStatement, async ({ db, who, query: { separator, ...query }, setHeader }) => {
      const statement = await readStatement(db, who, query, settings);
      setHeader("Content-Disposition", `attachment; filename="statement-${statement.from}-${statement.to}.csv"`);
      return new Blob([writeStatement(statement, separator)]).stream();
    }),

    serve(contract.printStatement, async ({ db, who, network, query: { paper, ...query }, setHeader }) => {
      const statement = await readStatement(db, who, query, settings);
      const asked = { seller: toSeller(settings), paper: paper ?? settings.seller.paper };
      const about = { ...asked, print: printFor({ who, network }), at: new Date().toISOString() };
      return give(await printStatement(statement, about), setHeader);
    }),
  ];
}
