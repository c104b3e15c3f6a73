import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { withProof } from "#app/client/proof.ts";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { PasswordField } from "#app/forms/password-field.tsx";
import { UserName } from "#app/forms/user-name.tsx";

type DropDialogProps = {
  title: string;
  no: string;
  yes: string;
  /** People who log in only with Google or GitHub have none to type. */
  hasPassword: boolean;
  /** The call; it may ask for a fresh proof. */
  drop: (body: { password?: string }) => Promise<unknown>;
  onClose: () => void;
  onDropped: () => Promise<void>;
  children: ReactNode;
};

/** Asks, by the password where there is one, before something of the account goes. */
export function DropDialog({ hasPassword, drop, onDropped, children, ...dialog }: DropDialogProps) {
  const form = useForm({ defaultValues: { password: "" } });
  const { errors, isSubmitting } = form.formState;
  const send = async (typed: { password: string }) => {
    await withProof(() => drop(hasPassword ? typed : {}));
    await onDropped();
  };
  return (
    <FormDialog
      {...dialog}
      danger
      busy={isSubmitting}
      onSubmit={form.handleSubmit((typed) => showProblems(send(typed), ["password"], form.setError))}
    >
      {children}
      {hasPassword && (
        <>
          <UserName />
          <PasswordField
            error={errors.password?.message}
            {...form.register("password", { required: "Please type your password" })}
          />
        </>
      )}
    </FormDialog>
  );
}
