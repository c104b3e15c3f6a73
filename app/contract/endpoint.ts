import type { ZodObject, ZodType } from "zod";
import type { Problem } from "./problem.ts";

/**
 * Who may call: everybody; whom the session cookie names; whom a bearer token names; admins. Whose record it is, the
 * query's WHERE decides.
 */
export type Access = "public" | "cookie" | "signed-in" | "admin";

/** One call of the REST API, as both sides see it. `path` is below `/api` and marks its parameters as `{id}`. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/${string}`;
  access: Access;
  /** What a caller is told whom nothing names, where the usual words will not do. */
  signedOut?: string;
  /** One line for the API reference. */
  summary: string;
  params?: ZodObject;
  query?: ZodObject;
  headers?: ZodObject;
  body?: ZodObject;
  /** For a call whose body is a file instead of JSON: its media types, how large it may be, and the refusal of another type. */
  takes?: { types: readonly string[]; maxBytes: number; otherwise: Problem };
  output: ZodType;
  /** For a call that answers with a file instead of JSON: its media type. */
  gives?: "text/csv";
  /** Set where a public call answers by the session cookie: no cache may keep it. */
  byCookie?: true;
  /** For a call that a browser follows: it answers 302, and its output is the path of our own that it leads to. */
  redirects?: true;
  /** Response headers beyond the usual, name → meaning; for the API reference. */
  outputHeaders?: Record<string, string>;
  /** Set where the call changes what public pages show. Its handler says what by `changed`; silence means anything. */
  changesPages?: true;
  /** Refusals beyond those that follow from access and input. */
  refuses?: readonly Problem[];
};

/** Declares an endpoint and keeps its exact types. */
// So a page is not sent the endpoints of a slice whose forms it shows.
// @__NO_SIDE_EFFECTS__
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}
