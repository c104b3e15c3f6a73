import type { Problem } from "#app/contract/problem.ts";
import type { ProblemDocument } from "#app/contract/problem-document.ts";

type FieldErrors = NonNullable<ProblemDocument["errors"]>;

/** A foreseen "no". Handlers throw it; the client gets a problem document. */
export class Refusal extends Error {
  readonly problem: Problem;
  readonly errors: FieldErrors | undefined;
  readonly retryAfterS: number | undefined;
  constructor(problem: Problem, detail: string, errors?: FieldErrors, retryAfterS?: number) {
    super(detail);
    this.problem = problem;
    this.errors = errors;
    this.retryAfterS = retryAfterS;
  }
}

/** Refuses a request. People see `detail`; `errors` names the form fields at fault. */
export function refuse(problem: Problem, detail: string, errors?: FieldErrors): never {
  throw new Refusal(problem, detail, errors);
}

/** Refuses for now. The answer says how many seconds to wait before trying again. */
export function refuseForNow(problem: Problem, detail: string, retryAfterS: number): never {
  throw new Refusal(problem, detail, undefined, retryAfterS);
}
