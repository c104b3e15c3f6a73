import { useForm } from "react-hook-form";
import { callApi } from "#app/client/session.ts";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Passkey } from "./contract.ts";

type PasskeyNameDialogProps = { passkey: Passkey; onClose: () => void; onDone: () => Promise<void> };

/** Gives a passkey another name. */
export function PasskeyNameDialog({ passkey: { _id, name }, onClose, onDone }: PasskeyNameDialogProps) {
  const form = useForm({ defaultValues: { name } });
  const { errors, isSubmitting } = form.formState;
  const rename = async (body: { name: string }) => {
    await callApi("PATCH /auth/passkeys/{id}", { params: { id: _id }, body });
    onClose();
    await onDone();
    toast.success("The passkey has its new name.");
  };
  return (
    <FormDialog
      title="Rename passkey"
      no="Cancel"
      yes="Rename"
      busy={isSubmitting}
      onClose={onClose}
      onSubmit={form.handleSubmit((typed) => showProblems(rename(typed), ["name"], form.setError))}
    >
      <Field
        label="Name"
        required
        maxLength={60}
        hint="Where the passkey is, such as “Office laptop”."
        error={errors.name?.message}
        {...form.register("name", { required: "Please give it a name" })}
      />
    </FormDialog>
  );
}
