import { createAuthEndpoint } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { generateRandomString } from "better-auth/crypto";
import { z } from "zod";
import type { Db } from "#app/platform/db/client.server.ts";
import { findSession, prolongSession, SESSION_LIFE_S } from "./sessions.server.ts";
import type { SignInWay } from "./tables.server.ts";

const TOKEN_LENGTH = 32;

/** What is known about a session when it begins; the rest follows from what the library is doing. */
export type SessionAbout = { signedInBy: SignInWay | null; secondStep: "passkey" | null };

/**
 * Library calls that only the shop makes: cookies signed by the library, for sessions that expire by the database's
 * clock.
 */
export function sessionPlugin(db: Db) {
  return {
    id: "sessions",
    endpoints: {
      /**
       * Signs this person in, and returns the token; without a person, sets a cookie that looks the same but opens
       * nothing.
       */
      startSession: createAuthEndpoint.serverOnly(
        {
          method: "POST",
          requireHeaders: true,
          body: z.object({ userId: z.string().nullable(), about: z.custom<SessionAbout>() }),
        },
        async (ctx) => {
          const { userId, about } = ctx.body;
          const session = userId && (await ctx.context.internalAdapter.createSession(userId, false, about));
          const token = session ? session.token : generateRandomString(TOKEN_LENGTH);
          await setCookie(ctx, token);
          return token;
        },
      ),

      /** The token of the cookie, if we signed it. */
      readToken: createAuthEndpoint.serverOnly({ method: "GET", requireHeaders: true }, async (ctx) => {
        const { name } = ctx.context.authCookies.sessionToken;
        return (await ctx.getSignedCookie(name, ctx.context.secret)) || null;
      }),

      /** Sets the cookie for a session whose token was replaced. */
      replaceCookie: createAuthEndpoint.serverOnly(
        { method: "POST", requireHeaders: true, body: z.object({ token: z.string() }) },
        async (ctx) => setCookie(ctx, ctx.body.token),
      ),

      /** The session of the cookie; if null, removes the cookie. `prolong` extends it to its full lifetime. */
      readSession: createAuthEndpoint.serverOnly(
        { method: "GET", requireHeaders: true, query: z.object({ prolong: z.boolean() }) },
        async (ctx) => {
          const { name } = ctx.context.authCookies.sessionToken;
          const token = await ctx.getSignedCookie(name, ctx.context.secret);
          if (!token) return null;
          const found = await findSession(db, token);
          if (!found) {
            deleteSessionCookie(ctx);
            return null;
          }
          // The cookie stays: the second step relies on it.
          if (found.secondStep === "due") return null;
          if (!ctx.query.prolong || !found.isDue) return found;
          await prolongSession(db, found.session.id);
          await setCookie(ctx, token);
          return found;
        },
      ),
    },
  };
}

type Ctx = Parameters<typeof deleteSessionCookie>[0];

async function setCookie(ctx: Ctx, token: string): Promise<void> {
  const { name, attributes } = ctx.context.authCookies.sessionToken;
  await ctx.setSignedCookie(name, token, ctx.context.secret, { ...attributes, maxAge: SESSION_LIFE_S });
}
