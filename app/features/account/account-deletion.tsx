import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { z } from "zod";
import { withProof } from "#app/client/proof.ts";
import { callWithCookie, endSession } from "#app/client/session.ts";
import { FormDialog, sayProblems } from "#app/forms/form-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { AccountPart } from "./account-part.tsx";

const typed = z.object({ password: z.string().min(1, "Please type your password") });
const nothing = z.object({ password: z.string() });

type AccountDeletionProps = { email: string; hasPassword: boolean };

/** Says what goes and what stays, before it asks. */
export function AccountDeletion(account: AccountDeletionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <AccountPart title="Delete account">
      <p className={textStyles.small}>
        Your profile, draft, passkeys and sign-ins go. Orders and invoices stay with us for as long as the law asks,
        without a way to log in.
      </p>
      <p>
        <Button kind="line" onClick={() => setOpen(true)}>
          Delete my account…
        </Button>
      </p>
      {isOpen && <DeletionDialog {...account} onClose={() => setOpen(false)} />}
    </AccountPart>
  );
}

function DeletionDialog({ email, hasPassword, onClose }: AccountDeletionProps & { onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(hasPassword ? typed : nothing), defaultValues: { password: "" } });
  const { errors, isSubmitting } = form.formState;
  const navigate = useNavigate();
  const drop = async ({ password }: z.output<typeof typed>) => {
    await withProof(() => callWithCookie("POST /auth/delete-account", { body: hasPassword ? { password } : {} }));
    // A page for people who are logged in would ask for a login first.
    await navigate("/", { replace: true });
    endSession();
    toast.success("Your account is deleted.");
  };
  return (
    <FormDialog
      title="Delete your account"
      no="Keep it"
      yes="Delete my account"
      danger
      busy={isSubmitting}
      onClose={onClose}
      onSubmit={form.handleSubmit((said) => sayProblems(drop(said), ["password"], form.setError))}
    >
      <p>
        The account of {email} goes at once and cannot be brought back. Open orders are carried out all the same; your
        reviews stay without your name.
      </p>
      {hasPassword && (
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...form.register("password")}
        />
      )}
    </FormDialog>
  );
}
