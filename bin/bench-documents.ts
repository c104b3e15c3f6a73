// Measures printing: `node bin/bench-documents.ts [rounds]`. Prints the median milliseconds of a document of 1, 12 and
// 200 lines and of 200 packing lists in one file, in the thread that prints, and for how long the main thread answered
// nothing meanwhile.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { totalPrice } from "#app/contract/money.ts";
import { toSeller } from "#app/features/documents/documents.server.ts";
import type { DocumentFacts, Kind } from "#app/features/documents/facts.ts";
import { openPdfWorker } from "#app/features/documents/pdf-worker.server.ts";
import { readSeller } from "#app/platform/seller-env.server.ts";
import catalogue from "#db/catalogue.json" with { type: "json" };

const ROUNDS = Number(process.argv[2] ?? 20);
const seller = toSeller({ seller: readSeller({ PAPER: "A4" }, true), contact: "help@rivet-and-reed.example" });

const files: Record<string, DocumentFacts[]> = {
  "invoice, 1 line": [build("invoice", 1)],
  "invoice, 12 lines": [build("invoice", 12)],
  "invoice, 200 lines": [build("invoice", 200)],
  "confirmation, 200 lines": [build("confirmation", 200)],
  "packing list, 200 lines": [build("packing", 200)],
  "200 packing lists": Array.from({ length: 200 }, () => build("packing", 1)),
};

const pdfWorker = openPdfWorker();
for (const [name, all] of Object.entries(files)) {
  // The first document reads the fonts.
  await pdfWorker.print({ all, paper: "A4" }, ["buyers"]);
  const times: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let round = 0; round < ROUNDS; round++) {
    const startMs = performance.now();
    await pdfWorker.print({ all, paper: "A4" }, ["buyers"]);
    times.push(performance.now() - startMs);
  }
  delay.disable();
  times.sort((a, b) => a - b);
  const median = times[Math.floor(ROUNDS / 2)] ?? 0;
  console.info(`${name}: ${median.toFixed(0)} ms, main thread at most ${(delay.max / 1e6).toFixed(0)} ms`);
}
await pdfWorker.close();

function build(kind: Kind, lines: number): DocumentFacts {
  return {
    kind,
    number: kind === "invoice" ? "2026-00001" : "S-31",
    of: "Sheet S-31",
    ...{
      at: "2026-11-21T09:00:00.000Z",
      day: "2026-11-21",
      dueOn: "2026-12-21",
      wantedOn: null,
      poNumber: "4500-2271",
    },
    seller: seller,
    buyer: {
      ...{ name: "Astrid Lindqvist", company: "Norrland Denim AB", email: "buyer@norrland-denim.example" },
      ...{ phone: "+46855512080", address: "Vävaregatan 14\n903 26 Umeå", country: "Sweden" },
    },
    shipment: { carrier: null, trackingNumber: null },
    note: null,
    lines: Array.from({ length: lines }, (_, at) => {
      const { name: item = "", price = 0 } = catalogue[at % catalogue.length] ?? {};
      const [pieces, unitPrice] = [1001 + at * 37, totalPrice(String(price), 1)];
      const said = { order: 1042 + at, article: at + 1, item, line: "Rivets", pieces, packingUnit: 500 };
      return { ...said, unitPrice, total: totalPrice(unitPrice, pieces) };
    }),
  };
}
