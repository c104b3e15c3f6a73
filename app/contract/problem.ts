import { z } from "zod";

/** Every refusal the API knows, with its HTTP status. A new code without a status does not compile. */
export const problemStatus = {
  "invalid-input": 400,
  "not-signed-in": 401,
  "not-allowed": 403,
  "email-not-verified": 403,
  "not-found": 404,
  "method-not-allowed": 405,
  "below-minimum": 409,
  "above-available": 409,
  "trim-renamed": 409,
  "request-running": 409,
  "name-taken": 409,
  "stock-too-low": 409,
  "last-admin": 409,
  "not-confirmed": 409,
  "own-profile": 409,
  "body-too-large": 413,
  "not-json": 415,
  "not-an-image": 415,
  "key-reused": 422,
  "too-many-requests": 429,
  "internal-error": 500,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ProblemCode = keyof typeof problemStatus;

const fieldErrors = z.array(z.object({ field: z.string(), message: z.string() }));

/** A problem document, RFC 9457, with our `code`, the id of the request and messages per field. */
export const problemDocument = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    requestId: z.string(),
    errors: fieldErrors.optional(),
  })
  .meta({ id: "Problem" });

export type ProblemDocument = z.infer<typeof problemDocument>;
