import type { Db } from "#app/platform/db/client.server.ts";
import type { Enclose, Enclosure } from "#app/platform/mail/message.server.ts";
import { type DocumentSettings, findDocument } from "./documents.server.ts";
import * as queries from "./queries.server.ts";

/** What mails call documents: `confirmation order 0198…`, `invoice order 0198…`, `confirmation sheet 0198…`. */
const name = /^(confirmation|invoice) (order|sheet) ([0-9a-f-]{36})$/;

/** Makes the documents that a mail encloses, when it is sent. An invoice of several orders is enclosed once. */
export function createEncloser(db: Db, settings: DocumentSettings): Enclose {
  return async (names) => {
    const enclosures = new Map<string, Enclosure>();
    for (const one of names) {
      const [, kind, of, id = ""] = name.exec(one) ?? [];
      if ((kind !== "confirmation" && kind !== "invoice") || (of !== "order" && of !== "sheet")) continue;
      const source = of === "order" ? await queries.findOrder(db, id) : await queries.findSheet(db, id);
      const document = source && (await findDocument(db, settings, { kind, of, source, asker: "mail" }));
      if (!document) continue;
      const { filename, bytes: content } = document;
      enclosures.set(filename, { filename, contentType: "application/pdf", content });
    }
    return [...enclosures.values()];
  };
}
