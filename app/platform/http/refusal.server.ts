import type { Problem } from "#app/contract/problem.ts";
import type { ProblemDocument } from "#app/contract/problem-document.ts";

type FieldErrors = NonNullable<ProblemDocument["errors"]>;

/** A foreseen "no". Thrown by handlers, answered as a problem document. */
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

/** Refuses a request; `detail` is shown to people, `errors` name the fields of the form at fault. */
export function refuse(problem: Problem, detail: string, errors?: FieldErrors): never {
  throw new Refusal(problem, detail, errors);
}

/** Refuses for a while: the answer says after how many seconds another try has a chance. */
export function refuseForNow(problem: Problem, detail: string, retryAfterS: number): never {
  throw new Refusal(problem, detail, undefined, retryAfterS);
}
