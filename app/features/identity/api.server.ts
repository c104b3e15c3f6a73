import { refuse } from "#app/platform/http/refusal.server.ts";
import { type Served, serve } from "#app/platform/http/serve.server.ts";
import type { Auth } from "./auth.server.ts";
import { login } from "./contract.ts";
import { findSession } from "./library.server.ts";
import { insertAccessToken, TOKEN_LIFE_S } from "./queries.server.ts";

export function identityApi(auth: Auth): Served[] {
  return [
    serve(login, async ({ db, request, body }) => {
      const found = await findSession(auth, request.headers);
      // One answer for an unknown address and for another person's: neither tells who has an account.
      if (found?.user.email !== body.email) refuse("not-signed-in", "Please sign in first.");
      const accessToken = await insertAccessToken(db, found.session.id);
      return { accessToken, expiresInSeconds: TOKEN_LIFE_S };
    }),
  ];
}
