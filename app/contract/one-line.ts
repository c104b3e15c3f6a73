import { z } from "zod";

/** They turn the direction of what follows, also of our own words behind a name. Some programs add them when one copies. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text of at most so many characters, on one line. */
export const oneLine = (most: number, refusal = "Please write it on one line") =>
  z
    .string()
    .overwrite((text) => text.replace(turns, ""))
    .trim()
    .max(most, `At most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, refusal);
