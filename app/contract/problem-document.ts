import { z } from "zod";

const currentValues = z.record(z.string(), z.unknown());

const fieldErrors = z.array(z.object({ field: z.string(), message: z.string() }));

/** A problem document (RFC 9457) with our `code`, the request id and messages per field. */
export const problemDocument = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    requestId: z.string(),
    errors: fieldErrors.optional(),
    /** Where the request was right until a moment ago: the values of now, by the names of its fields. */
    now: currentValues.optional(),
  })
  .meta({ id: "Problem" });

export type ProblemDocument = z.infer<typeof problemDocument>;
