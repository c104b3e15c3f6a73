/** A foreseen "no", as the API reports it. Each slice declares its own in its problems.ts. */
export type Problem = {
  /** For programs. No two problems share one. */
  readonly code: string;
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503;
  /** For people. It stays the same whatever the details. */
  readonly title: string;
};

// Problems that any endpoint may have. None of them knows what the shop sells.

export const invalidInput: Problem = { code: "invalid-input", status: 400, title: "The request is not valid" };
export const notSignedIn: Problem = { code: "not-signed-in", status: 401, title: "Please log in" };
/** The password is right, and not enough. */
export const secondFactorNeeded: Problem = {
  code: "second-factor-needed",
  status: 401,
  title: "A second factor is needed",
};
export const secondFactorRequired: Problem = {
  code: "second-factor-required",
  status: 403,
  title: "Admins of this shop need a second factor",
};
export const proofNeeded: Problem = { code: "proof-needed", status: 403, title: "Please confirm that it is you" };
export const notAllowed: Problem = { code: "not-allowed", status: 403, title: "You are not allowed to do this" };
export const notFound: Problem = { code: "not-found", status: 404, title: "Not found" };
export const methodNotAllowed: Problem = {
  code: "method-not-allowed",
  status: 405,
  title: "Method not allowed",
};
export const requestRunning: Problem = {
  code: "request-running",
  status: 409,
  title: "The same request is still running",
};
export const bodyTooLarge: Problem = { code: "body-too-large", status: 413, title: "The request is too large" };
export const notJson: Problem = { code: "not-json", status: 415, title: "Please send JSON" };
export const keyReused: Problem = {
  code: "key-reused",
  status: 422,
  title: "This key was already used for another request",
};
export const tooManyRequests: Problem = { code: "too-many-requests", status: 429, title: "Too many requests" };
export const internalError: Problem = {
  code: "internal-error",
  status: 500,
  title: "Something went wrong on our side",
};
export const unavailable: Problem = { code: "unavailable", status: 503, title: "Service unavailable" };
