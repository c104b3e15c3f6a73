import type { ComponentProps } from "react";
import type { SessionUser } from "#app/client/session.ts";
import { Field } from "#app/ui/field.tsx";

/** The sender of the form, read-only here. Empty until known. */
export function OwnFields({ user }: { user: SessionUser | undefined }) {
  return (
    <>
      <Field label="Name" readOnly value={user?.displayName ?? ""} autoComplete="off" />
      <Field label="E-mail" type="email" readOnly value={user?.email ?? ""} autoComplete="off" />
    </>
  );
}

/** Takes what `register` returns, and the error. */
export function PhoneField(field: Omit<ComponentProps<typeof Field>, "label">) {
  return (
    <Field
      label="Phone"
      type="tel"
      autoComplete="tel"
      required
      hint={"With the country code, such as +47\u00a0905\u00a012\u00a0345"}
      {...field}
    />
  );
}
