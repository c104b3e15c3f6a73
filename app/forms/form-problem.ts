import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { toast } from "#app/ui/toast.ts";

/** Explains why a form could not be sent: at each of these fields that the API names, or else in a toast. */
export function showProblem<Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): void {
  const faults = error instanceof ApiProblem ? error.errors : [];
  const named = faults.flatMap(({ field, message }) => {
    const name = fields.find((known) => known === field);
    return name ? [{ name, message }] : [];
  });
  for (const [at, { name, message }] of named.entries()) setError(name, { message }, { shouldFocus: at === 0 });
  if (faults.length === 0 || named.length < faults.length) toast.error(describeError(error));
}
