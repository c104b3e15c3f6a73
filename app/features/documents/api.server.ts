import type { IdOrNumber } from "#app/contract/id.ts";
import { notFound } from "#app/contract/problem.ts";
import { mayRead, showColleagues } from "#app/features/orders/access.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { Network } from "#app/platform/http/client-address.server.ts";
import { type Person, type Served, serve } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { Paper } from "#app/platform/pdf/sheet.server.ts";
import * as contract from "./contract.ts";
import { findNote } from "./credit-notes.server.ts";
import {
  type DocumentSettings,
  findCreditNote,
  findDocument,
  findIssued,
  findPackingLists,
  gatherConfirmation,
} from "./documents.server.ts";
import type { Kind } from "./facts.ts";
import type { DocumentLimits } from "./limits.server.ts";
import type { PdfWorker } from "./pdf-worker.server.ts";
import { findPickList } from "./picking/gather.server.ts";
import { printPickList } from "./picking.contract.ts";
import { createPrinting, give, laneOf } from "./printing.server.ts";
import * as queries from "./queries.server.ts";

type DocumentDependencies = Omit<DocumentSettings, "print"> & { pdfWorker: PdfWorker };

/** What `contract.ts` declares, served. What has to be printed counts against the account's limit. */
export function documentsApi({ pdfWorker, ...rest }: DocumentDependencies, limits: DocumentLimits): Served[] {
  const printFor = createPrinting(pdfWorker, limits);
  const settingsFor = (call: Pick<Call, "who" | "network">): DocumentSettings => ({ ...rest, print: printFor(call) });
  const answer = (of: queries.Of, kind: Kind) => (call: Call) => print(settingsFor(call), call, of, kind);
  const answerMissing = (of: queries.Of) => async (call: Omit<Call, "query">) => {
    const asked = { of, source: await findSource(call, of) };
    const facts = await gatherConfirmation(call.db, settingsFor(call), asked);
    return { characters: facts ? await pdfWorker.findMissing(facts, laneOf(call)) : [] };
  };
  return [
    serve(contract.printConfirmation, answer("order", "confirmation")),
    serve(contract.printProforma, answer("order", "proforma")),
    serve(contract.printInvoice, answer("order", "invoice")),
    serve(contract.printPacking, answer("order", "packing")),
    serve(contract.printSheetConfirmation, answer("sheet", "confirmation")),
    serve(contract.printSheetProforma, answer("sheet", "proforma")),
    serve(contract.printSheetInvoice, answer("sheet", "invoice")),
    serve(contract.printSheetPacking, answer("sheet", "packing")),

    serve(contract.findMissingCharacters, answerMissing("order")),
    serve(contract.findMissingCharactersOfSheet, answerMissing("sheet")),

    serve(contract.printPackingLists, async ({ db, who, network, query: { order, paper }, setHeader }) => {
      const lists = await findPackingLists(db, settingsFor({ who, network }), { numbers: order, paper });
      if (!lists) refuse(notFound, "None of these orders is accepted yet.");
      return give(lists, setHeader);
    }),

    serve(contract.printCreditNote, async ({ db, who, network, params, query, setHeader }) => {
      const note = await findNote(db, params.number);
      if (!note || !(await mayRead(db, who, note))) refuse(notFound, "This credit note does not exist.");
      return give(await findCreditNote(db, settingsFor({ who, network }), note, query.paper), setHeader);
    }),

    serve(contract.printNumberedInvoice, async ({ db, who, network, params, query, setHeader }) => {
      const invoice = await queries.findNamedInvoice(db, params.number);
      if (!invoice || !(await mayRead(db, who, invoice))) refuse(notFound, "This invoice does not exist.");
      return give(await findIssued(db, settingsFor({ who, network }), invoice, query.paper), setHeader);
    }),

    serve(printPickList, async ({ db, who, network, params, query, setHeader }) => {
      return give(await findPickList(db, settingsFor({ who, network }), { ...params, ...query }), setHeader);
    }),
  ];
}

type Call = {
  db: Db;
  who: Person;
  network: Network;
  params: { id: IdOrNumber };
  query: { paper?: Paper | undefined; version?: number | undefined };
  setHeader(name: string, value: string): void;
};

const missing: Record<Kind, string> = {
  confirmation: "There is nothing to confirm.",
  proforma: "There is no pro-forma invoice for what was declined or cancelled.",
  packing: "Nothing is accepted yet.",
  invoice: "There is no invoice yet.",
  "credit-note": "There is no credit note.",
};

async function print(settings: DocumentSettings, call: Call, of: queries.Of, kind: Kind) {
  const { db, query, setHeader } = call;
  const source = await findSource(call, of);
  const document = await findDocument(db, settings, { kind, of, source, ...query });
  if (!document) refuse(notFound, missing[kind]);
  return give(document, setHeader);
}

/** As the caller reads it. @throws Refusal not-found of what does not exist, or is another buyer's or company's. */
async function findSource({ db, who, params }: Pick<Call, "db" | "who" | "params">, of: queries.Of) {
  const source = of === "order" ? await queries.findOrder(db, params.id) : await queries.findSheet(db, params.id);
  if (!source || !(await mayRead(db, who, source))) refuse(notFound, `This ${nouns[of]} does not exist.`);
  return who.isAdmin ? source : showColleagues(source);
}

const nouns: Record<queries.Of, string> = { order: "order", sheet: "order sheet" };
