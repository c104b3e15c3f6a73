import { afterAll } from "vitest";
import { createApi } from "#app/api.server.ts";
import { createAuth } from "#app/features/identity/auth.server.ts";
import { serveUploads } from "#app/features/trims/uploads.server.ts";
import { createWeb } from "#app/platform/http/web.server.ts";
import { createDatabase, silent } from "./database.ts";

export const ORIGIN = "http://localhost:3000";

/** The shop on a database of its own, called without a network: `app.request("/api/trims")`. Ends with the test file. */
export async function startTestApp() {
  const { db, drop } = await createDatabase();
  afterAll(drop);
  const changes = { count: 0 };
  const auth = createAuth(db, { origin: ORIGIN, trustedOrigins: [ORIGIN], secret: "s".repeat(32) }, silent);
  const onPagesChanged = () => changes.count++;
  const api = createApi({ db, auth, log: silent, trustedOrigins: [ORIGIN], onPagesChanged });
  const app = createWeb({ api, uploads: serveUploads(db), pages: (c) => c.text("page") });
  return { app, db, changes };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;
