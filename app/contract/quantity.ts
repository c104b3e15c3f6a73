import { z } from "zod";
import { askWhich, readWhole } from "./numbers.ts";
import { MAX_PIECES } from "./pieces.ts";

/** A JSON integer, or what people write in a form: "5000", "5,000". "1e3" and "3.600" are refused. */
const whole = ({ isSigned = false } = {}) =>
  z.union(
    [
      z.int(),
      z.string().transform((written, context) => {
        const read = readWhole(written, { isSigned });
        if ("number" in read) return Number(read.number);
        context.issues.push({ code: "custom", input: written });
        return z.NEVER;
      }),
    ],
    {
      error: ({ input }) => {
        const read = typeof input === "string" ? readWhole(input, { isSigned }) : undefined;
        return read && "question" in read ? askWhich(read.question) : "Please write a whole number of pieces";
      },
    },
  );

const wholeNumber = whole();

/** Whole pieces, at least one. */
export const pieces = wholeNumber
  .refine((count) => count >= 1, "Please write a whole number above 0")
  .refine((count) => count <= MAX_PIECES, `At most ${MAX_PIECES} pieces`);

/** Pieces in stock: a whole number, possibly zero. */
export const stock = wholeNumber
  .refine((count) => count >= 0, "Please write a whole number, 0 or more")
  .refine((count) => count <= MAX_PIECES, `At most ${MAX_PIECES} pieces`);

/** Pieces added to the stock, or removed from it when negative. */
export const stockChange = whole({ isSigned: true })
  .refine((count) => count !== 0, "Please write a number other than 0")
  .refine((count) => Math.abs(count) <= MAX_PIECES, `At most ${MAX_PIECES} pieces`);
