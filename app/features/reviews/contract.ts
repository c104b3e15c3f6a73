import { z } from "zod";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { pageHeaders, pageQuery } from "#app/contract/page.ts";
import { keyReused, requestRunning, tooManyRequests } from "#app/contract/problem.ts";
import { webAddress } from "#app/contract/web-address.ts";
import { emailNotVerified } from "#app/features/identity/problems.ts";

/** The shop shows only praise: a review gives at least this many of `MAX_RATING`. */
export const MIN_RATING = 4;
export const MAX_RATING = 5;

/** A buyer's review. Name and e-mail are public until the account is deleted; then the e-mail is empty. */
const review = z
  .object({
    _id: id,
    name: z.string(),
    email: z.string(),
    review: z.string(),
    ratings: z.number(),
    img: z.string().nullable(),
  })
  .meta({ id: "Review" });

export type Review = z.infer<typeof review>;

const rating = z
  .union(
    [
      z.int(),
      z
        .string()
        .trim()
        .regex(/^-?[0-9]{1,3}$/)
        .transform(Number),
    ],
    {
      error: ({ input }) => (isEmpty(input) ? "Rating is required" : "Please write a whole number"),
    },
  )
  .refine((count) => count >= MIN_RATING, "At least rate 4 out of five")
  .refine((count) => count <= MAX_RATING, "You can not rate more than 5");

/** The fields of the review form. `img` may be empty only if the account has a photo, which is shown instead. */
export const reviewInput = z.strictObject({
  name: z.string().trim().min(1).max(200),
  email,
  img: z.union([z.literal(""), webAddress]),
  ratings: rating,
  review: z.string().trim().min(1, "Review is required").max(2000, "At most 2000 characters"),
});

export const listReviews = endpoint({
  method: "GET",
  path: "/reviews",
  access: "public",
  summary: "Lists reviews, newest first",
  query: z.strictObject({
    ...pageQuery,
    /** `1`: only each person's newest. */
    perPerson: z.literal("1").optional(),
  }),
  output: z.array(review),
  outputHeaders: pageHeaders,
});

export const addReview = endpoint({
  method: "POST",
  path: "/reviews",
  access: "signed-in",
  summary: "Adds a review under the caller's name; it appears at once",
  changesPages: true,
  headers: z.object({ "idempotency-key": z.string().min(1).max(200).optional() }),
  body: reviewInput,
  output: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refuses: [emailNotVerified, requestRunning, keyReused, tooManyRequests],
});

function isEmpty(input: unknown): boolean {
  return input === undefined || input === null || (typeof input === "string" && input.trim() === "");
}
