import { inspect } from "node:util";
import pino from "pino";
import { currentRequest } from "./request-context.server.ts";

export type Log = pino.Logger;

/**
 * JSON lines on standard output, each with the id of its request;
 * never a token, a cookie, a password, a value from a failed statement, or the local part of an e-mail address.
 */
export function createLog(level: pino.LevelWithSilent, to?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    redact: ["*.authorization", "*.cookie", "*.password", "*.token", "*.accessToken"],
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serialise },
    mixin: nameRequest,
    hooks: { streamWrite: hideNames },
  };
  return to ? pino(options, to) : pino(options);
}

function nameRequest(): object {
  const request = currentRequest();
  if (!request) return {};
  return { requestId: request.requestId, ...(request.trace ? { traceId: request.trace.id } : {}) };
}

/** Mail servers quote addresses in their refusals. The domain says enough. No address is longer than 254 characters. */
const name = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,254}?(@|%40)(?=[\p{L}\p{N}-]+\.)/giu;

function hideNames(line: string): string {
  return line.includes("@") || line.includes("%40") ? line.replace(name, "…$1") : line;
}

/** The few useful words of an error. The database layer attaches the statement's values to all the others. */
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

/** An error's message. When every address of a host failed, it is empty, so we list what each address said. */
export function reasonOf(error: Pick<Error, "message">): string {
  if (error.message || !(error instanceof AggregateError)) return error.message;
  return error.errors.map((each) => (isErrorLike(each) ? reasonOf(each) : String(each))).join("; ");
}

/** Also covers errors that libraries such as pg-boss have copied. */
function isErrorLike(error: unknown): error is Pick<Error, "message"> & Partial<Error> {
  return typeof error === "object" && error !== null && "message" in error && typeof error.message === "string";
}

const values = /\nparams: [\s\S]*$/;
