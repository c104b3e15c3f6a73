import type { ZodObject, ZodType } from "zod";
import type { Problem } from "./problem.ts";
import type { Permission } from "./staff.ts";

/**
 * Who may call: anyone, the owner of the session cookie, the owner of a bearer token, or admins. Whose records they see
 * is up to the query's WHERE.
 */
export type Access = "public" | "cookie" | "signed-in" | "admin";

/** One call of the REST API, as both sides see it. `path` is below `/api` and marks parameters as `{id}`. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/${string}`;
  access: Access;
  /** Which members of staff may call, of an `admin` call; all of them, if it names nothing. */
  may?: Permission;
  /**
   * Who must have proved within the last minutes that they are the caller: those with a second factor, so that nothing
   * changes for the others, or everybody.
   */
  proof?: "with a second factor" | "everybody";
  /** What to tell an anonymous caller, where the usual words will not do. */
  signedOut?: string;
  /** One line for the API reference. */
  summary: string;
  params?: ZodObject;
  query?: ZodObject;
  headers?: ZodObject;
  body?: ZodObject;
  /** Whether the call may come without its body, as if with an empty object. */
  isBodyOptional?: true;
  /** For a call whose body is a file, not JSON: its media types, its size limit and the refusal of other types. */
  takes?: { types: readonly string[]; maxBytes: number; otherwise: Problem };
  output: ZodType;
  /** For a call that answers with a file or a stream, not JSON: its media type. */
  gives?:
    | "text/csv"
    | "text/event-stream"
    | "application/pdf"
    | "application/json"
    | "application/x-ndjson"
    | "application/octet-stream"
    | "image/webp";
  /** Set when a public call depends on the session cookie: no cache may keep the answer. */
  byCookie?: true;
  /**
   * Set when the answer to anybody is cached, with an ETag, until what it shows changes: its handler names that by
   * `cacheTags`.
   */
  isCached?: true;
  /** For a call that a browser follows: it answers 302, and its output is the path on our site to go to. */
  redirects?: true;
  /** Extra response headers, name → meaning, for the API reference. */
  outputHeaders?: Record<string, string>;
  /** Set when the call changes public pages. Its handler says what changed with `changed`; silence means anything. */
  changesPages?: true;
  /** Refusals beyond those implied by access and input. */
  refuses?: readonly Problem[];
};

/** Declares an endpoint and keeps its exact types. */
// So a page is not sent the endpoints of a slice whose forms it shows.
// @__NO_SIDE_EFFECTS__
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}
