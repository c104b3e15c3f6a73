import { z } from "zod";
import { readDecimal } from "./numbers.ts";

/** An exact price in US dollars per piece: decimal text, up to eight digits and four places. Never a float. */
export const price = z.string().regex(/^[0-9]{1,8}(\.[0-9]{1,4})?$/, "Please write a price such as 0.0345");

/** A price as a form or program sends it: text, in which one comma is the point, or a JSON number, which keeps its digits. */
export const priceInput = z
  .union([
    z.string().transform((written) => {
      if (price.safeParse(written).success) return written;
      const read = readDecimal(written);
      return "number" in read ? read.number : written;
    }),
    z.number().transform(String),
  ])
  .pipe(price);

/** From how many pieces on, and what each then costs. */
export const priceBreak = z.object({ from: z.int(), price });

export type PriceBreak = z.infer<typeof priceBreak>;

/** A trim has no more price breaks than this. */
export const MAX_BREAKS = 5;
