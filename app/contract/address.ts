import { z } from "zod";
import { isSeen } from "./text.ts";

/** Where an order is sent. */
export const address = z.string().trim().max(1000, "At most 1000 characters").refine(isSeen, "Address is required");
