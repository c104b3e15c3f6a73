import { z } from "zod";

/** A phone number: digits as text, to keep leading zeros. */
export const phone = z
  .string()
  .trim()
  .min(1, { error: "Phone is required", abort: true })
  .regex(/^[0-9]{5,20}$/, "Please write the phone number in digits, 5 to 20 of them");
