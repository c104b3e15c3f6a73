import { createContext } from "react-router";
import type { z } from "zod";
import type { Endpoint } from "#app/contract/endpoint.ts";
import type { ProblemDocument } from "#app/contract/problem-document.ts";

// Types only: the schemas stay on the server, so that pages stay small.
type Contracts = [
  typeof import("#app/features/account/changes.contract.ts"),
  typeof import("#app/features/account/contract.ts"),
  typeof import("#app/features/audit/contract.ts"),
  typeof import("#app/features/buyers/companies.contract.ts"),
  typeof import("#app/features/buyers/founding.contract.ts"),
  typeof import("#app/features/buyers/contract.ts"),
  typeof import("#app/features/catalogue/contract.ts"),
  typeof import("#app/features/admin-dashboard/contract.ts"),
  typeof import("#app/features/companies/changes.contract.ts"),
  typeof import("#app/features/companies/contract.ts"),
  typeof import("#app/features/documents/contract.ts"),
  typeof import("#app/features/documents/picking.contract.ts"),
  typeof import("#app/features/mfa/contract.ts"),
  typeof import("#app/features/money/booking.contract.ts"),
  typeof import("#app/features/money/invoices.contract.ts"),
  typeof import("#app/features/money/bank.contract.ts"),
  typeof import("#app/features/money/export.contract.ts"),
  typeof import("#app/features/money/pay.contract.ts"),
  typeof import("#app/features/money/reminders.contract.ts"),
  typeof import("#app/features/identity/contract.ts"),
  typeof import("#app/features/money/statement.contract.ts"),
  typeof import("#app/features/orders/change.contract.ts"),
  typeof import("#app/features/orders/changes.contract.ts"),
  typeof import("#app/features/orders/claims.contract.ts"),
  typeof import("#app/features/orders/contract.ts"),
  typeof import("#app/features/orders/lists.contract.ts"),
  typeof import("#app/features/orders/charges.contract.ts"),
  typeof import("#app/features/orders/deliveries.contract.ts"),
  typeof import("#app/features/orders/mails.contract.ts"),
  typeof import("#app/features/orders/live.contract.ts"),
  typeof import("#app/features/orders/messages.contract.ts"),
  typeof import("#app/features/orders/picking.contract.ts"),
  typeof import("#app/features/orders/views.contract.ts"),
  typeof import("#app/features/profiles/contract.ts"),
  typeof import("#app/features/profiles/staff.contract.ts"),
  typeof import("#app/features/profiles/invitations.contract.ts"),
  typeof import("#app/features/reviews/changes.contract.ts"),
  typeof import("#app/features/reviews/contract.ts"),
  typeof import("#app/features/search/contract.ts"),
  typeof import("#app/features/sheets/change.contract.ts"),
  typeof import("#app/features/sheets/approvals.contract.ts"),
  typeof import("#app/features/sheets/changes.contract.ts"),
  typeof import("#app/features/sheets/contract.ts"),
  typeof import("#app/features/trims/changes.contract.ts"),
  typeof import("#app/features/trims/contract.ts"),
][number];
type EndpointsOf<C> = C extends unknown ? Extract<C[keyof C], Endpoint> : never;
type Endpoints = { [E in EndpointsOf<Contracts> as `${E["method"]} ${E["path"]}`]: E };

type Part = "params" | "query" | "headers" | "body";
type InputOf<E> = { [P in Part & keyof E]: E[P] extends z.ZodType ? z.input<E[P]> : never } & FileOf<E> & Lasting;
/** `keepalive`: the request outlives its page. Only for bodies below 64 KB. */
type Lasting = { keepalive?: boolean };
type FileOf<E> = E extends { takes: object } ? { file: Blob } : unknown;
type OutputOf<E> = E extends { gives: string }
  ? Blob
  : E extends { output: infer O extends z.ZodType }
    ? z.output<O>
    : never;
type Argument<E> = Record<never, never> extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>];

/** What an endpoint answers, by its method and path. */
export type AnswerOf<Key extends keyof Endpoints> = OutputOf<Endpoints[Key]>;

/** The answer: data in the contract's shape, and the headers (total count, next page). */
export type Answer<Data> = { data: Data; headers: Headers };

/**
 * Calls an endpoint by its method and path: `callApi("GET /trims/{id}", { params: { id } })`.
 * @throws ApiProblem when the API refuses, or with status 0 when no answer came.
 */
export type CallApi = <Key extends keyof Endpoints>(
  key: Key,
  ...argument: Argument<Endpoints[Key]>
) => Promise<Answer<AnswerOf<Key>>>;

/** A refusal by the API; `message` can be shown to the user. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: { field: string; message: string }[];
  /** The current values of what has just changed, for a request that was right until then. */
  readonly now: NonNullable<ProblemDocument["now"]>;
  constructor(problem: Pick<ProblemDocument, "status" | "code" | "detail" | "errors" | "now">) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.errors = problem.errors ?? [];
    this.now = problem.now ?? {};
  }
}

/** How loaders on the server reach the API: in process, through the same entry as any client. */
export const apiContext = createContext<(request: Request) => Promise<Response>>();

/** The API behind `send`, which carries a request there and its answer back. */
export function apiThrough(send: (request: Request) => Promise<Response>): CallApi {
  return async (key, ...[input]) => {
    const response = await send(toRequest(key, input)).catch(refuseConnection);
    const { headers, ok } = response;
    const isFile = ok && (headers.has("content-disposition") || !headers.get("content-type")?.includes("json"));
    const data = isFile ? await response.blob() : await readData(response);
    return { data: data as never, headers: response.headers };
  };
}

/** For a request that got no answer. What was refused on the way there, such as a new token, keeps its reason. */
export function refuseConnection(error?: unknown): never {
  if (error instanceof ApiProblem) throw error;
  throw noConnection();
}

/** What is said when no answer came. */
export function noConnection(): ApiProblem {
  return new ApiProblem({ status: 0, code: "no-connection", detail: "No connection to the shop. Please try again." });
}

/** Whether no answer came: nobody here knows what the shop has done. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 0;
}

/** The message for a failed action. */
export function describeError(error: unknown): string {
  return error instanceof ApiProblem ? error.message : "Something went wrong here. Please try again.";
}

function toRequest(key: string, input: ({ [P in Part]?: object } & { file?: Blob } & Lasting) | undefined): Request {
  const [method = "", path = ""] = key.split(" ");
  const params = new Map(Object.entries(input?.params ?? {}));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
  const url = new URL(`/api${filled}`, globalThis.location?.origin ?? "http://in.process");
  for (const [name, value] of Object.entries(input?.query ?? {})) {
    for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(input?.headers ?? {})) headers.set(name, String(value));
  // A file brings its own content type.
  if (!input?.body) return new Request(url, { method, headers, body: input?.file ?? null });
  headers.set("content-type", "application/json");
  const { keepalive = false } = input;
  return new Request(url, { method, headers, body: JSON.stringify(input.body), keepalive });
}

/** The data of an answer, or its refusal as an ApiProblem. */
export async function readData<Data>(response: Response): Promise<Data> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body as Data;
  if (!isProblem(body) && isFromProxy(response)) refuseConnection();
  const problem = isProblem(body)
    ? body
    : { code: "internal-error", detail: "The shop gave an unexpected answer. Please try again." };
  throw new ApiProblem({ ...problem, status: response.status });
}

/** What a proxy answers when it cannot reach the shop. */
export function isFromProxy({ status }: Pick<Response, "status">): boolean {
  return status === 502 || status === 504;
}

function isProblem(body: unknown): body is ProblemDocument {
  return typeof body === "object" && body !== null && "code" in body && "detail" in body;
}
