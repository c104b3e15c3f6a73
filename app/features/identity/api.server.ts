import { notSignedIn } from "#app/contract/problem.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { findSession } from "./better-auth.server.ts";
import { login } from "./contract.ts";
import type { Identity } from "./identity.server.ts";
import { insertAccessToken, TOKEN_LIFE_S } from "./queries.server.ts";

export function identityApi({ auth, limits }: Identity): Served[] {
  return [
    serve(login, async ({ db, request, network, body }) => {
      const found = await findSession(auth, request.headers);
      // One answer for an unknown address and for another person's: neither tells who has an account.
      if (found?.user.email !== body.email) {
        await limits.take("login-network", network);
        refuse(notSignedIn, "Please sign in first.");
      }
      await limits.take("login-account", `${found.user.id} ${network}`);
      const accessToken = await insertAccessToken(db, found.session.id);
      return { accessToken, expiresInSeconds: TOKEN_LIFE_S };
    }),
  ];
}
