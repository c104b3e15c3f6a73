import type { z } from "zod";
import type { Access, Endpoint } from "#app/contract/endpoint.ts";
import type { StaffRole } from "#app/contract/staff.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { Network } from "./client-address.server.ts";

/** The person behind a request, as the plumbing sees them. */
export type Person = {
  id: string;
  sessionId: string;
  name: string;
  email: string;
  /** Whether they proved that the address is theirs. */
  isVerified: boolean;
  isAdmin: boolean;
  /** What a member of staff works on; empty for everybody else. */
  staffRoles: readonly StaffRole[];
  /** An admin without rights until they set up a second factor; `isAdmin` is then false. */
  isRestingAdmin?: boolean;
  hasSecondFactor: boolean;
  /** Whether they have proved who they are in the last few minutes. */
  isProved: boolean;
};

/** Where a request came from, as far as the shop can tell. */
export type Client = { address: string | null; userAgent: string | null };

type WhoOf<A extends Access> = A extends "public" ? null : Person;
type Parsed<E, Part extends string> = E extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;
type Answer<E extends Endpoint> = E extends { gives: string }
  ? ReadableStream<Uint8Array>
  : z.input<E["output"]> | (E extends { access: "public" } ? never : InPages<z.input<E["output"]>>);
/** A list that is read page by page while it is sent. */
type InPages<Output> = Output extends readonly unknown[] ? AsyncIterable<Output> : never;

/** What a handler receives: parsed input, the person its access requires, and the database. */
type Call<E extends Endpoint> = {
  who: WhoOf<E["access"]>;
  from: Client;
  /** The network it came from, for limits and lines. */
  network: Network;
  params: Parsed<E, "params">;
  query: Parsed<E, "query">;
  headers: Parsed<E, "headers">;
  body: Parsed<E, "body">;
  /** The file's bytes, for an endpoint that takes one. */
  file: E extends { takes: object } ? Uint8Array : undefined;
  db: Db;
  request: Request;
  /** Names what the call changed on public pages, as in the tags of their `cache`. No names mean nothing changed. */
  changed(...tags: string[]): void;
  /** Names what an answer that is cached shows, as pages do: it is kept until one of these changes. */
  cacheTags: E extends { isCached: true } ? (...tags: string[]) => void : undefined;
  /** Sets a response header. */
  setHeader(name: string, value: string): void;
  /** Adds the cookies of another response. */
  setCookies(from: { headers: Headers }): void;
};

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;

/** An endpoint with its handler, ready to mount. */
export type Served = { endpoint: Endpoint; handle: (call: Call<Endpoint>) => Promise<unknown> };

/** Pairs an endpoint with its handler. */
export function serve<const E extends Endpoint>(endpoint: E, handler: Handler<E>): Served {
  // The API parses input with this same endpoint before the call, so it has the handler's exact types.
  return { endpoint, handle: (call) => handler(call as unknown as Call<E>) };
}
