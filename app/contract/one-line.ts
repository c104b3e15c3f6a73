import { z } from "zod";
import { cleanLine, cleanText } from "./text.ts";

/** Text of at most `most` characters on one line, without what cannot be seen and with single spaces. */
export const oneLine = (most: number, refusal = "Please write it on one line") =>
  z
    .string()
    .overwrite(cleanLine)
    .max(most, `At most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, refusal);

/** Text of at most `most` characters on any number of lines, without what cannot be seen. */
export const manyLines = (most: number) => z.string().overwrite(cleanText).max(most, `At most ${most} characters`);
