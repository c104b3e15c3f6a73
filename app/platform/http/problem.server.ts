import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { type ProblemCode, type ProblemDocument, problemStatus } from "#app/contract/problem.ts";
import { sqlState } from "#app/platform/db/client.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { Refusal } from "./refusal.server.ts";

const titles: Record<ProblemCode, string> = {
  "invalid-input": "The request was not understood",
  "not-signed-in": "Please sign in",
  "not-allowed": "This is not yours to do",
  "email-not-verified": "Please confirm your e-mail address",
  "not-found": "There is no such thing here",
  "method-not-allowed": "This address does not know that method",
  "below-minimum": "Below the minimum order quantity",
  "above-available": "More than is available",
  "trim-renamed": "The trim has another name by now",
  "request-running": "The same request is still running",
  "name-taken": "This name is taken",
  "stock-too-low": "There is less in stock",
  "last-admin": "The shop needs an admin",
  "not-confirmed": "The address is not confirmed",
  "own-profile": "Not one's own profile",
  "body-too-large": "The request is too large",
  "not-json": "Please send JSON",
  "not-an-image": "Please send a picture",
  "key-reused": "This key was used for another request",
  "too-many-requests": "Too many requests",
  "internal-error": "Something went wrong on our side",
  unavailable: "The shop is short of breath",
};

const RETRY_AFTER_S = 1;

type More = { errors?: ProblemDocument["errors"] | undefined; retryAfterS?: number | undefined };

/** The one place where a problem document (RFC 9457) is made. */
export function problem(c: Context, code: ProblemCode, detail: string, { errors, retryAfterS }: More = {}): Response {
  const status = problemStatus[code];
  const body: ProblemDocument = {
    type: "about:blank",
    title: titles[code],
    status,
    detail,
    code,
    requestId: c.get("requestId") ?? "",
    ...(errors ? { errors } : {}),
  };
  const wait = retryAfterS ?? (status === 503 ? RETRY_AFTER_S : undefined);
  if (wait !== undefined) c.header("Retry-After", String(wait));
  c.header("Cache-Control", "no-store");
  return c.body(JSON.stringify(body), status, { "Content-Type": "application/problem+json" });
}

/** Answers whatever a handler of the API threw: refusals as meant, a struggling database as 503, all else as a logged 500. */
export function answerError(error: unknown, c: Context, log: Log): Response {
  const { code, detail, ...more } = judge(error, c, log);
  return problem(c, code, detail, more);
}

/** The same for what is not the API: in plain words, for a person reads them. */
export function answerErrorInWords(error: unknown, c: Context, log: Log): Response {
  const { code, detail, retryAfterS } = judge(error, c, log);
  const status = problemStatus[code];
  const wait = retryAfterS ?? (status === 503 ? RETRY_AFTER_S : undefined);
  if (wait !== undefined) c.header("Retry-After", String(wait));
  return c.text(detail, status, { "Cache-Control": "no-store" });
}

type Verdict = More & { code: ProblemCode; detail: string };

function judge(error: unknown, c: Context, log: Log): Verdict {
  if (error instanceof Refusal) {
    return { code: error.code, detail: error.message, errors: error.errors, retryAfterS: error.retryAfterS };
  }
  if (error instanceof HTTPException) return judgeHttpException(error);
  if (hasLeft(error, c)) {
    log.debug({ err: error, requestId: c.get("requestId") }, "the client left");
    return { code: "invalid-input", detail: "The request was cut off." };
  }
  if (isDatabaseStruggling(error)) {
    log.warn({ err: error, requestId: c.get("requestId") }, "the database could not answer in time");
    return { code: "unavailable", detail: "The shop is busy. Please try again in a moment." };
  }
  log.error({ err: error, requestId: c.get("requestId"), path: c.req.routePath }, "unexpected error");
  return { code: "internal-error", detail: "Something went wrong on our side. Nothing was changed." };
}

function judgeHttpException(error: HTTPException): Verdict {
  if (error.status === 415) return { code: "not-json", detail: "The body must be JSON, uncompressed." };
  return { code: "invalid-input", detail: "The request is not valid JSON or not valid HTTP." };
}

/** Reading the body of a client that went away fails like a lost socket of the database. */
function hasLeft(error: unknown, c: Context): boolean {
  if (!c.req.raw.signal.aborted || !(error instanceof Error)) return false;
  const isReading = error.message === "aborted" || error.message === "Client connection prematurely closed.";
  return isReading || error.name === "AbortError";
}

// PostgreSQL, appendix A: locks and statements that took too long; deadlocks and serialization failures; a lack of
// connections, memory, space or a working disk; shutdown, recovery and the read-only moment of a failover.
const struggling = new Set([
  ...["55P03", "57014", "25P03", "40001", "40P01"],
  ...["53100", "53200", "53300", "58030"],
  ...["57P01", "57P02", "57P03", "25006"],
]);
// Sockets and names that cannot be reached.
const lostSocket = /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|08)/;

function isDatabaseStruggling(error: unknown): boolean {
  const code = sqlState(error);
  if (code) return struggling.has(code) || lostSocket.test(code);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && /timeout|Connection terminated|not queryable/i.test(cause.message);
}
