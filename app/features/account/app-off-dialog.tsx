import { useForm } from "react-hook-form";
import { withProof } from "#app/client/proof.ts";
import { callWithCookie } from "#app/client/session.ts";
import { FormDialog, sayProblems } from "#app/forms/form-dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";

type AppOffDialogProps = { hasPassword: boolean; isLast: boolean; onClose: () => void; onDone: () => Promise<void> };

/** Asks, then switches the app off; the shop asks for its code as well, unless that was just typed. */
export function AppOffDialog({ hasPassword, isLast, onClose, onDone }: AppOffDialogProps) {
  const form = useForm({ defaultValues: { password: "" } });
  const { errors, isSubmitting } = form.formState;
  const switchOff = async ({ password }: { password: string }) => {
    await withProof(() => callWithCookie("POST /auth/app/remove", { body: hasPassword ? { password } : {} }));
    toast.success("The app is switched off.");
    await onDone();
  };
  return (
    <FormDialog
      title="Switch the app off"
      no="Leave it on"
      yes="Switch off"
      danger
      busy={isSubmitting}
      onClose={onClose}
      onSubmit={form.handleSubmit((typed) => sayProblems(switchOff(typed), ["password"], form.setError))}
    >
      <p>
        {isLast
          ? "Your password alone is then enough to log in. The recovery codes end with it."
          : "After the password we then ask for a passkey."}
      </p>
      {hasPassword && (
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...form.register("password", { required: "Please type your password" })}
        />
      )}
    </FormDialog>
  );
}
