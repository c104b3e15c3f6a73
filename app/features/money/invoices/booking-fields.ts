import { z } from "zod";
import { readDecimal } from "#app/contract/numbers.ts";
import { oneLine } from "#app/contract/one-line.ts";
import { isSeen } from "#app/contract/text.ts";

/** Why something is booked. */
export const reason = oneLine(200).refine(isSeen, "Reason is required");

const written = /^\d{1,12}(\.\d{1,2})?$/;

/** An amount as people type it, with a point or a comma: dollars and cents. */
export const typedAmount = z
  .string()
  .transform((typed) => {
    const plain = typed.trim().replace(/^\$/, "");
    if (written.test(plain)) return plain;
    const read = readDecimal(plain);
    return "number" in read ? read.number : plain;
  })
  .refine((amount) => written.test(amount) && /[1-9]/.test(amount), "Please write an amount such as 1250.00");
