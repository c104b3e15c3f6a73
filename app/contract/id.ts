import { z } from "zod";

/** The id of a row: a UUID (we make version 7, which sorts by time). */
export const id = z.uuid("This is not an id of ours");
