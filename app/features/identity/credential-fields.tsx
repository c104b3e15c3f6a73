import type { ComponentProps } from "react";
import { Field } from "#app/ui/field.tsx";
import { PASSWORD_MIN } from "./contract.ts";

/** Each field takes what `register` returns, and the error. */
type FieldProps = Omit<ComponentProps<typeof Field>, "label">;

/** The sign-in address, marked up for password managers. */
export function EmailField(field: FieldProps) {
  return <Field label="E-mail" type="email" autoComplete="username" required {...field} />;
}

/** A field for a new password. */
export function NewPasswordField({ label = "Password", ...field }: FieldProps & { label?: string }) {
  return (
    <Field
      label={label}
      type="password"
      autoComplete="new-password"
      required
      hint={field.error ? undefined : `At least ${PASSWORD_MIN} characters`}
      {...field}
    />
  );
}
