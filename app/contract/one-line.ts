import { z } from "zod";

/**
 * Characters that reverse the direction of what follows, even of our own words after a name. Some programs add them to
 * copied text.
 */
const turns = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text of at most `most` characters, on one line. */
export const oneLine = (most: number, refusal = "Please write it on one line") =>
  z
    .string()
    .overwrite((text) => text.replace(turns, ""))
    .trim()
    .max(most, `At most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, refusal);

/** The name of a person or a company. Marks that were copied apart from their letters are joined to them. */
export const nameLine = (most: number, refusal?: string) =>
  oneLine(most, refusal).overwrite((text) => text.normalize());
