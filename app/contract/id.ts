import { z } from "zod";

/** The id of a row: a UUID, in small letters however it was written. Ours are version 7, which sort by time. */
export const id = z.uuid("This is not an id of ours").toLowerCase();

/** How an address names a row: by its id, or by the number people quote, such as 4 or 004. */
export const idOrNumber = z.union([
  id,
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);
