import { notFound } from "#app/contract/problem.ts";
import { type Actor, type AuditAction, recordAction } from "#app/features/audit/queries.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import type { Client, Person } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { reviewActions } from "./audit-actions.server.ts";
import type { answerReview, hidingInput } from "./changes.contract.ts";
import { findModerated } from "./list.server.ts";
import { mailWriter, type ReviewEvent } from "./mails.server.ts";
import { answerChanged, reviewHidden } from "./problems.ts";
import * as queries from "./queries.server.ts";

type ActionContext = { who: Person; from: Client; emailContext: EmailContext };
type Locked = NonNullable<Awaited<ReturnType<typeof queries.lockReview>>>;

/**
 * Hides a review with its reason: if two admins do so at once, only one succeeds.
 * @throws Refusal not-found, review-hidden
 */
export async function hide(tx: Tx, by: ActionContext, id: string, { reason, note }: typeof hidingInput._output) {
  const review = await lock(tx, id);
  if (review.hiddenAt !== null) refuse(reviewHidden, "Another admin has already hidden this review.");
  await queries.setHidden(tx, id, { by: by.who.id, reason, note });
  await record(tx, by, review, { action: reviewActions.hide, before: null, after: { reason, note } });
  await tell(tx, by, review, { what: "hidden", reason, note });
  return read(tx, id);
}

/**
 * Shows a hidden review again. One that is shown stays as it is, and nobody is told.
 * @throws Refusal not-found
 */
export async function show(tx: Tx, by: ActionContext, id: string) {
  const review = await lock(tx, id);
  if (review.hiddenAt !== null) {
    await queries.setHidden(tx, id, null);
    const before = { reason: review.hiddenReason, note: review.hiddenNote };
    await record(tx, by, review, { action: reviewActions.show, before, after: null });
    await tell(tx, by, review, { what: "shown" });
  }
  return read(tx, id);
}

/**
 * Answers a review, in place of the answer that the admin has seen.
 * @throws Refusal not-found, review-hidden, answer-changed
 */
export async function answer(
  tx: Tx,
  by: ActionContext,
  id: string,
  { answer, before }: typeof answerReview.body._output,
) {
  const review = await lock(tx, id);
  if (review.hiddenAt !== null) refuse(reviewHidden, "Show the review again before you answer it.");
  if (review.answer !== before) {
    const present = review.answer === null ? "" : ` It reads: ${review.answer}`;
    refuse(answerChanged, `Another admin has answered this review in the meantime.${present}`);
  }
  if (answer !== before) {
    await queries.setAnswer(tx, id, { text: answer, by: by.who.id });
    await record(tx, by, review, {
      action: reviewActions.answer,
      before: before === null ? null : { answer: before },
      after: { answer },
    });
    if (before === null) await tell(tx, by, review, { what: "answered", answer });
  }
  return read(tx, id);
}

async function lock(tx: Tx, id: string): Promise<Locked> {
  return (await queries.lockReview(tx, id)) ?? refuseUnknown();
}

async function read(tx: Tx, id: string) {
  return (await findModerated(tx, id)) ?? refuseUnknown();
}

type Recorded = Pick<Parameters<typeof recordAction>[2], "before" | "after"> & { action: AuditAction };

async function record(tx: Tx, { who, from }: Actor, { id, name }: Locked, about: Recorded): Promise<void> {
  await recordAction(tx, { who, from }, { ...about, object: `Review by ${name}`, objectId: id });
}

async function tell(
  tx: Tx,
  { emailContext }: ActionContext,
  { id, userId, review }: Locked,
  event: ReviewEvent,
): Promise<void> {
  const writer = await queries.findReachable(tx, userId);
  // Each action sends a separate mail, even if a review is hidden twice.
  if (writer) await mailWriter(tx, { writer, review, key: `review ${id} ${newId()}` }, event, emailContext);
}

function refuseUnknown(): never {
  refuse(notFound, "This review does not exist.");
}
