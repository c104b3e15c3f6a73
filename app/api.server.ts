import { auditActions } from "#app/audit-actions.server.ts";
import { accountApi } from "#app/features/account/api.server.ts";
import { adminDashboardApi } from "#app/features/admin-dashboard/api.server.ts";
import { auditApi } from "#app/features/audit/api.server.ts";
import { buyersApi } from "#app/features/buyers/api.server.ts";
import { catalogueApi } from "#app/features/catalogue/api.server.ts";
import { documentsApi } from "#app/features/documents/api.server.ts";
import { toSeller } from "#app/features/documents/documents.server.ts";
import { issueInvoice } from "#app/features/documents/invoices.server.ts";
import { documentRules } from "#app/features/documents/limits.server.ts";
import type { PdfWorker } from "#app/features/documents/pdf-worker.server.ts";
import { isHolderGone } from "#app/features/identity/access-tokens.server.ts";
import { findPersonByCookie, identityApi } from "#app/features/identity/api.server.ts";
import type { Identity } from "#app/features/identity/identity.server.ts";
import { identityRules } from "#app/features/identity/limits.server.ts";
import { mfaApi } from "#app/features/mfa/api.server.ts";
import { factorRules } from "#app/features/mfa/limits.server.ts";
import { type OrderSettings, ordersApi } from "#app/features/orders/api.server.ts";
import { orderRules } from "#app/features/orders/limits.server.ts";
import { profilesApi } from "#app/features/profiles/api.server.ts";
import { deleteProfile } from "#app/features/profiles/queries.server.ts";
import { reviewsApi } from "#app/features/reviews/api.server.ts";
import { reviewRules } from "#app/features/reviews/limits.server.ts";
import { sheetsApi } from "#app/features/sheets/api.server.ts";
import { deleteDraft } from "#app/features/sheets/draft/draft.server.ts";
import { sheetRules } from "#app/features/sheets/limits.server.ts";
import { trimsApi } from "#app/features/trims/api.server.ts";
import type { CountCache } from "#app/features/trims/find/counts.server.ts";
import { trimRules } from "#app/features/trims/limits.server.ts";
import { type Api, type ApiOptions, buildApi } from "#app/platform/http/api.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import type { Limits } from "#app/platform/http/limits.server.ts";
import { mountReference } from "#app/platform/http/reference.server.ts";
import type { ResponseCache } from "#app/platform/http/response-cache.server.ts";
import type { SellerSettings } from "#app/platform/seller-env.server.ts";
import { queueHeldBack } from "./pending-notifications.server.ts";

/** Every limit of the shop; the setting LIMITS changes them by these names. */
export const limitRules = {
  ...identityRules,
  ...factorRules,
  ...trimRules,
  ...orderRules,
  ...reviewRules,
  ...sheetRules,
  ...documentRules,
};

type Parts = Omit<
  ApiOptions,
  "served" | "mounts" | "whoIs" | "whoseCookie" | "sessionCookie" | "readNetwork" | "readAddress" | "sharing"
> &
  Omit<OrderSettings, "limits" | "issueInvoice"> & {
    identity: Identity;
    limits: Limits<keyof typeof limitRules>;
    counts: CountCache;
    seller: SellerSettings;
    pdfWorker: PdfWorker;
    cache?: ResponseCache | undefined;
  };

/** The REST map: everything below `/api`. */
export function createApi({
  identity,
  emailContext,
  requireVerifiedEmail,
  limits,
  orderEvents,
  counts,
  timeZone,
  cache,
  ...shop
}: Parts): Api {
  const { findHolder, withRights } = identity;
  const rest = (who: Person | undefined) => who && withRights(who);
  const documents = { seller: shop.seller, contact: emailContext.contact, timeZone, pdfWorker: shop.pdfWorker };
  const profiles = profilesApi({ limits, emailContext });
  const reviews = reviewsApi({ emailContext, requireVerifiedEmail, limits });
  const orders = ordersApi({
    ...{ emailContext, requireVerifiedEmail, limits, orderEvents, timeZone },
    issueInvoice: (tx, orderIds, dueOn) => issueInvoice(tx, { seller: toSeller(documents), timeZone }, orderIds, dueOn),
  });
  const sheets = sheetsApi({ requireVerifiedEmail, limits, orderEvents, timeZone });
  return buildApi({
    ...shop,
    served: [
      ...identityApi({ ...identity, onConfirmed: queueHeldBack }, [deleteProfile, deleteDraft]),
      ...mfaApi({ identity, limits, emailContext }),
      ...accountApi(identity),
      ...profiles,
      ...trimsApi({ emailContext, counts, limits }),
      ...catalogueApi({ emailContext }),
      ...reviews,
      ...orders,
      ...sheets,
      ...buyersApi({ timeZone }),
      ...adminDashboardApi({ timeZone }),
      ...documentsApi(documents, limits),
      ...auditApi({ actions: auditActions, timeZone }),
    ],
    mounts: [mountReference],
    readNetwork: identity.readNetwork,
    readAddress: identity.readAddress,
    sessionCookie: identity.sessionCookie,
    sharing: cache && { cache, isOurs: identity.isOurs },
    whoseCookie: async (request, network) => rest(await findPersonByCookie(identity, shop.db, request, network)),
    whoIs: async (token) => rest(await findHolder(token)),
    isCallerGone: isHolderGone,
  });
}
