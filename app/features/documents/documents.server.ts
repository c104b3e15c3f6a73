import { isOnDocument } from "#app/features/orders/documents.rules.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { HouseSettings } from "#app/platform/house-env.server.ts";
import type { Paper } from "#app/platform/pdf/sheet.server.ts";
import type { DocumentFacts, House, Kind } from "./facts.ts";
import { gatherFacts } from "./gather.server.ts";
import { findOrIssue, readInvoice } from "./invoices.server.ts";
import type { Asker, Press } from "./press.server.ts";
import * as queries from "./queries.server.ts";
import { paperOf } from "./rules.ts";

export type DocumentSettings = {
  house: HouseSettings;
  /** Where people write to. */
  contact: string;
  timeZone: string;
  press: Press;
};

/** A printed document, and what its file is called. */
export type PrintedDocument = { bytes: Uint8Array; filename: string };

type Wish = { kind: Kind; of: queries.Of; source: queries.Source; paper?: Paper | undefined; asker: Asker };

/** Prints a document of an order or sheet; undefined when there is nothing for it to say yet. */
export async function findDocument(
  db: Db,
  settings: DocumentSettings,
  wish: Wish,
): Promise<PrintedDocument | undefined> {
  const paper = wish.paper ?? paperOf(wish.source.country) ?? settings.house.paper;
  if (wish.kind === "invoice") return printInvoice(db, settings, { ...wish, paper });
  const facts = await gather(db, settings, wish);
  if (!facts) return undefined;
  const bytes = await settings.press.print({ facts, paper }, wish.asker);
  return { bytes, filename: `${files[wish.kind]}-${facts.number}.pdf` };
}

const files: Record<Kind, string> = {
  confirmation: "order-confirmation",
  proforma: "pro-forma",
  packing: "packing-list",
  invoice: "invoice",
};

async function gather(
  db: Db,
  settings: DocumentSettings,
  { kind, of, source }: Wish,
): Promise<DocumentFacts | undefined> {
  if (kind === "invoice") return undefined;
  const lines = (await queries.listLines(db, { of, id: source.id })).filter(isOnDocument[kind]);
  if (lines.length === 0) return undefined;
  const at = kind === "packing" ? new Date().toISOString() : source.createdAt;
  return gatherFacts({ kind, of, source, lines, house: toHouse(settings), timeZone: settings.timeZone, at });
}

/** The first printing on a paper is kept: an issued invoice stays the same, byte by byte. */
async function printInvoice(
  db: Db,
  settings: DocumentSettings,
  { of, source, paper, asker }: Wish & { paper: Paper },
): Promise<PrintedDocument | undefined> {
  const invoice = await findOrIssue(db, { ...settings, house: toHouse(settings) }, of, source.id);
  if (!invoice) return undefined;
  const filename = `${files.invoice}-${invoice.number}.pdf`;
  const kept = await queries.findPrinted(db, invoice.id, paper);
  if (kept) return { bytes: kept, filename };
  const bytes = await settings.press.print({ facts: readInvoice(invoice), paper }, asker);
  return { bytes: await queries.keepPrinted(db, { invoiceId: invoice.id, paper, bytes }), filename };
}

export function toHouse({ house, contact }: Pick<DocumentSettings, "house" | "contact">): House {
  const { address, bank, terms } = house;
  return { address, bank, terms, contact };
}
