import { inspect } from "node:util";
import pino from "pino";

export type Log = pino.Logger;

/** JSON lines on standard output; never a token, a cookie, a password, or a value of a failed statement. */
export function createLog(level: pino.LevelWithSilent, to?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    redact: ["*.authorization", "*.cookie", "*.password", "*.token", "*.accessToken"],
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serialise },
  };
  return to ? pino(options, to) : pino(options);
}

/** An error in the few words that help; the database layer hangs the values of the statement on all others. */
function serialise(error: unknown): unknown {
  if (!isErrorLike(error)) return typeof error === "string" ? error : inspect(error, { depth: 1 });
  const { name, message, stack = "", cause } = error;
  return {
    name,
    message: reasonOf(error).replace(values, ""),
    ...("code" in error ? { code: error.code } : {}),
    stack: stack.replace(message, message.replace(values, "")),
    ...(cause === undefined ? {} : { cause: serialise(cause) }),
  };
}

/** What an error says. That of a host whose every address failed says nothing itself: then it is what each of them said. */
export function reasonOf(error: Pick<Error, "message">): string {
  if (error.message || !(error instanceof AggregateError)) return error.message;
  return error.errors.map((each) => (isErrorLike(each) ? reasonOf(each) : String(each))).join("; ");
}

/** Also what libraries make of an error by copying it, pg-boss for one. */
function isErrorLike(error: unknown): error is Pick<Error, "message"> & Partial<Error> {
  return typeof error === "object" && error !== null && "message" in error && typeof error.message === "string";
}

const values = /\nparams: [\s\S]*$/;
