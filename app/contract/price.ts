import { z } from "zod";

/** An exact price in US dollars per piece: decimal text, up to eight digits and four places. Never a float. */
export const price = z.string().regex(/^[0-9]{1,8}(\.[0-9]{1,4})?$/, "Please write a price such as 0.0345");
