import { z } from "zod";

/** The name of a person's company, on one line. */
export const companyName = z
  .string()
  .trim()
  .min(1)
  .max(200, "At most 200 characters")
  .regex(/^\P{Cc}*$/u, "Please write it on one line");
