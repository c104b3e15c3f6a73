import { tooManyRequests } from "#app/contract/problem.ts";
import { refuseForNow } from "./refusal.server.ts";
import { streamParts } from "./stream.server.ts";

const RETRY_AFTER_S = 5;

/** Sends lists that are longer than a page as a whole, one at a time to each person. */
export type WholeLists = {
  /**
   * Writes pages of rows as one JSON array; each page is read when the client has taken the one before. A failure
   * breaks the answer off, so that nobody takes a part for the whole list.
   * @param person who gets it
   * @param parse what a page becomes on its way out
   * @param failed is told why an answer broke off
   * @throws Refusal too-many-requests while the same person is being sent another list
   */
  send<Row>(
    person: string,
    pages: AsyncIterable<Row[]>,
    parse: (page: Row[]) => object,
    failed: (error: unknown) => void,
  ): ReadableStream<Uint8Array>;
};

/** Known in this process: each of several processes sends a person one list. */
export function createWholeLists(): WholeLists {
  const busy = new Set<string>();
  return {
    send(person, pages, parse, failed) {
      if (busy.has(person)) {
        refuseForNow(
          tooManyRequests,
          "You are being sent another long list. Ask again when it has ended.",
          RETRY_AFTER_S,
        );
      }
      busy.add(person);
      return streamParts(toArray(pages, parse), (error) => {
        busy.delete(person);
        if (error !== undefined) failed(error);
      });
    },
  };
}

async function* toArray<Row>(pages: AsyncIterable<Row[]>, parse: (page: Row[]) => object) {
  const encoder = new TextEncoder();
  let before = "[";
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield encoder.encode(`${before}${JSON.stringify(parse(page)).slice(1, -1)}`);
    before = ",";
  }
  yield encoder.encode(before === "[" ? "[]" : "]");
}
