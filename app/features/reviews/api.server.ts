import { id } from "#app/contract/id.ts";
import { notAllowed } from "#app/contract/problem.ts";
import { refuseUnverified } from "#app/features/identity/verified.server.ts";
import { inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import { type Person, type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey, withLimitAndKey } from "#app/platform/http/idempotency.server.ts";
import { limitAction } from "#app/platform/http/limits.server.ts";
import { answerPage, countUpTo, readPage } from "#app/platform/http/pagination.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import * as changes from "./changes.contract.ts";
import * as contract from "./contract.ts";
import type { ReviewLimits } from "./limits.server.ts";
import * as list from "./list.server.ts";
import { answer, hide, show } from "./moderation.server.ts";
import { REVIEWS } from "./page-subjects.ts";
import * as queries from "./queries.server.ts";

type ReviewSettings = {
  /** Whether publishing a review requires a confirmed address. */
  requireVerifiedEmail: boolean;
  limits: ReviewLimits;
  emailContext: EmailContext;
};

/** What `contract.ts` declares, served. */
export function reviewsApi({ requireVerifiedEmail, limits, emailContext }: ReviewSettings): Served[] {
  return [
    serve(contract.listReviews, async (call) => {
      const { limit, after } = readPage(call.query, id);
      const isPerPerson = call.query.perPerson !== undefined;
      const { rows, total } = await queries.listReviews(call.db, { isPerPerson, limit, after });
      return answerPage(call, { rows, total, limit, toCursor: (row) => row._id });
    }),

    serve(contract.listAllReviews, async (call) => {
      const { q, state, sort = "newest" } = call.query;
      const { limit, after } = readPage(call.query, list.cursor);
      const { rows, total: found } = await list.listAllReviews(call.db, { q, state, sort, limit, after });
      const total = countUpTo(call, contract.COUNT_LIMIT, found);
      return answerPage(call, { rows, total, limit, toCursor: list.toCursor });
    }),

    serve(contract.countReviews, ({ db }) => list.countByState(db)),

    serve(contract.addReview, async ({ db, who, network, headers, body, changed }) => {
      changed(REVIEWS);
      if (body.email !== who.email) refuse(notAllowed, "Reviews can only be written under your own e-mail address.");
      if (requireVerifiedEmail) refuseUnverified(who);
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: contract.addReview, content: body };
      return withLimitAndKey(
        (work) => limitAction(limits, "review", who, network, work),
        db,
        request,
        (tx) => add(tx, who, body),
      );
    }),

    serve(changes.hideReview, async ({ db, who, from, params, headers, body, changed }) => {
      changed(REVIEWS);
      const content = { action: "hide", ...params, ...body };
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: changes.hideReview, content };
      return withIdempotencyKey(db, request, (tx) => hide(tx, { who, from, emailContext }, params.id, body));
    }),

    serve(changes.showReview, async ({ db, who, from, params, changed }) => {
      changed(REVIEWS);
      return inTransaction(db, (tx) => show(tx, { who, from, emailContext }, params.id));
    }),

    serve(changes.answerReview, async ({ db, who, from, params, headers, body, changed }) => {
      changed(REVIEWS);
      const content = { action: "answer", ...params, ...body };
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: changes.answerReview, content };
      return withIdempotencyKey(db, request, (tx) => answer(tx, { who, from, emailContext }, params.id, body));
    }),
  ];
}

async function add(tx: Tx, who: Person, { img: written, ratings, review }: typeof contract.reviewInput._output) {
  const img = (await queries.findPhoto(tx, who.id)) ?? (written || null);
  const { id: userId, name, email } = who;
  const insertedId = await queries.insertReview(tx, { userId, name, email, img, ratings, review });
  return { acknowledged: true as const, insertedId };
}
