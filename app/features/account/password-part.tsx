import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { withProof } from "#app/client/proof.ts";
import { callApi } from "#app/client/session.ts";
import { providerNames } from "#app/features/identity/contract.ts";
import { NewPasswordField } from "#app/features/identity/credential-fields.tsx";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { PasswordField } from "#app/forms/password-field.tsx";
import { UserName } from "#app/forms/user-name.tsx";
import { Button } from "#app/ui/button.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { passwordChange } from "./changes.contract.ts";
import type { Security } from "./contract.ts";

type PasswordPartProps = { security: Security; onChanged: () => Promise<void> };

/** The password of the account, or how its owner logs in without one. */
export function PasswordPart({ security: { passwordSetAt, providers }, onChanged }: PasswordPartProps) {
  const [isOpen, setOpen] = useState(false);
  const names = providers.map((provider) => providerNames[provider]).join(" and ");
  return (
    <SheetPart title="Password">
      {passwordSetAt === null ? (
        <p className={textStyles.small}>
          You log in with {names || "a provider"}. To set a password, press “Reset password.” on the login page.
        </p>
      ) : (
        <>
          <p className={textStyles.small}>
            Set <Moment at={passwordSetAt} dayOnly />.{names && ` You can also log in with ${names}.`}
          </p>
          <p>
            <Button kind="line" onClick={() => setOpen(true)}>
              Change password
            </Button>
          </p>
        </>
      )}
      {isOpen && (
        <PasswordDialog
          onClose={() => setOpen(false)}
          onDone={async () => {
            setOpen(false);
            await onChanged();
          }}
        />
      )}
    </SheetPart>
  );
}

function PasswordDialog({ onClose, onDone }: { onClose: () => void; onDone: () => Promise<void> }) {
  const defaultValues = { password: "", newPassword: "" };
  const form = useForm({ resolver: zodResolver(passwordChange), defaultValues });
  const { errors, isSubmitting } = form.formState;
  const change = async (body: typeof defaultValues) => {
    await withProof(() => callApi("POST /auth/change-password", { body }));
    toast.success("Your password is changed. All other places are signed out.");
    await onDone();
  };
  return (
    <FormDialog
      title="Change password"
      no="Cancel"
      yes="Change password"
      busy={isSubmitting}
      onClose={onClose}
      onSubmit={form.handleSubmit((typed) => showProblems(change(typed), ["password", "newPassword"], form.setError))}
    >
      <p>Every other place where you are signed in is signed out.</p>
      <UserName />
      <PasswordField label="Password you have now" error={errors.password?.message} {...form.register("password")} />
      <NewPasswordField label="New password" error={errors.newPassword?.message} {...form.register("newPassword")} />
    </FormDialog>
  );
}
