import { auditApi } from "#app/features/audit/api.server.ts";
import { identityApi, mountAuth } from "#app/features/identity/api.server.ts";
import type { Auth } from "#app/features/identity/auth.server.ts";
import { findPersonByToken } from "#app/features/identity/queries.server.ts";
import { ordersApi } from "#app/features/orders/api.server.ts";
import { profilesApi } from "#app/features/profiles/api.server.ts";
import { reviewsApi } from "#app/features/reviews/api.server.ts";
import { trimsApi } from "#app/features/trims/api.server.ts";
import { type Api, type ApiOptions, buildApi } from "#app/platform/http/api.server.ts";
import { mountReference } from "#app/platform/http/reference.server.ts";

/** The REST map: everything below `/api`. */
export function createApi({ auth, ...shop }: Omit<ApiOptions, "served" | "mounts" | "whoIs"> & { auth: Auth }): Api {
  return buildApi({
    ...shop,
    served: [...identityApi(auth), ...profilesApi, ...trimsApi, ...reviewsApi, ...ordersApi, ...auditApi],
    mounts: [(api) => mountAuth(api, auth), mountReference],
    whoIs: (token) => findPersonByToken(shop.db, token),
  });
}
