import { auditActions } from "#app/audit-actions.server.ts";
import { accountApi } from "#app/features/account/api.server.ts";
import { adminDashboardApi } from "#app/features/admin-dashboard/api.server.ts";
import { auditApi } from "#app/features/audit/api.server.ts";
import { buyersApi } from "#app/features/buyers/api.server.ts";
import { companiesOfBuyersApi } from "#app/features/buyers/companies/api.server.ts";
import { catalogueApi } from "#app/features/catalogue/api.server.ts";
import { companiesApi } from "#app/features/companies/api.server.ts";
import { companyRules } from "#app/features/companies/limits.server.ts";
import { isMember, leaveWithAccount } from "#app/features/companies/queries.server.ts";
import { documentsApi } from "#app/features/documents/api.server.ts";
import { toSeller } from "#app/features/documents/documents.server.ts";
import { documentRules } from "#app/features/documents/limits.server.ts";
import type { PdfWorker } from "#app/features/documents/pdf-worker.server.ts";
import { isHolderGone } from "#app/features/identity/access-tokens.server.ts";
import { findPersonByCookie, identityApi } from "#app/features/identity/api.server.ts";
import { createIdentity, type IdentityEnv } from "#app/features/identity/identity.server.ts";
import { identityRules } from "#app/features/identity/limits.server.ts";
import { mfaApi } from "#app/features/mfa/api.server.ts";
import { factorRules } from "#app/features/mfa/limits.server.ts";
import { moneyApi } from "#app/features/money/api.server.ts";
import { bankApi } from "#app/features/money/bank/api.server.ts";
import { createBilling } from "#app/features/money/billing.server.ts";
import { exportApi } from "#app/features/money/export/api.server.ts";
import { moveCredit } from "#app/features/money/moving.server.ts";
import { payApi } from "#app/features/money/pay/api.server.ts";
import { statementApi } from "#app/features/money/statement/api.server.ts";
import { ordersApi } from "#app/features/orders/api.server.ts";
import { orderRules } from "#app/features/orders/limits.server.ts";
import { createOrderEventStream } from "#app/features/orders/live/event-stream.server.ts";
import { profilesApi } from "#app/features/profiles/api.server.ts";
import { deleteProfile } from "#app/features/profiles/queries.server.ts";
import { staffInvitationsApi, staffRules } from "#app/features/profiles/staff/invitations.server.ts";
import { staffApi } from "#app/features/profiles/staff/staff.server.ts";
import { reviewsApi } from "#app/features/reviews/api.server.ts";
import { reviewRules } from "#app/features/reviews/limits.server.ts";
import { searchApi } from "#app/features/search/api.server.ts";
import { sheetsApi } from "#app/features/sheets/api.server.ts";
import { approvalsApi } from "#app/features/sheets/approvals/api.server.ts";
import { bringOrders } from "#app/features/sheets/company-orders.server.ts";
import { deleteDraft } from "#app/features/sheets/draft/draft.server.ts";
import { sheetRules } from "#app/features/sheets/limits.server.ts";
import { trimsApi } from "#app/features/trims/api.server.ts";
import { createCountCache } from "#app/features/trims/find/counts.server.ts";
import { trimRules } from "#app/features/trims/limits.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { buildApi } from "#app/platform/http/api.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { createLimits } from "#app/platform/http/limits.server.ts";
import { createReads } from "#app/platform/http/reads.server.ts";
import { mountReference } from "#app/platform/http/reference.server.ts";
import { createResponseCache } from "#app/platform/http/response-cache.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { Metrics } from "#app/platform/metrics/metrics.server.ts";
import type { SocialSettings } from "#app/platform/social-env.server.ts";
import { queueHeldBack } from "./pending-notifications.server.ts";

/** Every limit of the shop; the setting LIMITS changes them by these names. */
export const limitRules = {
  ...identityRules,
  ...companyRules,
  ...staffRules,
  ...factorRules,
  ...trimRules,
  ...orderRules,
  ...reviewRules,
  ...sheetRules,
  ...documentRules,
};

/** What everything that answers requests is built on. The process opens it once; tests and the bench bring their own. */
export type Dependencies = {
  env: IdentityEnv & Pick<Env, "development" | "limits" | "requireVerifiedEmail" | "seller" | "timeZone">;
  db: Db;
  log: Log;
  social: SocialSettings;
  /** Prints documents, for people and for mails. */
  pdfWorker: PdfWorker;
  metrics?: Metrics | undefined;
  /** Tells the other processes that pages have changed. */
  announce: (subjects?: readonly string[]) => void;
  /** Tells the other processes that something has happened to orders. */
  announceOrders: () => void;
};

/** The REST map, everything below `/api`, and what pages share with it. */
export function createApi({ env, db, log, social, pdfWorker, metrics, announce, announceOrders }: Dependencies) {
  const { requireVerifiedEmail, seller, timeZone, trustedOrigins } = env;
  const emailContext = { origin: env.origin, contact: env.contact, bank: env.seller.bank };
  const limits = createLimits(db, limitRules, env.limits);
  const identity = createIdentity({ db, env, limits, social, log, isMember });
  const { findHolder, withRights, isOurs, readAddress, readNetwork, readSessionToken, sessionCookie } = identity;
  const reads = createReads({ readNetwork, readSessionToken, settings: env.limits });
  const orderEvents = createOrderEventStream({ db, announce: announceOrders, log });
  const counts = createCountCache();
  const cache = createResponseCache({ metrics });
  /** Reports what changed on public pages; without tags, anything may have. */
  const change = (tags?: readonly string[]) => {
    // First what pages are made from.
    counts.change(tags);
    cache.change(tags);
  };
  const rest = (who: Person | undefined) => who && withRights(who);
  const documents = { seller, contact: env.contact, timeZone, pdfWorker };
  const billing = createBilling({ seller: toSeller(documents), timeZone });
  const api = buildApi({
    ...{ db, log, trustedOrigins, readNetwork, readAddress, sessionCookie, reads },
    served: [
      ...identityApi({ ...identity, onConfirmed: queueHeldBack }, [deleteProfile, deleteDraft]),
      ...mfaApi({ identity, limits, emailContext }),
      ...accountApi(identity),
      ...profilesApi({ limits, emailContext, leaveCompany: leaveWithAccount, isMember }),
      ...staffApi({ emailContext, isMember }),
      ...staffInvitationsApi({ limits, emailContext, isMember }),
      ...companiesApi({
        ...{ limits, emailContext },
        async bringOrders(tx, who, company) {
          await bringOrders(tx, who, company);
          const [from, into] = [
            { companyId: null, userId: who.id },
            { companyId: company.id, userId: null },
          ];
          await moveCredit(tx, from, into, { who, timeZone });
        },
      }),
      ...trimsApi({ emailContext, counts, limits }),
      ...catalogueApi({ emailContext }),
      ...reviewsApi({ emailContext, requireVerifiedEmail, limits }),
      ...ordersApi({ emailContext, requireVerifiedEmail, limits, orderEvents, timeZone, billing }),
      ...sheetsApi({ emailContext, requireVerifiedEmail, limits, orderEvents, timeZone, billing }),
      ...approvalsApi({ emailContext, requireVerifiedEmail, limits, orderEvents, timeZone }),
      ...buyersApi({ timeZone }),
      ...companiesOfBuyersApi({ timeZone, emailContext }),
      ...adminDashboardApi({ timeZone }),
      ...searchApi({ timeZone }),
      ...documentsApi(documents, limits),
      ...statementApi(documents, limits),
      ...exportApi(),
      ...bankApi({ emailContext, orderEvents, timeZone }),
      ...payApi({ seller: toSeller(documents), timeZone }),
      ...moneyApi({ emailContext, orderEvents, timeZone, seller: toSeller(documents) }),
      ...auditApi({ actions: auditActions, timeZone }),
    ],
    mounts: [mountReference],
    // In development nothing is cached: each edit may change the answer.
    sharing: env.development ? undefined : { cache, isOurs },
    whoseCookie: async (request, network) => rest(await findPersonByCookie(identity, db, request, network)),
    whoIs: async (token) => rest(await findHolder(token)),
    isCallerGone: isHolderGone,
    onPagesChanged: (tags) => {
      change(tags);
      announce(tags);
    },
  });
  return { api, identity, limits, reads, orderEvents, counts, cache, change };
}
