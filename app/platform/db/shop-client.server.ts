import pg from "pg";

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

const READ_ONLY = "25006";

/**
 * A connection that trusts no server which may have been replaced. Once a server refuses a write, does not answer in
 * time, or acknowledges a commit that no second server has, the connection is spent: a pool gives it to nobody else.
 */
export class ShopClient extends pg.Client {
  #isUnconfirmed = false;
  #isSpent = false;

  constructor(how?: pg.ClientConfig) {
    super(how);
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

  #judge(error: unknown): unknown {
    if (this.#isUnconfirmed) {
      this.#isUnconfirmed = false;
      this.#isSpent = true;
      return error ?? new Unconfirmed();
    }
    if (!(error instanceof Error)) return error;
    if ("code" in error && error.code === READ_ONLY) this.#isSpent = true;
    // The answer may still come, and the next query would get it.
    if (error.message === "Query read timeout") {
      this.#isSpent = true;
      this.connection.stream.destroy();
    }
    return error;
  }
}
