import pg from "pg";
import { findWriter, type Hosts, isReadOnly } from "./hosts.server.ts";

/**
 * The commit reached this server's disk, but no second server confirmed it, so nobody knows whether the change will
 * last. The code is the SQL standard's for that.
 */
class Unconfirmed extends Error {
  override name = "Unconfirmed";
  readonly code = "40003";
  constructor() {
    super("the commit was not confirmed by a second server in time");
  }
}

/** A server that follows another one, or was told to refuse writes, although one that writes is needed. */
class OnlyReads extends Error {
  override name = "OnlyReads";
  readonly code = "25006";
}

const READ_ONLY = "25006";

/**
 * A connection that trusts no server which may have been replaced. With several hosts it finds the one that takes
 * writes. Once a server refuses a write, does not answer in time, or acknowledges a commit that no second server has,
 * the connection is spent: a pool gives it to nobody else.
 */
export class ShopClient extends pg.Client {
  readonly #how: pg.ClientConfig & { hosts?: Hosts };
  #isUnconfirmed = false;
  #isSpent = false;

  constructor(how: pg.ClientConfig & { hosts?: Hosts } = {}) {
    super(how);
    this.#how = how;
    // A server may vanish between being reached and somebody listening. The next statement reports it.
    this.on("error", () => {});
    this.on("notice", ({ routine }) => {
      // PostgreSQL gives up waiting for the second server with a warning, and then says that the commit succeeded. The
      // routine's name is not translated.
      if (routine === "SyncRepWaitForLSN") this.#isUnconfirmed = true;
    });
    const ask = this.query.bind(this) as (...words: unknown[]) => unknown;
    this.query = ((...words: unknown[]) => {
      const done = words.at(-1);
      if (typeof done === "function") {
        return ask(...words.slice(0, -1), (error: Error | undefined, result: unknown) => {
          const fault = this.#judge(error);
          done(fault, fault ? undefined : result);
        });
      }
      const asked = ask(...words);
      if (!(asked instanceof Promise)) return asked;
      return asked.then(
        (result: unknown) => {
          const fault = this.#judge(undefined);
          if (fault) throw fault;
          return result;
        },
        (error: unknown) => {
          throw this.#judge(error);
        },
      );
    }) as typeof this.query;
  }

  /** Whether a pool must not keep it. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  override connect(): Promise<pg.Client>;
  override connect(done: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
  override connect(done?: (error: never, client: pg.Client) => void): Promise<pg.Client> | undefined {
    const { hosts } = this.#how;
    const connected = hosts ? this.#reach(hosts) : super.connect();
    if (!done) return connected;
    connected.then(
      () => done(undefined as never, this),
      (error) => done(error as never, this),
    );
    return undefined;
  }

  async #reach(hosts: Hosts): Promise<pg.Client> {
    const writer = await findWriter(hosts, this.#how);
    try {
      Object.assign(this, writer);
      await super.connect();
      if (!(await isReadOnly(this))) return this;
    } catch (error) {
      forget(hosts, writer);
      throw error;
    }
    forget(hosts, writer);
    this.end().catch(() => {});
    throw new OnlyReads(`${writer.host}:${writer.port} takes no writes any more`);
  }

  #judge(error: unknown): unknown {
    if (this.#isUnconfirmed) {
      this.#isUnconfirmed = false;
      this.#isSpent = true;
      return error ?? new Unconfirmed();
    }
    if (!(error instanceof Error)) return error;
    if ("code" in error && error.code === READ_ONLY) this.#spend();
    // The answer may still come, and the next query would get it.
    if (error.message === "Query read timeout") {
      this.#spend();
      this.connection.stream.destroy();
    }
    return error;
  }

  #spend(): void {
    this.#isSpent = true;
    if (this.#how.hosts) this.#how.hosts.writer = undefined;
  }
}

/** Unless somebody has found another one meanwhile. */
function forget(hosts: Hosts, writer: Hosts["writer"]): void {
  if (hosts.writer === writer) hosts.writer = undefined;
}
