import { useSyncExternalStore } from "react";
import type { DraftLine, OrderDraft, OrderedBefore } from "#app/client/order-draft.ts";
import { requireSession } from "#app/client/session.ts";
import type { Draft } from "#app/features/sheets/contract.ts";
import { type Again, sortAgain } from "./again.rules.ts";
import { DraftSync } from "./draft-sync.ts";
import { type DraftEdit, withLine, withMissing } from "./edits.ts";

let opened: DraftSync | undefined;

/** Follows the draft of a signed-in person, and adds to it what they gathered before they logged in. */
export function openDraft(uid: string): void {
  if (opened?.uid === uid) return;
  opened?.stop();
  opened = new DraftSync(uid);
}

/** Takes over a draft that was just read on the server; one that was read here before is requested again. */
export function showDraft(uid: string, draft: Draft, etag: string): void {
  if (opened?.uid !== uid) {
    opened?.stop();
    opened = new DraftSync(uid, { draft, etag });
  } else void opened.load(true).catch(() => undefined);
}

/** The draft with all edits made here; undefined while it is not known. */
export function useAccountDraft(): Draft | undefined {
  return useSyncExternalStore(
    (listener) => opened?.hear(listener) ?? (() => {}),
    () => opened?.draft,
    () => undefined,
  );
}

/** Whether the shop is refusing the edits made here. They are tried again, but lost if the page is left. */
export function useDraftUnsaved(): boolean {
  return useSyncExternalStore(
    (listener) => opened?.hear(listener) ?? (() => {}),
    () => opened?.isUnsaved ?? false,
    () => false,
  );
}

/** The draft, once it is known. With `fresh` it is requested again. @throws ApiProblem when it cannot be read. */
export async function loadedDraft(uid: string, { fresh = false } = {}): Promise<Draft> {
  openDraft(uid);
  return draftOf(uid).load(fresh);
}

/** Which version of the draft is shown, for `If-Match`; undefined while none is known. */
export function draftVersion(uid: string): string | undefined {
  return draftOf(uid).etag;
}

/** Shows a change at once and saves it, after `delayMs` if it may be followed by another. */
export function editDraft(uid: string, edit: DraftEdit, delayMs = 0): void {
  openDraft(uid);
  draftOf(uid).edit(edit, delayMs);
}

/** Puts pieces of a trim on the draft. Returns the lines as they were. @throws ApiProblem when they cannot be read. */
export async function putLine(uid: string, line: DraftLine & { name: string }): Promise<readonly DraftLine[]> {
  const { lines } = await loadedDraft(uid);
  editDraft(uid, withLine(line));
  return lines;
}

/** Resolves once every edit is saved, or refused. */
export async function draftSaved(uid: string): Promise<void> {
  openDraft(uid);
  await draftOf(uid).saved();
}

/** After the draft was sent, which empties it: reads it again, here and in the other tabs. */
export async function draftSent(uid: string): Promise<void> {
  openDraft(uid);
  await draftOf(uid).sent();
}

/** Puts on the draft what was ordered before; see OrderDraft. */
export const orderAgain: OrderDraft["orderAgain"] = async (of, wanted, isAsking) => {
  const { user } = await requireSession(new Request(location.href));
  const { lines } = await loadedDraft(user.uid, { fresh: true });
  const asked = wanted.map(({ trimId, orderQuantity, productName }) => ({ trimId, orderQuantity, productName }));
  const again: Again = isAsking && lines.length > 0 ? { of, asked } : { of, ...(await fillDraft(user.uid, wanted)) };
  return { again };
};

/** Adds what was ordered before to a person's draft. Trims that are there already keep their pieces. */
export async function fillDraft(uid: string, wanted: readonly OrderedBefore[]) {
  const before = await loadedDraft(uid);
  const was = new Set(before.lines.map(({ trimId }) => trimId));
  const lines = wanted.flatMap(({ trimId, orderQuantity }) => (trimId ? [{ trimId, orderQuantity }] : []));
  editDraft(uid, withMissing(lines));
  await draftSaved(uid);
  const after = await loadedDraft(uid);
  const goneIds = new Set(after.lines.filter(({ gone }) => gone).map(({ trimId }) => trimId));
  editDraft(uid, (draft) => ({
    ...draft,
    lines: draft.lines.filter(({ trimId }) => !goneIds.has(trimId) || was.has(trimId)),
  }));
  return sortAgain(wanted, after.lines, was);
}

function draftOf(uid: string): DraftSync {
  if (opened?.uid !== uid) throw new Error("Another person has signed in");
  return opened;
}
