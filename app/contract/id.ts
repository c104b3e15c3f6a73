import { z } from "zod";

/** The id of a row: a UUID. Ours are version 7, which sort by time. */
export const id = z.uuid("This is not an id of ours");
