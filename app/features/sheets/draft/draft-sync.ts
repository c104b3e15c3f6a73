import { ApiProblem, describeError, isUnanswered } from "#app/client/api.ts";
import { callApi, subscribeSession } from "#app/client/session.ts";
import { formatPieces } from "#app/contract/money.ts";
import type { Draft } from "#app/features/sheets/contract.ts";
import { toast } from "#app/ui/toast.ts";
import { type DraftEdit, joined } from "./edits.ts";
import { allowOrders, eraseVisitorLines, readVisitorLines, showLines } from "./shown-lines.ts";

const RETRY_MS = { first: 1000, last: 30_000 };
/** The first failure may be over a second later. */
const WARN_AFTER = 2;

/** How calls name a draft: the buyer for whom it is written, if it is not the writer's own. */
export function queryOf(draftId: string): { for?: string } {
  const [, forId] = draftId.split(" ");
  return forId === undefined ? {} : { for: forId };
}

/** A draft of a signed-in person: the server's version with the edits made here, which it sends there. */
export class DraftSync {
  readonly uid: string;
  readonly #query: { for?: string };
  readonly #channel: BroadcastChannel;
  readonly #stopHearing: () => void;
  readonly #listeners = new Set<() => void>();
  /** The shop's version, as far as it is known here. */
  #saved: { draft: Draft; etag: string } | undefined;
  #shown: Draft | undefined;
  #edits: DraftEdit[] = [];
  /** The pieces that were written here, by trim, to tell if somebody else writes others. */
  readonly #written = new Map<string, number>();
  /** How many of the edits are on their way to the shop: that request outlives the page. */
  #sending = 0;
  #saves = 0;
  #loading: Promise<Draft> | undefined;
  #saving: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures: unknown[] = [];
  #isJoining = false;
  /** While its person is not signed in. What is not saved yet waits. */
  #isPaused = false;
  #isStopped = false;

  /** `draftId` is one of `draftIdOf`, and `stored` the shop's version, if it was just read. */
  constructor(draftId: string, stored?: { draft: Draft; etag: string }) {
    const [uid = ""] = draftId.split(" ");
    this.uid = uid;
    this.#query = queryOf(draftId);
    this.#channel = new BroadcastChannel(`draft ${draftId}`);
    this.#channel.onmessage = () => void this.#loadAnew();
    window.addEventListener("online", this.#save);
    // A phone may close a page that is hidden without another word.
    document.addEventListener("visibilitychange", this.#save);
    this.#saved = stored;
    this.#show();
    // What was typed a moment before the page was loaded again may have been saved since.
    void this.load(stored !== undefined).catch(() => undefined);
    this.#stopHearing = subscribeSession((session) => {
      if (session.status === "out") this.#isPaused = true;
      if (session.status === "in" && session.user.uid === uid && this.#isPaused) this.#resume();
    });
    this.#join();
  }

  get draft(): Draft | undefined {
    return this.#shown;
  }

  /** The shop's version that this is based on, for `If-Match`. */
  get etag(): string | undefined {
    return this.#saved?.etag;
  }

  /** Whether the shop has not accepted an edit yet, which is tried again until it does. */
  get isUnsaved(): boolean {
    return this.#failures.length > 0;
  }

  /** Takes over the shop's version that was just read, unless one is known: what is edited meanwhile shows at once. */
  adopt(stored: { draft: Draft; etag: string }): void {
    if (this.#saved) return;
    this.#saved = stored;
    this.#show();
  }

  hear(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#stopHearing();
    this.#channel.close();
    window.removeEventListener("online", this.#save);
    document.removeEventListener("visibilitychange", this.#save);
    window.removeEventListener("beforeunload", this.#leave);
  }

  async load(isFresh = false): Promise<Draft> {
    if (this.#shown && !isFresh) return this.#shown;
    const saves = this.#saves;
    this.#loading ??= callApi("GET /orderDraft", { query: this.#query })
      // What has been saved meanwhile is newer than this answer.
      .then(({ data: { mayOrder, ...data }, headers }) => {
        if (this.#query.for === undefined) allowOrders(this.uid, mayOrder);
        if (this.#shown && saves !== this.#saves) return this.#shown;
        const shown = this.#keep(data, headers);
        this.#tellOverwritten(data);
        return shown;
      })
      .finally(() => {
        this.#loading = undefined;
      });
    return this.#loading;
  }

  edit(edit: DraftEdit, delayMs: number): void {
    this.#edits.push(edit);
    this.#show();
    // Only now: it keeps some browsers from showing the page again at once when somebody goes back to it.
    window.addEventListener("beforeunload", this.#leave);
    clearTimeout(this.#timer);
    if (delayMs === 0) this.#save();
    else this.#timer = setTimeout(this.#save, delayMs);
  }

  async saved(): Promise<void> {
    while (this.#edits.length > 0 && !this.#isPaused && !this.#isStopped) {
      this.#save();
      await this.#saving;
      if (this.#failures.length > 0) throw this.#failures.at(-1);
    }
  }

  async sent(): Promise<void> {
    this.#saves += 1;
    this.#channel.postMessage("changed");
    await this.#loadAnew();
  }

  /** After a change made elsewhere. An answer that is still on its way belongs to the previous draft. */
  async #loadAnew(): Promise<void> {
    await this.#loading?.catch(() => undefined);
    if (!this.#isStopped) await this.load(true).catch(() => undefined);
  }

  /** Adds what its person gathered in this browser as a visitor, which is forgotten once it is saved. */
  #join(): void {
    const lines = this.#query.for === undefined ? readVisitorLines() : [];
    if (lines.length === 0) return;
    this.#isJoining = true;
    this.edit(joined(lines), 0);
  }

  /** The same person is back: saves what has waited, on top of what the shop has by now. */
  #resume(): void {
    this.#isPaused = false;
    this.#join();
    this.#save();
    void this.#loadAnew();
  }

  /** Saves before the next page is requested, which shows it then; asks first if that leaves something behind. */
  #leave = (event: BeforeUnloadEvent): void => {
    this.#save();
    if (this.#isPaused) return;
    if (this.isUnsaved || this.#edits.length > this.#sending) event.preventDefault();
  };

  #save = (): void => {
    clearTimeout(this.#timer);
    if (this.#edits.length === 0 || this.#isPaused || this.#isStopped) return;
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = undefined;
    });
  };

  async #saveAll(): Promise<void> {
    while (this.#edits.length > 0 && !this.#isStopped) {
      const edits = [...this.#edits];
      try {
        await this.#saveOnce(edits);
        this.#setFailures([]);
      } catch (error) {
        if (isPassing(error)) return this.#retryLater(error);
        if (isSignedOut(error)) {
          this.#isPaused = true;
          return this.#setFailures([error]);
        }
        this.#edits.splice(0, edits.length);
        this.#setFailures([]);
        this.#show();
        toast.error(describeError(error));
      }
      if (this.#isJoining) eraseVisitorLines();
      this.#isJoining = false;
    }
    window.removeEventListener("beforeunload", this.#leave);
  }

  async #saveOnce(edits: readonly DraftEdit[]): Promise<void> {
    if (!this.#saved) await this.load(true);
    for (;;) {
      if (!this.#saved || this.#isStopped) return;
      const { draft, etag } = this.#saved;
      const edited = edits.reduce((whole, edit) => edit(whole), draft);
      if (edited === draft) return void this.#edits.splice(0, edits.length);
      const body = toBody(edited);
      try {
        const written = { query: this.#query, headers: { "if-match": etag }, body, keepalive: true };
        this.#sending = edits.length;
        const { data, headers } = await callApi("PUT /orderDraft", written).finally(() => {
          this.#sending = 0;
        });
        this.#edits.splice(0, edits.length);
        this.#saves += 1;
        const before = new Map(draft.lines.map(({ trimId, orderQuantity }) => [trimId, orderQuantity]));
        for (const { trimId, orderQuantity } of body.lines) {
          if (before.get(trimId) !== orderQuantity) this.#written.set(trimId, orderQuantity);
        }
        this.#keep(data, headers);
        this.#channel.postMessage("changed");
        return;
      } catch (error) {
        if (!(error instanceof ApiProblem && error.status === 412)) throw error;
        // Somebody was faster, perhaps the same person in another tab: apply the same edits to the newer draft.
        await this.load(true);
      }
    }
  }

  #retryLater(error: unknown): void {
    this.#setFailures([...this.#failures, error]);
    if (this.#failures.length === WARN_AFTER) toast.warning("The order sheet is not saved yet. We keep trying.");
    const waitMs = Math.min(RETRY_MS.first * 2 ** (this.#failures.length - 1), RETRY_MS.last);
    this.#timer = setTimeout(this.#save, waitMs);
  }

  #setFailures(failures: unknown[]): void {
    this.#failures = failures;
    this.#tell();
  }

  #keep(draft: Draft, headers: Headers): Draft {
    this.#saved = { draft, etag: headers.get("etag") ?? "" };
    return this.#show() ?? draft;
  }

  /** Somebody else has written other pieces than were written here, perhaps the same person in another tab. */
  #tellOverwritten({ lines }: Draft): void {
    // What is still on its way from here may win.
    if (this.#edits.length > 0 || this.#isStopped) return;
    for (const [trimId, pieces] of this.#written) {
      const line = lines.find((one) => one.trimId === trimId);
      if (line?.orderQuantity === pieces) continue;
      this.#written.delete(trimId);
      if (line) toast.warning(`${line.name}: changed to ${formatPieces(line.orderQuantity)} pieces in another window.`);
    }
  }

  #show(): Draft | undefined {
    this.#shown = this.#saved && this.#edits.reduce((whole, edit) => edit(whole), this.#saved.draft);
    if (this.#shown && !this.#isStopped && this.#query.for === undefined) showLines(this.uid, this.#shown.lines);
    this.#tell();
    return this.#shown;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
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
  isUnanswered(error) || (error instanceof ApiProblem && (error.status === 429 || error.status >= 500));
const isSignedOut = (error: unknown) => error instanceof ApiProblem && error.status === 401;
