import { z } from "zod";
import { MAX_PIECES } from "./pieces.ts";

/** A JSON integer, or plain ASCII digits from a form. "1e3", "+5", " 5" and digits of other scripts are refused. */
const wholeNumber = z.union(
  [
    z.int(),
    z
      .string()
      .regex(/^[0-9]{1,10}$/)
      .transform(Number),
  ],
  "Please write a whole number of pieces",
);

/** Whole pieces, at least one. */
export const pieces = wholeNumber
  .refine((count) => count >= 1, "Please write a whole number above 0")
  .refine((count) => count <= MAX_PIECES, `At most ${MAX_PIECES} pieces`);

/** Pieces in stock: a whole number, possibly zero. */
export const stock = wholeNumber
  .refine((count) => count >= 0, "Please write a whole number, 0 or more")
  .refine((count) => count <= MAX_PIECES, `At most ${MAX_PIECES} pieces`);

/** Pieces added to the stock, or removed from it when negative. */
export const stockChange = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^-?[0-9]{1,10}$/)
        .transform(Number),
    ],
    "Please write a whole number of pieces",
  )
  .refine((count) => count !== 0, "Please write a number other than 0")
  .refine((count) => Math.abs(count) <= MAX_PIECES, `At most ${MAX_PIECES} pieces`);
