import type { ComponentProps } from "react";
import { Field } from "#app/ui/field.tsx";

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, "label"> & { label?: string };

/** The account's current password, marked up for password managers. It takes what `register` returns, and the error. */
export function PasswordField({ label = "Password", ...field }: PasswordFieldProps) {
  return <Field label={label} type="password" autoComplete="current-password" required {...field} />;
}
