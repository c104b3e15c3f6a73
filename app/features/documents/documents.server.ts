import { dayAt } from "#app/contract/calendar.ts";
import { totalPrice } from "#app/contract/money.ts";
import { findVersion } from "#app/features/orders/change/queries.server.ts";
import type { Charge } from "#app/features/orders/charges/charge.rules.ts";
import { listCharges } from "#app/features/orders/charges/queries.server.ts";
import { listOn } from "#app/features/orders/documents.rules.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { Paper } from "#app/platform/pdf/sheet.server.ts";
import type { SellerSettings } from "#app/platform/seller-env.server.ts";
import { type CreditNote, findPrinted, keepPrinted } from "./credit-notes.server.ts";
import type { DocumentFacts, Kind, Seller } from "./facts.ts";
import { gatherFacts } from "./gather.server.ts";
import { findOrIssue, readInvoice } from "./invoices.server.ts";
import type { Job } from "./pdf.worker.server.ts";
import * as queries from "./queries.server.ts";
import { paperOf } from "./rules.ts";

export type DocumentSettings = {
  seller: SellerSettings;
  /** Where people write to. */
  contact: string;
  timeZone: string;
  /** Prints for whoever asked. */
  print: (job: Job) => Promise<Uint8Array>;
};

/** A printed document, and what its file is called. */
export type PrintedDocument = { bytes: Uint8Array; filename: string };

type Wish = {
  kind: Kind;
  of: queries.Of;
  source: queries.Source;
  /** Its lines, if they are read already. */
  lines?: readonly queries.SourceLine[];
  paper?: Paper | undefined;
  /** Of a confirmation, an earlier version; without it, that of now. */
  version?: number | undefined;
};

/** Prints a document of an order or sheet; undefined when there is nothing for it to say yet. */
export async function findDocument(
  db: Db,
  settings: DocumentSettings,
  wish: Wish,
): Promise<PrintedDocument | undefined> {
  const paper = wish.paper ?? paperOf(wish.source.country) ?? settings.seller.paper;
  if (wish.kind === "invoice") return printInvoice(db, settings, { ...wish, paper });
  const facts = await gather(db, settings, wish);
  if (!facts) return undefined;
  const bytes = await settings.print({ all: [facts], paper });
  return { bytes, filename: `${files[wish.kind]}-${facts.number}.pdf` };
}

const files: Record<Kind, string> = {
  confirmation: "order-confirmation",
  proforma: "pro-forma",
  packing: "packing-list",
  invoice: "invoice",
  "credit-note": "credit-note",
};

/** What the confirmation of an order or sheet says, which is all that its other documents say. */
export function gatherConfirmation(
  db: Db,
  settings: DocumentSettings,
  asked: { of: queries.Of; source: queries.Source },
): Promise<DocumentFacts | undefined> {
  return gather(db, settings, { ...asked, kind: "confirmation" });
}

async function gather(
  db: Db,
  settings: DocumentSettings,
  { kind, of, source: now, lines: known, version = now.version }: Wish,
): Promise<DocumentFacts | undefined> {
  if (kind === "invoice" || kind === "credit-note") return undefined;
  const all = known ?? (await queries.listLines(db, { of, id: now.id }));
  const said =
    version === now.version ? { source: now, lines: all } : await recall(db, { source: now, lines: all }, version);
  const charges = said?.charges ?? (await listCharges(db, now.id));
  const lines = listOn(kind, said?.lines ?? []);
  if (!said || lines.length === 0) return undefined;
  const at = kind === "packing" ? new Date().toISOString() : await findStart(db, now, version);
  const { timeZone } = settings;
  return gatherFacts({
    kind,
    of,
    source: said.source,
    lines,
    seller: toSeller(settings),
    timeZone,
    at,
    version,
    charges,
  });
}

type Said = {
  source: queries.Source;
  lines: readonly queries.SourceLine[];
  /** Those of now, if it says nothing about them. */
  charges?: readonly Charge[];
};

/** What an order or sheet said in an earlier version; undefined if there is none. */
async function recall(db: Db, now: Said, version: number): Promise<Said | undefined> {
  const found = await findVersion(db, now.source.id, version);
  if (!found) return undefined;
  const { orders, shipTo = null, charges = [], ...shared } = found.said;
  const saidOf = new Map(orders.map((order) => [order.id, order]));
  const lines = now.lines.flatMap((line) => {
    const said = saidOf.get(line.id);
    if (!said) return [];
    const { orderQuantity: pieces, unitPrice, isInReview } = said;
    const review = isInReview ? ("in-review" as const) : ("accepted" as const);
    return [{ ...line, pieces, unitPrice, total: totalPrice(unitPrice, pieces), review }];
  });
  return { source: { ...now.source, ...shared, shipTo }, lines, charges };
}

/** When a version began. */
async function findStart(db: Db, { id, createdAt }: queries.Source, version: number): Promise<string> {
  const before = version > 1 ? await findVersion(db, id, version - 1) : undefined;
  return before?.endedAt ?? createdAt;
}

/**
 * Prints the packing lists of the orders with these numbers in one file, each on pages of its own. Lines of one sheet
 * share a list. What is not accepted is left out; undefined when nothing is.
 */
export async function findPackingLists(
  db: Db,
  settings: DocumentSettings,
  { numbers, paper = settings.seller.paper }: { numbers: readonly number[]; paper?: Paper | undefined },
): Promise<PrintedDocument | undefined> {
  const orders = await queries.listOrders(db, numbers);
  const listed = await queries.listLines(db, { ids: orders.map(({ id }) => id) });
  const lines = listOn("packing", listed);
  if (lines.length === 0) return undefined;
  const sheets = await queries.listSheets(
    db,
    lines.flatMap(({ sheetId }) => sheetId ?? []),
  );
  const sources = new Map([...orders, ...sheets].map((source) => [source.id, source]));
  const seller = toSeller(settings);
  const at = new Date().toISOString();
  const all = [...Map.groupBy(lines, ({ id, sheetId }) => sheetId ?? id)].flatMap(([id, own]) => {
    const source = sources.get(id);
    const of = source?.sheetId === id ? "sheet" : "order";
    const { timeZone } = settings;
    return source ? gatherFacts({ kind: "packing", of, source, lines: own, seller: seller, timeZone, at }) : [];
  });
  const bytes = await settings.print({ all, paper });
  return { bytes, filename: `packing-lists-${dayAt(new Date(at), settings.timeZone)}.pdf` };
}

/** The first printing on a paper is kept: an issued invoice stays the same, byte by byte. */
async function printInvoice(
  db: Db,
  settings: DocumentSettings,
  { of, source, paper }: Wish & { paper: Paper },
): Promise<PrintedDocument | undefined> {
  const invoice = await findOrIssue(db, { ...settings, seller: toSeller(settings) }, of, source.id);
  return invoice && printIssued(db, settings, invoice, paper);
}

async function printIssued(
  db: Db,
  settings: DocumentSettings,
  invoice: queries.Invoice,
  paper: Paper,
): Promise<PrintedDocument> {
  const filename = `${files.invoice}-${invoice.number}.pdf`;
  const printed = await queries.findPrinted(db, invoice.id, paper);
  if (printed) return { bytes: printed, filename };
  const bytes = await settings.print({ all: [readInvoice(invoice)], paper });
  return { bytes: await queries.keepPrinted(db, { invoiceId: invoice.id, paper, bytes }), filename };
}

/** As `printInvoice`, for an invoice by its id or number. Without a paper, it is printed on that of its buyer. */
export function findIssued(
  db: Db,
  settings: DocumentSettings,
  invoice: queries.NamedInvoice,
  asked?: Paper,
): Promise<PrintedDocument> {
  return printIssued(db, settings, invoice, asked ?? paperOf(invoice.country) ?? settings.seller.paper);
}

/** As `printInvoice`, for a credit note by its id or number. Without a paper, it is printed on that of its buyer. */
export async function findCreditNote(
  db: Db,
  settings: DocumentSettings,
  note: CreditNote,
  asked?: Paper,
): Promise<PrintedDocument> {
  const paper = asked ?? paperOf(note.country) ?? settings.seller.paper;
  const filename = `${files["credit-note"]}-${note.number}.pdf`;
  const printed = await findPrinted(db, note.id, paper);
  if (printed) return { bytes: printed, filename };
  const bytes = await settings.print({ all: [readInvoice(note)], paper });
  return { bytes: await keepPrinted(db, { creditNoteId: note.id, paper, bytes }), filename };
}

/** The company as documents show it. */
export function toSeller({ seller, contact }: Pick<DocumentSettings, "seller" | "contact">): Seller {
  const { address, bank, terms, tax, register } = seller;
  return { address, bank, terms, contact, tax, ...(register && { register }) };
}
