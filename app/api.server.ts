import { auditApi } from "#app/features/audit/api.server.ts";
import { identityApi } from "#app/features/identity/api.server.ts";
import { mountAuth } from "#app/features/identity/doors.server.ts";
import type { Identity } from "#app/features/identity/identity.server.ts";
import { findPersonByToken } from "#app/features/identity/queries.server.ts";
import { type OrderSettings, ordersApi } from "#app/features/orders/api.server.ts";
import { profilesApi } from "#app/features/profiles/api.server.ts";
import { reviewsApi } from "#app/features/reviews/api.server.ts";
import { trimsApi } from "#app/features/trims/api.server.ts";
import { type Api, type ApiOptions, buildApi } from "#app/platform/http/api.server.ts";
import { mountReference } from "#app/platform/http/reference.server.ts";

type Parts = Omit<ApiOptions, "served" | "mounts" | "whoIs"> & OrderSettings & { identity: Identity };

/** The REST map: everything below `/api`. */
export function createApi({ identity, origin, requireVerifiedEmail, ...shop }: Parts): Api {
  const orders = ordersApi({ origin, requireVerifiedEmail });
  return buildApi({
    ...shop,
    served: [...identityApi(identity.auth), ...profilesApi, ...trimsApi, ...reviewsApi, ...orders, ...auditApi],
    mounts: [(api) => mountAuth(api, identity), mountReference],
    whoIs: (token) => findPersonByToken(shop.db, token),
  });
}
