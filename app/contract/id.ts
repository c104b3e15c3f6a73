import { z } from "zod";

/** The id of a row: a UUID, in small letters however it was written. Ours are version 7, which sort by time. */
export const id = z.uuid("This is not an id of ours").toLowerCase();

/** The number people quote, such as 4 or 004. No row has one of ten digits. */
export const quotedNumber = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** How an address names a row. */
export const idOrNumber = z.union([id, quotedNumber]);

export type IdOrNumber = z.output<typeof idOrNumber>;
