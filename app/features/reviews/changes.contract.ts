import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { manyLines } from "#app/contract/one-line.ts";
import { keyReused, notFound, requestRunning } from "#app/contract/problem.ts";
import { moderatedReview } from "./contract.ts";
import { hideReasons } from "./facts.ts";
import { answerChanged, reviewHidden } from "./problems.ts";

const key = z.object({ "idempotency-key": z.string().min(1).max(200).optional() });
const words = (missing: string, most: number) => manyLines(most).min(1, missing);

/** The fields of the form that hides a review. */
export const hidingInput = z.strictObject({
  reason: z.enum(hideReasons, "Please choose a reason"),
  /** For the writer. */
  note: words("Please tell the writer the reason", 1000),
});

export const hideReview = endpoint({
  method: "PUT",
  path: "/reviews/{id}/hidden",
  access: "admin",
  may: "manage-products",
  summary: "Hides a review from everybody but admins, tells its writer why, and returns it",
  changesPages: true,
  params: z.strictObject({ id }),
  headers: key,
  body: hidingInput,
  output: moderatedReview,
  refuses: [notFound, reviewHidden, requestRunning, keyReused],
});

export const showReview = endpoint({
  method: "DELETE",
  path: "/reviews/{id}/hidden",
  access: "admin",
  may: "manage-products",
  summary: "Shows a hidden review again, tells its writer, and returns it; a shown one stays as it is",
  changesPages: true,
  params: z.strictObject({ id }),
  output: moderatedReview,
  refuses: [notFound],
});

const answer = words("Please write an answer", 600);

/** The field of the form that answers a review. */
export const typedAnswer = z.object({ answer });

export const answerReview = endpoint({
  method: "PUT",
  path: "/reviews/{id}/answer",
  access: "admin",
  may: "manage-products",
  summary: "Answers a review, or changes its answer, and returns it; the first answer is mailed to the writer",
  changesPages: true,
  params: z.strictObject({ id }),
  headers: key,
  body: z.strictObject({
    answer,
    /** The answer that this one replaces; null if there is none. This keeps two admins from overwriting each other. */
    before: z.string().max(600).nullable(),
  }),
  output: moderatedReview,
  refuses: [notFound, reviewHidden, answerChanged, requestRunning, keyReused],
});
