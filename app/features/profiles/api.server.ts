import { isAdminAddress } from "#app/features/identity/queries.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { serve } from "#app/platform/http/serve.server.ts";
import * as contract from "./contract.ts";

export const profilesApi = [
  serve(contract.isAdmin, async ({ db, who, params }) => {
    if (params.email === who.email) return { admin: who.isAdmin };
    if (!who.isAdmin) refuse("not-allowed", "This can only be asked of one's own address.");
    return { admin: await isAdminAddress(db, params.email) };
  }),
];
