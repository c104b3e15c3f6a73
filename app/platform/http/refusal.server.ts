import type { ProblemCode, ProblemDocument } from "#app/contract/problem.ts";

type FieldErrors = NonNullable<ProblemDocument["errors"]>;

/** A foreseen "no". Thrown by handlers, answered as a problem document. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly errors: FieldErrors | undefined;
  readonly retryAfterS: number | undefined;
  constructor(code: ProblemCode, detail: string, errors?: FieldErrors, retryAfterS?: number) {
    super(detail);
    this.code = code;
    this.errors = errors;
    this.retryAfterS = retryAfterS;
  }
}

/** Refuses a request with `code`; `detail` is shown to people, `errors` name the fields of the form at fault. */
export function refuse(code: ProblemCode, detail: string, errors?: FieldErrors): never {
  throw new Refusal(code, detail, errors);
}

/** Refuses for a while: the answer says after how many seconds another try has a chance. */
export function refuseForNow(code: "too-many-requests" | "unavailable", detail: string, retryAfterS: number): never {
  throw new Refusal(code, detail, undefined, retryAfterS);
}
