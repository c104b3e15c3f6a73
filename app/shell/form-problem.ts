import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { toast } from "#app/ui/toast.ts";
import { ApiProblem, reasonOf } from "./api.ts";

/** Says why sending a form failed: in a toast, and at each of these fields that the API names. */
export function showProblem<Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): void {
  toast.error(reasonOf(error));
  if (!(error instanceof ApiProblem)) return;
  for (const [at, { field, message }] of error.errors.entries()) {
    const name = fields.find((known) => known === field);
    if (name) setError(name, { message }, { shouldFocus: at === 0 });
  }
}
