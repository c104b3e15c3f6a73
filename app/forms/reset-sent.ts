import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

type Form<Values extends FieldValues> = Pick<
  UseFormReturn<Values, unknown, FieldValues>,
  "getValues" | "reset" | "setValue"
>;

/**
 * Call it when a form is being sent, and what it returns once that has succeeded: it empties the form, or fills in
 * what is saved, and leaves the fields that have been changed meanwhile.
 */
export function resetSent<Values extends FieldValues>(form: Form<Values>): (saved?: Values) => void {
  const sent = form.getValues();
  const before = new Map(Object.entries(sent).map(([name, value]) => [name, JSON.stringify(value)]));
  return (saved) => {
    const now = form.getValues();
    form.reset(saved);
    for (const name of Object.keys(now) as Path<Values>[]) {
      if (JSON.stringify(now[name]) !== before.get(name)) form.setValue(name, now[name], { shouldDirty: true });
    }
  };
}
