import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import type { Access, Endpoint } from "#app/contract/endpoint.ts";
import { notAllowed, notSignedIn, proofNeeded, secondFactorRequired } from "#app/contract/problem.ts";
import { isPermitted, type Permission, permissions, staffRoleLabels } from "#app/contract/staff.ts";
import type { Person } from "./handler.server.ts";
import { refuse } from "./refusal.server.ts";

/** The owner of a bearer token, or undefined. */
export type WhoIs = (token: string) => Promise<Person | undefined>;

/**
 * What the server's own pages pass along with a read inside the process: the person whose session they have verified.
 * Requests from a socket have the bindings of that socket, so nobody can send it.
 */
type OwnCall = { person?: Person };

/** What the API knows about a call before its handler runs. */
export type Caller = {
  who: Person | null;
  /** Whether the body was still on its way when the token was looked up. */
  isBodyLate?: boolean;
};

type Guard = MiddlewareHandler<{ Variables: Caller }>;

/** The checks that run before the handler of `endpoint`, in order. @throws Error when it says nothing about access. */
export function listGuards({ method, path, access, may }: Endpoint, whoIs: WhoIs): Guard[] {
  const guards: Record<Access, Guard[]> = {
    public: [asNobody],
    // The cookie is checked after the input is parsed, because it costs a query.
    cookie: [asNobody],
    "signed-in": [byToken(whoIs)],
    admin: [byToken(whoIs), adminsOnly, ...(may ? [permittedOnly(may)] : [])],
  };
  if (!guards[access]) throw new Error(`${method} ${path} says nothing about access`);
  return guards[access];
}

/**
 * Runs the guards again if the body came after them: it may take its time, and its sender may have lost the right to
 * act meanwhile. Before the body, they keep strangers from uploading.
 */
export async function guardAgain(guards: readonly Guard[], c: Parameters<Guard>[0]): Promise<void> {
  if (!c.get("isBodyLate")) return;
  for (const guard of guards) await guard(c, async () => {});
}

const asNobody: Guard = async (c, next) => {
  c.set("who", null);
  await next();
};

function byToken(whoIs: WhoIs): Guard {
  const refusal = { message: () => refuse(notSignedIn, "Please log in and send the access token.") };
  const byBearer: Guard = bearerAuth({
    verifyToken: async (token, c) => {
      const who = await whoIs(token);
      c.set("who", who ?? null);
      // A call inside the process has no such message, and all of its body.
      const { incoming }: Partial<HttpBindings> = c.env ?? {};
      c.set("isBodyLate", incoming?.complete === false);
      return who !== undefined;
    },
    noAuthenticationHeader: refusal,
    invalidAuthenticationHeader: refusal,
    invalidToken: refusal,
  });
  return async (c, next) => {
    const { person }: OwnCall = c.env ?? {};
    // A page reads only: following a link from another site must not change anything.
    if (!person || !reads.has(c.req.method)) return byBearer(c, next);
    c.set("who", person);
    await next();
  };
}

/**
 * A token that comes along with the session cookie tells whose page it is: if somebody else has logged in since, in
 * another tab, the page must not change their account. @throws Refusal not-signed-in
 */
export async function requireOwnPage(authorization: string | undefined, who: Person, whoIs: WhoIs): Promise<void> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) return;
  const holder = await whoIs(token);
  if (holder?.id !== who.id) refuse(notSignedIn, "The session and the access token belong to different people.");
}

/** The caller of every call, if admins need a second factor: an admin without one has no admin rights anywhere. */
export function restAdmin(who: Person): Person {
  return who.isAdmin && !who.hasSecondFactor ? { ...who, isAdmin: false, staffRoles: [], isRestingAdmin: true } : who;
}

/** @throws Refusal proof-needed */
export function requireProof({ proof }: Pick<Endpoint, "proof">, who: Person | null): void {
  if (!proof || !who || who.isProved) return;
  if (proof === "everybody" || who.hasSecondFactor) refuse(proofNeeded, "Please confirm once more that it is you.");
}

const adminsOnly: Guard = async (c, next) => {
  if (c.get("who")?.isRestingAdmin) {
    refuse(secondFactorRequired, "Admins of this shop need a second factor. Please set one up first.");
  }
  if (!c.get("who")?.isAdmin) refuse(notAllowed, "Only admins may do this.");
  await next();
};

function permittedOnly(permission: Permission): Guard {
  return async (c, next) => {
    requirePermission(c.get("who"), permission);
    await next();
  };
}

/** @throws Refusal not-allowed for whoever has no role that may do this */
export function requirePermission(who: Pick<Person, "staffRoles"> | null, permission: Permission): void {
  if (who && isPermitted(who.staffRoles, permission)) return;
  const roles = [...permissions[permission], "owner" as const].map((role) => staffRoleLabels[role]);
  refuse(notAllowed, `This is done by: ${roles.join(", ")}. An owner can give you the role.`);
}

const reads = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Pages of other origins may not write, whatever cookie the browser adds (OWASP CSRF: verify the origin). Hono's csrf
 * checks only forms, and would refuse a program that sends a DELETE without an origin.
 */
export function refuseForeignWrites(trustedOrigins: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header("origin");
    const foreign = origin !== undefined && !trustedOrigins.includes(origin);
    if (!reads.has(c.req.method) && foreign) refuse(notAllowed, "Requests from this site are not allowed.");
    await next();
  };
}
