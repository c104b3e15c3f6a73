import { readStored, removeStored, store } from "#app/client/browser-storage.ts";
import type { DraftLine } from "#app/client/order-draft.ts";

type Lines = readonly DraftLine[];

/** Where a visitor's lines are kept. */
export const VISITOR_KEY = "orderDraft";

let owner: string | undefined;
let shown: Lines | undefined;
let isAllowed = true;
const listeners = new Set<() => void>();

/** The lines that the page shows; undefined until they are known. */
export function shownLines(): Lines | undefined {
  return shown;
}

/** Whether the person whose draft is shown may order. */
export function mayOrder(): boolean {
  return isAllowed;
}

/** Keeps whether this person may order, unless somebody else's draft is shown by now. */
export function allowOrders(uid: string, isTrue: boolean): void {
  if (uid !== owner) return;
  isAllowed = isTrue;
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever other lines are shown, until the returned function stops it. */
export function subscribeLines(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whose draft is shown; undefined when it is a visitor's. */
export function draftOwner(): string | undefined {
  return owner;
}

/** Shows this person's draft from now on, at first with these lines. */
export function changeOwner(uid: string | undefined, lines: Lines | undefined): void {
  owner = uid;
  isAllowed = true;
  showLines(uid, lines);
}

/** Shows these lines in the header and on the tags, unless somebody else's are shown by now. */
export function showLines(uid: string | undefined, lines: Lines | undefined): void {
  if (uid !== owner) return;
  shown = lines;
  for (const listener of listeners) listener();
}

/** What a visitor gathered in this browser. */
export function readVisitorLines(): DraftLine[] {
  try {
    const stored: unknown = JSON.parse(readStored(VISITOR_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isLine) : [];
  } catch {
    return [];
  }
}

/** Keeps the lines of somebody who is not signed in, in this browser. */
export function writeVisitorLines(lines: Lines): void {
  store(VISITOR_KEY, JSON.stringify(lines));
}

/** Called once they have joined the draft of an account, and at logout. */
export function eraseVisitorLines(): void {
  removeStored(VISITOR_KEY);
}

function isLine(line: unknown): line is DraftLine {
  if (typeof line !== "object" || line === null || !("trimId" in line) || !("orderQuantity" in line)) return false;
  return typeof line.trimId === "string" && Number.isInteger(line.orderQuantity) && Number(line.orderQuantity) > 0;
}
