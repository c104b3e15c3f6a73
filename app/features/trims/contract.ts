import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { line } from "#app/contract/line.ts";
import { pageHeaders, pageQuery } from "#app/contract/page.ts";
import { price } from "#app/contract/price.ts";

/** A catalogue item. `quantity` is what can still be ordered; both counts are pieces, the price is dollars per piece. */
const trim = z
  .object({
    _id: id,
    name: z.string(),
    price,
    description: z.string(),
    moq: z.int(),
    quantity: z.int(),
    img: z.string(),
    /** What the picture shows, for those who do not see it. */
    alt: z.string(),
    line: line.nullable(),
    /** The article number, as on the tag: 75 is "No. 075". */
    number: z.int(),
  })
  .meta({ id: "Trim" });

export type Trim = z.infer<typeof trim>;

export const listTrims = endpoint({
  method: "GET",
  path: "/trims",
  access: "public",
  summary: "The catalogue, in the order of its article numbers",
  query: z.strictObject({
    ...pageQuery,
    q: z.string().trim().max(80).optional(),
    line: line.optional(),
  }),
  output: z.array(trim),
  outputHeaders: pageHeaders,
});

export const findTrim = endpoint({
  method: "GET",
  path: "/trims/{id}",
  access: "public",
  summary: "One trim",
  params: z.strictObject({ id }),
  output: trim,
  refuses: ["not-found"],
});
