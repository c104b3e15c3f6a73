import autocannon from "autocannon";
import { cpuMsOf } from "./cpu.ts";
import type { Round, Target } from "./scenario.ts";

const CONNECTIONS = 10;
const ROUND_S = 2;

/** What is requested: always the same or, with `requests`, one after the other. */
export type Ask = {
  path?: string;
  headers?: Record<string, string>;
  method?: "GET" | "POST";
  body?: string;
  requests?: autocannon.Request[];
  /** Ends after this many requests instead of after a time. */
  amount?: number;
  connections?: number;
  seconds?: number;
  /** Requests a second, over all connections. Without it, each is sent as soon as the previous one is answered. */
  perS?: number;
  /** The statuses that count as an answer. */
  statuses?: readonly number[];
};

/** A round, and how many requests were answered in it. */
export type Loaded = Required<Round> & { answered: number };

/**
 * Sends requests for one round, on several connections, each again as soon as it is answered. @throws Error when an
 * answer has another status
 */
export async function load({ url, pid }: Target, ask: Ask): Promise<Loaded> {
  const { path = "/", headers = {}, method = "GET", body, requests, statuses = [200, 304] } = ask;
  const before = cpuMsOf(pid);
  const result = await autocannon({
    url: url + path,
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(requests === undefined ? {} : { requests }),
    ...(ask.perS === undefined ? {} : { overallRate: ask.perS }),
    ...(ask.amount === undefined ? {} : { amount: ask.amount }),
    connections: ask.connections ?? CONNECTIONS,
    duration: ask.seconds ?? ROUND_S,
    setupClient: keepNoBodies,
  });
  const cpuMs = cpuMsOf(pid) - before;
  const wrong = Object.entries(result.statusCodeStats ?? {}).filter(([status]) => !statuses.includes(Number(status)));
  if (result.errors > 0 || wrong.length > 0) {
    throw new Error(`${path}: ${result.errors} errors, ${wrong.map(([status, { count }]) => `${count} × ${status}`)}`);
  }
  const answered = result.requests.total;
  return {
    answered,
    value: answered / result.duration,
    cpuMs: cpuMs / answered,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}

/** Autocannon would read each body as text. For one in brotli, that takes ten times as long as answering does. */
function keepNoBodies(client: autocannon.Client): void {
  const { pipelinedRequests } = client as autocannon.Client & { pipelinedRequests: object };
  Object.assign(pipelinedRequests, { addBody() {} });
}
