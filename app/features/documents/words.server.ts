import { listAddress } from "#app/features/orders/address.rules.ts";
import { documentTitles } from "#app/features/orders/documents.rules.ts";
import type { DocumentFacts, Kind } from "./facts.ts";

/** What each document is called. */
export const titles: Record<Kind, string> = { ...documentTitles, "credit-note": "Credit note" };

/** Whether it has a number of its own, apart from that of its order or sheet. */
export function isNumbered(kind: Kind): boolean {
  return kind === "invoice" || kind === "credit-note";
}

/** `1 line`, `12 lines`. */
export function describeLines(count: number): string {
  return `${count} ${count === 1 ? "line" : "lines"}`;
}

/** Where goods go, as on a letter: no more lines of an address than a label has, and no words lost. */
export function listDestination({ address, ...buyer }: DocumentFacts["buyer"]): string[] {
  const lines = splitLines(address);
  return listAddress({ ...buyer, address: lines.join(lines.length > MOST_LINES ? ", " : "\n") });
}

/** A note as it is printed: many short lines become one paragraph, so that it fits on a page, and no words are lost. */
export function writeNote(note: string): string {
  const lines = splitLines(note);
  return lines.join(lines.length > MOST_LINES ? " / " : "\n");
}

const MOST_LINES = 8;

function splitLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((line) => line.trim() || []);
}
