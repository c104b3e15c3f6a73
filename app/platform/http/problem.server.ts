import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { internalError, invalidInput, notJson, type Problem, unavailable } from "#app/contract/problem.ts";
import type { ProblemDocument } from "#app/contract/problem-document.ts";
import { isStruggling } from "#app/platform/db/struggling.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { Refusal, SHOP_IS_BUSY } from "./refusal.server.ts";

const RETRY_AFTER_S = 1;

type More = Refusal["more"];

/** The only place that makes problem documents (RFC 9457). */
export function answerProblem(
  c: Context,
  { code, status, title }: Problem,
  detail: string,
  { errors, now, retryAfterS }: More = {},
): Response {
  c.set("refusal", code);
  const body: ProblemDocument = {
    type: "about:blank",
    title,
    status,
    detail,
    code,
    requestId: c.get("requestId") ?? "",
    ...(errors ? { errors } : {}),
    ...(now ? { now } : {}),
  };
  const wait = retryAfterS ?? (status === 503 ? RETRY_AFTER_S : undefined);
  if (wait !== undefined) c.header("Retry-After", String(wait));
  if (status === 401) c.header("WWW-Authenticate", "Bearer");
  c.header("Cache-Control", "no-store");
  return c.body(JSON.stringify(body), status, { "Content-Type": "application/problem+json" });
}

/**
 * Answers anything an API handler throws: refusals as they are, a struggling database as 503, the rest as a logged 500.
 */
export function answerError(error: unknown, c: Context, log: Log): Response {
  const { problem, detail, ...more } = judge(error, c, log);
  return answerProblem(c, problem, detail, more);
}

/** The same for an answer that has already begun: code and detail. */
export function describeProblemOf(error: unknown, c: Context, log: Log): { code: string; detail: string } {
  const { problem, detail } = judge(error, c, log);
  return { code: problem.code, detail };
}

/** The same outside the API, in words for people. */
export function answerErrorInWords(error: unknown, c: Context, log: Log): Response {
  const {
    problem: { status },
    detail,
    retryAfterS,
  } = judge(error, c, log);
  const wait = retryAfterS ?? (status === 503 ? RETRY_AFTER_S : undefined);
  if (wait !== undefined) c.header("Retry-After", String(wait));
  return c.text(detail, status, { "Cache-Control": "no-store" });
}

type Verdict = More & { problem: Problem; detail: string };

function judge(error: unknown, c: Context, log: Log): Verdict {
  if (error instanceof Refusal) {
    return { problem: error.problem, detail: error.message, ...error.more };
  }
  if (error instanceof HTTPException) return judgeHttpException(error);
  if (hasLeft(error, c)) {
    log.debug({ err: error, requestId: c.get("requestId") }, "the client left");
    return { problem: invalidInput, detail: "The request was cut off." };
  }
  if (isStruggling(error)) {
    log.warn({ err: error, requestId: c.get("requestId") }, "the database could not answer in time");
    return { problem: unavailable, detail: SHOP_IS_BUSY };
  }
  log.error({ err: error, requestId: c.get("requestId"), path: c.req.routePath }, "unexpected error");
  return { problem: internalError, detail: "Something went wrong on our side. Nothing has changed." };
}

function judgeHttpException(error: HTTPException): Verdict {
  if (error.status === 415) return { problem: notJson, detail: "The body must be JSON, uncompressed." };
  return { problem: invalidInput, detail: "The request is not valid JSON or not valid HTTP." };
}

/** Reading the body of a client that has left fails like a lost database socket. */
function hasLeft(error: unknown, c: Context): boolean {
  if (!c.req.raw.signal.aborted || !(error instanceof Error)) return false;
  const isReading = error.message === "aborted" || error.message === "Client connection prematurely closed.";
  return isReading || error.name === "AbortError";
}
