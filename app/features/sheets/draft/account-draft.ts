import { useSyncExternalStore } from "react";
import type { DraftLine, OrderDraft, OrderedBefore, SaidBefore } from "#app/client/order-draft.ts";
import { requireSession } from "#app/client/session.ts";
import type { Draft } from "#app/features/sheets/contract.ts";
import { type Again, sortAgain } from "./again.rules.ts";
import { DraftSync } from "./draft-sync.ts";
import { type DraftEdit, withLine, withMissing, withSaid } from "./edits.ts";

/** The drafts that are open in this tab: a person's own, and, if staff write them, those for buyers. */
const opened = new Map<string, DraftSync>();

/** Which draft: a person's own, or the one that they write for a buyer. */
export function draftIdOf(uid: string, buyerId?: string): string {
  return buyerId === undefined ? uid : `${uid} ${buyerId}`;
}

/** Follows a draft of whoever is signed in, and adds to their own what they gathered before they logged in. */
export function openDraft(draftId: string): void {
  if (!opened.has(draftId)) add(draftId);
}

/** Takes over a draft that was just read on the server; one that was read here before is requested again. */
export function showDraft(draftId: string, draft: Draft, etag: string): void {
  const present = opened.get(draftId);
  if (present) {
    present.adopt({ draft, etag });
    void present.load(true).catch(() => undefined);
  } else add(draftId, { draft, etag });
}

function add(draftId: string, stored?: { draft: Draft; etag: string }): void {
  const added = new DraftSync(draftId, stored);
  for (const [id, other] of opened) {
    // Another person has signed in.
    if (other.uid !== added.uid) {
      other.stop();
      opened.delete(id);
    }
  }
  opened.set(draftId, added);
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** Calls `listener` when this draft changes, also if it is opened later. */
function hear(draftId: string, listener: () => void): () => void {
  let stop = opened.get(draftId)?.hear(listener);
  const onOpened = () => {
    stop?.();
    stop = opened.get(draftId)?.hear(listener);
    listener();
  };
  listeners.add(onOpened);
  return () => {
    listeners.delete(onOpened);
    stop?.();
  };
}

/** The draft with all edits made here; undefined while it is not known. */
export function useAccountDraft(draftId: string): Draft | undefined {
  return useSyncExternalStore(
    (listener) => hear(draftId, listener),
    () => opened.get(draftId)?.draft,
    () => undefined,
  );
}

/** Whether the shop is refusing the edits made here. They are tried again, but lost if the page is left. */
export function useDraftUnsaved(draftId: string): boolean {
  return useSyncExternalStore(
    (listener) => hear(draftId, listener),
    () => opened.get(draftId)?.isUnsaved ?? false,
    () => false,
  );
}

/** The draft, once it is known. With `fresh` it is requested again. @throws ApiProblem when it cannot be read. */
export async function loadedDraft(draftId: string, { fresh = false } = {}): Promise<Draft> {
  openDraft(draftId);
  return draftOf(draftId).load(fresh);
}

/** Which version of the draft is shown, for `If-Match`; undefined while none is known. */
export function draftVersion(draftId: string): string | undefined {
  return draftOf(draftId).etag;
}

/** Shows a change at once and saves it, after `delayMs` if it may be followed by another. */
export function editDraft(draftId: string, edit: DraftEdit, delayMs = 0): void {
  openDraft(draftId);
  draftOf(draftId).edit(edit, delayMs);
}

/** Puts pieces of a trim on the draft. Returns the lines as they were. @throws ApiProblem when they cannot be read. */
export async function putLine(draftId: string, line: DraftLine & { name: string }): Promise<readonly DraftLine[]> {
  const { lines } = await loadedDraft(draftId);
  editDraft(draftId, withLine(line));
  return lines;
}

/** Resolves once every edit is saved, or refused. */
export async function draftSaved(draftId: string): Promise<void> {
  openDraft(draftId);
  await draftOf(draftId).saved();
}

/** After the draft was sent, which empties it: reads it again, here and in the other tabs. */
export async function draftSent(draftId: string): Promise<void> {
  openDraft(draftId);
  await draftOf(draftId).sent();
}

/** Puts on the draft what was ordered before; see OrderDraft. */
export const orderAgain: OrderDraft["orderAgain"] = async (of, wanted, isAsking, said) => {
  const { user } = await requireSession(new Request(location.href));
  const { lines } = await loadedDraft(user.uid, { fresh: true });
  const asked = wanted.map(({ trimId, orderQuantity, productName }) => ({ trimId, orderQuantity, productName }));
  const isToAsk = isAsking && lines.length > 0;
  const again: Again = isToAsk ? { of, asked, said } : { of, ...(await fillDraft(user.uid, wanted, said)) };
  return { again };
};

/**
 * Adds what was ordered before to a person's draft, with what that sheet `said`. Trims that are there already keep their
 * pieces, and so does, beside lines, what is written there.
 */
export async function fillDraft(draftId: string, wanted: readonly OrderedBefore[], said?: SaidBefore) {
  const before = await loadedDraft(draftId);
  const was = new Set(before.lines.map(({ trimId }) => trimId));
  const lines = wanted.flatMap(({ trimId, orderQuantity }) => (trimId ? [{ trimId, orderQuantity }] : []));
  editDraft(draftId, (draft) => withMissing(lines)(withSaid(said)(draft)));
  await draftSaved(draftId);
  const after = await loadedDraft(draftId);
  const goneIds = new Set(after.lines.filter(({ gone }) => gone).map(({ trimId }) => trimId));
  if (goneIds.size > 0) {
    editDraft(draftId, (draft) => ({
      ...draft,
      lines: draft.lines.filter(({ trimId }) => !goneIds.has(trimId) || was.has(trimId)),
    }));
  }
  return sortAgain(wanted, after.lines, was);
}

function draftOf(draftId: string): DraftSync {
  const found = opened.get(draftId);
  if (!found) throw new Error("Another person has signed in");
  return found;
}
