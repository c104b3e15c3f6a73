import { createHash } from "node:crypto";
import { id } from "#app/contract/id.ts";
import * as contract from "#app/features/orders/claims.contract.ts";
import type { OrderLimits } from "#app/features/orders/limits.server.ts";
import type { Billing } from "#app/features/orders/status/billing.server.ts";
import { oneTrim, TRIMS } from "#app/features/trims/page-subjects.ts";
import { shrinkPicture } from "#app/features/trims/pictures/uploads.server.ts";
import type { Network } from "#app/platform/http/client-address.server.ts";
import { type Person, type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey, withLimitAndKey } from "#app/platform/http/idempotency.server.ts";
import { limitAction } from "#app/platform/http/limits.server.ts";
import { answerPage, readPage } from "#app/platform/http/pagination.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import * as claims from "./claims.server.ts";
import { countClaims, listClaims } from "./queries.server.ts";

type ClaimSettings = {
  emailContext: EmailContext;
  limits: OrderLimits;
  timeZone: string;
  billing: Billing;
  publish: () => void;
};

/** What `claims.contract.ts` declares, served. */
export function claimsApi({ limits, publish, ...context }: ClaimSettings): Served[] {
  const { timeZone } = context;
  const limit =
    (who: Person, network: Network) =>
    <Done>(work: () => Promise<Done>) =>
      limitAction<"message", Done>(limits, "message", who, network, work);
  return [
    serve(contract.listOrderClaims, ({ db, who, params }) => claims.readClaims(db, who, params.id, timeZone)),

    serve(contract.addClaim, async ({ db, who, from, network, params, headers, body }) => {
      const content = { ...params, ...body };
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: contract.addClaim, content };
      const answer = await withLimitAndKey(limit(who, network), db, request, async (tx) => ({
        acknowledged: true as const,
        insertedId: await claims.addClaim(tx, { who, from, ...context }, params.id, body),
      }));
      publish();
      return answer;
    }),

    serve(contract.addClaimPicture, async ({ db, who, network, params, headers, file }) => {
      const content = { ...params, sha256: createHash("sha256").update(file).digest("hex") };
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: contract.addClaimPicture, content };
      return limit(
        who,
        network,
      )(async () => {
        const picture = await shrinkPicture(file);
        return withIdempotencyKey(db, request, async (tx) => ({
          acknowledged: true as const,
          insertedId: await claims.addPicture(tx, who, params.id, picture),
        }));
      });
    }),

    serve(contract.readClaimPicture, async ({ db, who, params }) => {
      const picture = await claims.readPicture(db, who, params.id, params.picture);
      return new Blob([new Uint8Array(picture)]).stream();
    }),

    serve(contract.settleClaim, async ({ db, who, from, params, headers, body, changed }) => {
      changed();
      const content = { ...params, ...body };
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: contract.settleClaim, content };
      const answer = await withIdempotencyKey(db, request, async (tx) => {
        const { trimId, creditNote, replacement } = await claims.settle(tx, { who, from, ...context }, params.id, body);
        if (trimId) changed(TRIMS, oneTrim(trimId));
        return { acknowledged: true as const, creditNote, replacement };
      });
      publish();
      return answer;
    }),

    serve(contract.listClaims, async (call) => {
      const { db, who, query } = call;
      const { limit: most, after } = readPage(query, id);
      const { state } = query;
      const [rows, total] = await Promise.all([
        listClaims(db, { state }, { readerId: who.id, limit: most, after }),
        countClaims(db, state),
      ]);
      return answerPage(call, { rows, total, limit: most, toCursor: ({ _id }) => _id });
    }),
  ];
}
