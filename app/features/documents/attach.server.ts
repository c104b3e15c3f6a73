import type { Db } from "#app/platform/db/client.server.ts";
import type { Attach, Attachment } from "#app/platform/mail/message.server.ts";
import { findNote } from "./credit-notes.server.ts";
import {
  type DocumentSettings,
  findCreditNote,
  findDocument,
  findIssued,
  type PrintedDocument,
} from "./documents.server.ts";
import { MAIL_LANE, type PdfWorker } from "./pdf-worker.server.ts";
import * as queries from "./queries.server.ts";

/**
 * What mails call documents: `confirmation order 0198…`, `invoice order 0198…`, `confirmation sheet 0198… version 2`,
 * `invoice 0198…`, `credit-note 0198…`.
 */
const name = /^(confirmation|invoice) (order|sheet) ([0-9a-f-]{36})(?: version (\d+))?$/;
const noteName = /^credit-note ([0-9a-f-]{36})$/;
const invoiceName = /^invoice ([0-9a-f-]{36})$/;

/** Makes the documents that mails enclose, when they are sent. An invoice of several orders is enclosed once. */
export function createAttacher(
  db: Db,
  { pdfWorker, ...rest }: Omit<DocumentSettings, "print"> & { pdfWorker: PdfWorker },
): Attach {
  const settings: DocumentSettings = { ...rest, print: (job) => pdfWorker.print(job, MAIL_LANE) };
  return async (names) => {
    const wishes = names.flatMap(toWish);
    const read = (of: queries.Of) => {
      const ids = wishes.flatMap((wish) => (wish.of === of ? wish.id : []));
      return queries.listWithLines(db, of, [...new Set(ids)]);
    };
    const sources = (await Promise.all([read("order"), read("sheet")])).flat();
    const known = new Map(sources.map((source) => [source.id, source]));
    const enclosures = new Map<string, Attachment>();
    const enclose = ({ filename, bytes: content }: PrintedDocument) =>
      enclosures.set(filename, { filename, contentType: "application/pdf", content });
    for (const one of names) {
      const [, id] = noteName.exec(one) ?? [];
      const note = id && (await findNote(db, id));
      if (note) enclose(await findCreditNote(db, settings, note));
      const [, invoiceId] = invoiceName.exec(one) ?? [];
      const invoice = invoiceId && (await queries.findNamedInvoice(db, invoiceId));
      if (invoice) enclose(await findIssued(db, settings, invoice));
    }
    for (const { kind, of, id, version } of wishes) {
      const source = known.get(id);
      const asked = source && { kind, of, source, lines: source.lines, version };
      const document = asked && (await findDocument(db, settings, asked));
      if (document) enclose(document);
    }
    return [...enclosures.values()];
  };
}

function toWish(one: string) {
  const [, kind, of, id = "", version] = name.exec(one) ?? [];
  if ((kind !== "confirmation" && kind !== "invoice") || (of !== "order" && of !== "sheet")) return [];
  return [{ kind, of, id, version: version === undefined ? undefined : Number(version) } as const];
}
