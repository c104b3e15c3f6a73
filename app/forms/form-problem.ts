import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { toast } from "#app/ui/toast.ts";

/** Explains why a form could not be sent: in a toast, and at each of these fields the API names. */
export function showProblem<Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): void {
  toast.error(describeError(error));
  if (!(error instanceof ApiProblem)) return;
  for (const [at, { field, message }] of error.errors.entries()) {
    const name = fields.find((known) => known === field);
    if (name) setError(name, { message }, { shouldFocus: at === 0 });
  }
}
