import { z } from "zod";

/** The largest count of pieces the shop deals in. */
export const MAX_PIECES = 1_000_000_000;

/**
 * Whole pieces. A JSON integer, or plain ASCII digits as a form sends them; "1e3", "+5", " 5" and digits of other
 * scripts are refused.
 */
export const pieces = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^[0-9]{1,10}$/)
        .transform(Number),
    ],
    "Please write a whole number of pieces",
  )
  .refine((count) => count >= 1, "Please write a whole number above 0")
  .refine((count) => count <= MAX_PIECES, `At most ${MAX_PIECES} pieces`);
