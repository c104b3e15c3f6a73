import { manyLines } from "./one-line.ts";
import { isSeen } from "./text.ts";

/** Where an order is sent. */
export const address = manyLines(1000).refine(isSeen, "Address is required");
