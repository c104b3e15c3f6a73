import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";

/** What the lines and calls of one request share. */
export type RequestContext = {
  requestId: string;
  /** The trace that a proxy began (W3C Trace Context). */
  trace: { id: string; flags: string } | undefined;
  /** Where it came from, as far as our own proxies say. */
  address?: string | null;
  /** Logs what an admin has done in this request. */
  logAction?: (action: { action: string; objectId: string; userId: string | null }) => void;
};

const contexts = new AsyncLocalStorage<RequestContext>();

/** The request on whose behalf this code runs, if any. */
export const currentRequest = () => contexts.getStore();

/** Runs `work` on behalf of this request. */
export const runInRequest = <Result>(context: RequestContext, work: () => Result): Result =>
  contexts.run(context, work);

/** Runs what outlives the request that happened to start it. */
export const runOutsideRequests = <Result>(work: () => Result): Result => contexts.exit(work);

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/;

/** The trace that a `traceparent` header names; undefined when it is not valid. */
export function readTrace(header: string | undefined): RequestContext["trace"] {
  const [, id, flags] = TRACEPARENT.exec(header ?? "") ?? [];
  return id && flags ? { id, flags } : undefined;
}

// Node's fetch announces each request that it makes: those on behalf of a traced request pass the trace on.
subscribe("undici:request:create", (message) => {
  const trace = currentRequest()?.trace;
  if (!trace || !isRequest(message)) return;
  message.request.addHeader("traceparent", `00-${trace.id}-${randomBytes(8).toString("hex")}-${trace.flags}`);
});

type Announced = { request: { addHeader: (name: string, value: string) => unknown } };

function isRequest(message: unknown): message is Announced {
  return typeof message === "object" && message !== null && "request" in message;
}
