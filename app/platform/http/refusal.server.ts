import type { ProblemCode, ProblemDocument } from "#app/contract/problem.ts";

type FieldErrors = NonNullable<ProblemDocument["errors"]>;

/** A foreseen "no". Thrown by handlers, answered as a problem document. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly errors: FieldErrors | undefined;
  constructor(code: ProblemCode, detail: string, errors?: FieldErrors) {
    super(detail);
    this.code = code;
    this.errors = errors;
  }
}

/** Refuses a request with `code`; `detail` is shown to people, `errors` name the fields of the form at fault. */
export function refuse(code: ProblemCode, detail: string, errors?: FieldErrors): never {
  throw new Refusal(code, detail, errors);
}
