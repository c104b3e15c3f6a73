import { createAuthEndpoint } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { generateRandomString } from "better-auth/crypto";
import { z } from "zod";
import type { Db } from "#app/platform/db/client.server.ts";
import * as queries from "./queries.server.ts";

const TOKEN_LENGTH = 32;

/**
 * Library calls that only the shop makes: cookies signed by the library, for sessions that expire by the database's
 * clock.
 */
export function sessionPlugin(db: Db) {
  return {
    id: "sessions",
    endpoints: {
      /** Signs this person in; without one, sets a cookie that looks the same but opens nothing. */
      startSession: createAuthEndpoint.serverOnly(
        { method: "POST", requireHeaders: true, body: z.object({ userId: z.string().nullable() }) },
        async (ctx) => {
          const { userId } = ctx.body;
          const session = userId && (await ctx.context.internalAdapter.createSession(userId));
          await setCookie(ctx, session ? session.token : generateRandomString(TOKEN_LENGTH));
        },
      ),

      /** The session of the cookie; if null, removes the cookie. `prolong` extends it to its full lifetime. */
      readSession: createAuthEndpoint.serverOnly(
        { method: "GET", requireHeaders: true, query: z.object({ prolong: z.boolean() }) },
        async (ctx) => {
          const { name } = ctx.context.authCookies.sessionToken;
          const token = await ctx.getSignedCookie(name, ctx.context.secret);
          if (!token) return null;
          const found = await queries.findSession(db, token);
          if (!found) {
            deleteSessionCookie(ctx);
            return null;
          }
          if (!ctx.query.prolong || !found.isDue) return found;
          await queries.prolongSession(db, found.session.id);
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
  await ctx.setSignedCookie(name, token, ctx.context.secret, { ...attributes, maxAge: queries.SESSION_LIFE_S });
}
