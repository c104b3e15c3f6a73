import type { Problem } from "#app/contract/problem.ts";
import type { ProblemDocument } from "#app/contract/problem-document.ts";

type FieldErrors = NonNullable<ProblemDocument["errors"]>;
type CurrentValues = NonNullable<ProblemDocument["now"]>;
type More = { errors?: FieldErrors | undefined; now?: CurrentValues | undefined; retryAfterS?: number | undefined };

/** A foreseen "no". Handlers throw it; the client gets a problem document. */
export class Refusal extends Error {
  readonly problem: Problem;
  readonly more: More;
  constructor(problem: Problem, detail: string, more: More = {}) {
    super(detail);
    this.problem = problem;
    this.more = more;
  }
}

/** Refuses a request. People see `detail`; `errors` names the form fields at fault, `now` their current values. */
export function refuse(problem: Problem, detail: string, errors?: FieldErrors, now?: CurrentValues): never {
  throw new Refusal(problem, detail, { errors, now });
}

/** Said with 503: too much was asked at once, or the database did not answer in time. */
export const SHOP_IS_BUSY = "The shop is busy. Please try again in a moment.";

/** Refuses temporarily. The answer says how many seconds to wait before trying again. */
export function refuseForNow(problem: Problem, detail: string, retryAfterS: number): never {
  throw new Refusal(problem, detail, { retryAfterS });
}
