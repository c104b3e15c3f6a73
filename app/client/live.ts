import { type EventSourceMessage, EventSourceParserStream } from "eventsource-parser/stream";
import { pauseMs } from "./live.rules.ts";
import { fetchAsUser } from "./session.ts";

/**
 * What the shop tells while it happens. `reload`: something may have been missed, so everything shown is asked for
 * again.
 */
export type LiveMessage = { kind: "reload" } | { kind: "event"; name: string; data: unknown };

type Hear = (message: LiveMessage) => void;

/**
 * What tabs of one browser tell each other: a message of the stream, that it is open, or the question of a new tab
 * whether it is.
 */
type Passed =
  | { type: "message"; at: string; name: string; text: string }
  | { type: "open"; isFresh: boolean }
  | { type: "lost" }
  | { type: "hello" };

/** The server sends at least `quiet` more often than this. */
const SILENCE_MS = 60_000;
/** A stream that ends sooner is no better than one that does not open. */
const STEADY_MS = 5000;
/** A stream must survive the step from one page to the next. */
const LINGER_MS = 5000;
const REMEMBERED = 1000;

let tab: LiveTab | undefined;

/**
 * Listens to what the shop tells this person, over one stream for all tabs of the browser: the tab that holds the lock
 * reads it and passes it on. Returns the way to stop. A gap that cannot be closed is told as `reload`.
 */
export function subscribeLive(userId: string, hear: Hear): () => void {
  if (tab?.userId !== userId) {
    tab?.stop();
    tab = new LiveTab(userId);
  }
  return tab.add(hear);
}

class LiveTab {
  readonly userId: string;
  readonly #hearers = new Set<Hear>();
  readonly #channel: BroadcastChannel;
  readonly #stopping = new AbortController();
  /** The events heard last: after a cut, the server repeats some. */
  readonly #heard = new Set<string>();
  /** Where the stream resumes. */
  #at: string | undefined;
  #isOpen = false;
  /** Whether it has heard everything since its pages were loaded. */
  #isCaughtUp = false;
  #heardAtMs = 0;
  #lingering: ReturnType<typeof setTimeout> | undefined;
  #retry = () => {};

  constructor(userId: string) {
    this.userId = userId;
    this.#channel = new BroadcastChannel(`live ${userId}`);
    this.#channel.onmessage = ({ data }: MessageEvent<Passed>) => this.#take(data);
    document.addEventListener("visibilitychange", this.#look);
    window.addEventListener("focus", this.#look);
    void this.#lead();
    this.#channel.postMessage({ type: "hello" } satisfies Passed);
  }

  add(hear: Hear): () => void {
    clearTimeout(this.#lingering);
    this.#hearers.add(hear);
    // This tab has missed the messages that came while its page was loading.
    if (Date.now() - this.#heardAtMs < LINGER_MS) hear({ kind: "reload" });
    return () => {
      this.#hearers.delete(hear);
      if (this.#hearers.size > 0) return;
      clearTimeout(this.#lingering);
      this.#lingering = setTimeout(() => {
        this.stop();
        if (tab === this) tab = undefined;
      }, LINGER_MS);
    };
  }

  stop(): void {
    clearTimeout(this.#lingering);
    this.#stopping.abort();
    this.#channel.close();
    document.removeEventListener("visibilitychange", this.#look);
    window.removeEventListener("focus", this.#look);
  }

  /** Without the stream, a page asks again when it is looked at. */
  #look = () => {
    if (document.visibilityState !== "visible" || this.#isOpen) return;
    this.#tell({ kind: "reload" });
    this.#retry();
  };

  /** Reads the stream for all tabs, once it is this tab's turn. Where there are no locks, each tab reads its own. */
  async #lead(): Promise<void> {
    const { signal } = this.#stopping;
    const read = () => this.#readOnAndOn(signal);
    if (!("locks" in navigator)) return read();
    await navigator.locks.request(`live ${this.userId}`, { signal }, read).catch(() => undefined);
  }

  async #readOnAndOn(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      const beganMs = Date.now();
      await this.#readOnce(signal);
      if (signal.aborted) return;
      // A stream that held ended with its token, or with the shop's process, like all others.
      const wasSteady = this.#isOpen && Date.now() - beganMs >= STEADY_MS;
      if (this.#isOpen) this.#share({ type: "lost" });
      failures = wasSteady ? 0 : failures + 1;
      await this.#pause(pauseMs(failures), signal);
    }
  }

  /** Resolves when the server, the connection or this tab has ended the stream, or it did not open. */
  async #readOnce(signal: AbortSignal): Promise<void> {
    const silence = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
    };
    listen();
    try {
      const headers = { accept: "text/event-stream", ...(this.#at !== undefined && { "last-event-id": this.#at }) };
      const response = await fetchAsUser("/api/events", { headers, signal: AbortSignal.any([signal, silence.signal]) });
      if (!response.ok || !response.body) return;
      const sounds = new TransformStream<string, string>({
        transform(text, controller) {
          listen();
          controller.enqueue(text);
        },
      });
      const reader = response.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(sounds)
        .pipeThrough(new EventSourceParserStream())
        .getReader();
      const isFresh = this.#at === undefined;
      for (let part = await reader.read(); !part.done; part = await reader.read()) this.#pass(part.value, isFresh);
    } catch {
      // The connection was cut or not made: the next attempt resumes.
    } finally {
      clearTimeout(timer);
    }
  }

  #pass({ id, event, data }: EventSourceMessage, isFresh: boolean): void {
    this.#share({ type: "message", at: id ?? "", name: event ?? "message", text: data });
    // Everything that was missed has now been reported.
    if (event === "ready") this.#share({ type: "open", isFresh });
  }

  /** For the other tabs, and this one. */
  #share(passed: Passed): void {
    this.#channel.postMessage(passed);
    this.#take(passed);
  }

  #take(passed: Passed): void {
    if (passed.type === "hello") {
      if (this.#isOpen) this.#channel.postMessage({ type: "open", isFresh: false } satisfies Passed);
      return;
    }
    if (passed.type === "lost") {
      this.#isOpen = false;
      return;
    }
    if (passed.type === "open") {
      this.#isOpen = true;
      if (passed.isFresh || !this.#isCaughtUp) this.#tell({ kind: "reload" });
      this.#isCaughtUp = true;
      return;
    }
    if (passed.at) this.#at = passed.at;
    if (passed.name === "ready" || passed.name === "quiet") return;
    this.#heardAtMs = Date.now();
    if (passed.name === "reload") {
      this.#tell({ kind: "reload" });
      return;
    }
    const data: unknown = JSON.parse(passed.text);
    if (this.#isNew(data)) this.#tell({ kind: "event", name: passed.name, data });
  }

  #isNew(data: unknown): boolean {
    if (typeof data !== "object" || data === null || !("eventId" in data)) return true;
    const id = String(data.eventId);
    if (this.#heard.has(id)) return false;
    this.#heard.add(id);
    const [oldest] = this.#heard;
    if (this.#heard.size > REMEMBERED && oldest !== undefined) this.#heard.delete(oldest);
    return true;
  }

  #tell(message: LiveMessage): void {
    for (const hear of this.#hearers) hear(message);
  }

  /** Waits until the time is over, or somebody looks at the page. */
  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        // The signal outlives many pauses.
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#retry = end;
      signal.addEventListener("abort", end);
    });
  }
}
