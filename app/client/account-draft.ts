import { useSyncExternalStore } from "react";
import type { Draft } from "#app/features/sheets/contract.ts";
import { toast } from "#app/ui/toast.ts";
import { ApiProblem, describeError } from "./api.ts";
import { DRAFT_FULL, type DraftLine, eraseVisitorLines, readVisitorLines, showLines } from "./draft-lines.ts";
import { callApi } from "./session.ts";

/** What somebody just did, as a change to the draft. It runs again when the draft has meanwhile changed elsewhere. */
export type DraftEdit = (draft: Draft) => Draft;
type Line = Draft["lines"][number];

const RETRY_MS = { first: 1000, last: 30_000 };

let opened: AccountDraft | undefined;

/** Follows the draft of a signed-in person, and adds to it what they gathered before they logged in. */
export function openDraft(uid: string): void {
  if (opened?.uid === uid) return;
  opened?.stop();
  opened = new AccountDraft(uid);
  opened.join(readVisitorLines());
}

/** The draft with all edits made here; undefined while it is not known. */
export function useAccountDraft(): Draft | undefined {
  return useSyncExternalStore(
    (listener) => opened?.hear(listener) ?? (() => {}),
    () => opened?.draft,
    () => undefined,
  );
}

/** The draft, once it is known. With `fresh` it is asked for again. @throws ApiProblem when it cannot be read. */
export async function loadedDraft(uid: string, { fresh = false } = {}): Promise<Draft> {
  openDraft(uid);
  return draftOf(uid).load(fresh);
}

/** Shows a change at once and saves it, after `delayMs` if it may be followed by another. */
export function editDraft(uid: string, edit: DraftEdit, delayMs = 0): void {
  openDraft(uid);
  draftOf(uid).edit(edit, delayMs);
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

function draftOf(uid: string): AccountDraft {
  if (opened?.uid !== uid) throw new Error("Another person has signed in");
  return opened;
}

/** Pieces of a trim, instead of those on the draft; a new line comes last. */
export function withLine({
  trimId,
  orderQuantity,
  name,
  ...known
}: DraftLine & Partial<Line> & { name: string }): DraftEdit {
  return (draft) => {
    const isThere = draft.lines.some((line) => line.trimId === trimId);
    if (isThere)
      return {
        ...draft,
        lines: draft.lines.map((line) => (line.trimId === trimId ? { ...line, ...known, orderQuantity } : line)),
      };
    const fresh: Line = {
      gone: false,
      trim: null,
      seenPrice: null,
      seenAt: new Date().toISOString(),
      ...known,
      trimId,
      orderQuantity,
      name,
    };
    return { ...draft, lines: [...draft.lines, fresh].slice(0, DRAFT_FULL) };
  };
}

export function withoutLine(trimId: string): DraftEdit {
  return (draft) => ({ ...draft, lines: draft.lines.filter((line) => line.trimId !== trimId) });
}

/** Lines that were removed, back in their places; nothing changes for those that have come back otherwise. */
export function withLinesBack(back: readonly { line: Line; at: number }[]): DraftEdit {
  return (draft) => {
    const lines = [...draft.lines];
    for (const { line, at } of back) {
      if (!lines.some(({ trimId }) => trimId === line.trimId)) lines.splice(Math.min(at, lines.length), 0, line);
    }
    return { ...draft, lines: lines.slice(0, DRAFT_FULL) };
  };
}

/** What a visitor gathered: lines of trims that are not there yet are added, for others the larger number stays. */
export function joined(visitor: readonly DraftLine[]): DraftEdit {
  return (draft) =>
    visitor.reduce((whole, line) => {
      const there = whole.lines.find(({ trimId }) => trimId === line.trimId);
      if (there && there.orderQuantity >= line.orderQuantity) return whole;
      return withLine({ name: "", ...line })(whole);
    }, draft);
}

class AccountDraft {
  readonly uid: string;
  readonly #channel: BroadcastChannel;
  readonly #listeners = new Set<() => void>();
  /** What the shop has, as far as it is known here. */
  #kept: { draft: Draft; etag: string } | undefined;
  #shown: Draft | undefined;
  #edits: DraftEdit[] = [];
  #saves = 0;
  #loading: Promise<Draft> | undefined;
  #saving: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures: unknown[] = [];
  #isJoining = false;
  #isStopped = false;

  constructor(uid: string) {
    this.uid = uid;
    this.#channel = new BroadcastChannel(`draft ${uid}`);
    this.#channel.onmessage = () => void this.load(true).catch(() => undefined);
    window.addEventListener("online", this.#save);
    void this.load().catch(() => undefined);
  }

  get draft(): Draft | undefined {
    return this.#shown;
  }

  hear(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#channel.close();
    window.removeEventListener("online", this.#save);
  }

  join(visitor: readonly DraftLine[]): void {
    if (visitor.length === 0) return;
    this.#isJoining = true;
    this.edit(joined(visitor), 0);
  }

  async load(isFresh = false): Promise<Draft> {
    if (this.#shown && !isFresh) return this.#shown;
    const saves = this.#saves;
    this.#loading ??= callApi("GET /orderDraft")
      // What was saved meanwhile is newer than the answer.
      .then(({ data, headers }) => (this.#shown && saves !== this.#saves ? this.#shown : this.#keep(data, headers)))
      .finally(() => {
        this.#loading = undefined;
      });
    return this.#loading;
  }

  edit(edit: DraftEdit, delayMs: number): void {
    this.#edits.push(edit);
    this.#show();
    clearTimeout(this.#timer);
    if (delayMs === 0) this.#save();
    else this.#timer = setTimeout(this.#save, delayMs);
  }

  async saved(): Promise<void> {
    while (this.#edits.length > 0 && !this.#isStopped) {
      this.#save();
      await this.#saving;
      if (this.#failures.length > 0) throw this.#failures.at(-1);
    }
  }

  async sent(): Promise<void> {
    this.#saves += 1;
    this.#channel.postMessage("changed");
    // An answer on its way is of the draft before.
    await this.#loading?.catch(() => undefined);
    await this.load(true).catch(() => undefined);
  }

  #save = (): void => {
    clearTimeout(this.#timer);
    if (this.#edits.length === 0 || this.#isStopped) return;
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = undefined;
    });
  };

  async #saveAll(): Promise<void> {
    while (this.#edits.length > 0 && !this.#isStopped) {
      const edits = [...this.#edits];
      try {
        await this.#saveOnce(edits);
        this.#failures = [];
      } catch (error) {
        if (isPassing(error)) return this.#retryLater(error);
        this.#edits.splice(0, edits.length);
        this.#failures = [];
        this.#show();
        if (!isSignedOut(error)) toast.error(describeError(error));
      }
      if (this.#isJoining) eraseVisitorLines();
      this.#isJoining = false;
    }
  }

  async #saveOnce(edits: readonly DraftEdit[]): Promise<void> {
    if (!this.#kept) await this.load(true);
    for (;;) {
      if (!this.#kept || this.#isStopped) return;
      const { draft, etag } = this.#kept;
      const body = toBody(edits.reduce((whole, edit) => edit(whole), draft));
      try {
        const { data, headers } = await callApi("PUT /orderDraft", { headers: { "if-match": etag }, body });
        this.#edits.splice(0, edits.length);
        this.#saves += 1;
        this.#keep(data, headers);
        this.#channel.postMessage("changed");
        return;
      } catch (error) {
        if (!(error instanceof ApiProblem && error.status === 412)) throw error;
        // Somebody was faster, perhaps the same person in another tab: the same edits on what is there now.
        await this.load(true);
      }
    }
  }

  #retryLater(error: unknown): void {
    this.#failures.push(error);
    const waitMs = Math.min(RETRY_MS.first * 2 ** (this.#failures.length - 1), RETRY_MS.last);
    this.#timer = setTimeout(this.#save, waitMs);
  }

  #keep(draft: Draft, headers: Headers): Draft {
    this.#kept = { draft, etag: headers.get("etag") ?? "" };
    return this.#show() ?? draft;
  }

  #show(): Draft | undefined {
    this.#shown = this.#kept && this.#edits.reduce((whole, edit) => edit(whole), this.#kept.draft);
    if (this.#shown && !this.#isStopped) showLines(this.uid, this.#shown.lines);
    for (const listener of this.#listeners) listener();
    return this.#shown;
  }
}

function toBody({ lines, ...fields }: Draft) {
  const written = lines.map(({ trimId, orderQuantity, seenPrice }) => ({
    trimId,
    orderQuantity,
    ...(seenPrice !== null && { seenPrice }),
  }));
  return { lines: written, ...fields };
}

/** Worth another attempt. */
const isPassing = (error: unknown) =>
  error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500);
const isSignedOut = (error: unknown) => error instanceof ApiProblem && error.status === 401;
