import { z } from "zod";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { manyLines, oneLine } from "#app/contract/one-line.ts";
import { pageHeaders, pageQuery, searchHeaders, searchText } from "#app/contract/page.ts";
import { keyReused, requestRunning, tooManyRequests } from "#app/contract/problem.ts";
import { isSeen } from "#app/contract/text.ts";
import { ADDRESS_WANTED, webAddress } from "#app/contract/web-address.ts";
import { emailNotVerified } from "#app/features/identity/problems.ts";
import { hideReasons } from "./facts.ts";

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
    /** Null if the writer gave no photo. */
    img: z.string().nullable(),
    /** What the shop answered. */
    answer: z.object({ text: z.string(), at: z.iso.datetime() }).nullable(),
  })
  .meta({ id: "Review" });

export type Review = z.infer<typeof review>;

const action = { at: z.iso.datetime(), /** The admin as called today; null once gone. */ by: z.string().nullable() };

/** A review as admins see it. */
export const moderatedReview = z
  .object({
    ...review.shape,
    createdAt: z.iso.datetime(),
    answer: z.object({ text: z.string(), ...action }).nullable(),
    /** Null while everybody sees it. */
    hidden: z.object({ reason: z.enum(hideReasons), note: z.string(), ...action }).nullable(),
    /** Whether the writer can be told by mail: only if they have an account with a confirmed address. */
    isReachable: z.boolean(),
  })
  .meta({ id: "ModeratedReview" });

export type ModeratedReview = z.infer<typeof moderatedReview>;

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

/** The fields of the review form. The account's photo is shown instead of `img`; without either, the initials. */
export const reviewInput = z.strictObject({
  name: oneLine(200).min(1),
  email,
  img: z.union([z.literal(""), webAddress], ADDRESS_WANTED).default(""),
  ratings: rating,
  review: manyLines(2000).refine(isSeen, "Review is required"),
});

export const listReviews = endpoint({
  method: "GET",
  path: "/reviews",
  access: "public",
  summary: "Lists reviews, newest first, without those that admins have hidden",
  query: z.strictObject({
    ...pageQuery,
    /** `1`: only each person's newest. */
    perPerson: z.literal("1").optional(),
  }),
  output: z.array(review),
  outputHeaders: pageHeaders,
});

/** How admins sort reviews. */
export const reviewSorts = ["newest", "oldest", "stars"] as const;

export type ReviewSort = (typeof reviewSorts)[number];

/** Shown without an answer, shown with one, or hidden. */
export const reviewStates = ["open", "answered", "hidden"] as const;

export type ReviewState = (typeof reviewStates)[number];

export const listAllReviews = endpoint({
  method: "GET",
  path: "/allReviews",
  access: "admin",
  may: "manage-products",
  summary: "Lists all reviews, newest first unless `sort` says otherwise",
  query: z.strictObject({
    ...pageQuery,
    /** Prefixes of words in the writer's name or e-mail or in the review. */
    q: searchText.optional(),
    state: z.enum(reviewStates).optional(),
    /** `stars`: fewest stars first. */
    sort: z.enum(reviewSorts).optional(),
  }),
  output: z.array(moderatedReview),
  outputHeaders: searchHeaders,
});

/** Reviews are counted up to this number; higher counts are of no use. */
export const COUNT_LIMIT = 10_000;

export const countReviews = endpoint({
  method: "GET",
  path: "/reviewCounts",
  access: "admin",
  may: "manage-products",
  summary: `Counts reviews by state, each up to ${COUNT_LIMIT}, and the newest ${COUNT_LIMIT} that are shown by their stars`,
  output: z.object({
    all: z.int(),
    open: z.int(),
    answered: z.int(),
    hidden: z.int(),
    stars: z.array(z.object({ ratings: z.int(), count: z.int() })),
  }),
});

export type ReviewCounts = z.infer<typeof countReviews.output>;

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
