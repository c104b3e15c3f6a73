import { z } from "zod";

/** The six product lines. */
export const line = z.enum(["labels-hangtags", "belts-buckles", "rivets", "zippers-pullers", "buttons", "threads"]);

export type Line = z.infer<typeof line>;
