import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { pageHeaders, pageQuery } from "#app/contract/page.ts";

/** A buyer's review; name and e-mail are public with it. */
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

export const listReviews = endpoint({
  method: "GET",
  path: "/reviews",
  access: "public",
  summary: "What buyers say, newest first",
  query: z.strictObject(pageQuery),
  output: z.array(review),
  outputHeaders: pageHeaders,
});
