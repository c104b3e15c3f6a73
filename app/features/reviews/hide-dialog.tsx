import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callApi } from "#app/client/session.ts";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { typedAs } from "#app/forms/form-schema.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Select, TextArea } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { hidingInput } from "./changes.contract.ts";
import type { ModeratedReview } from "./contract.ts";
import { hideReasons, reasonWords } from "./facts.ts";

const typed = z.object({ ...hidingInput.shape, reason: typedAs(hidingInput.shape.reason) });

type HideDialogProps = {
  review: ModeratedReview;
  onClose: () => void;
  onHidden: (review: ModeratedReview) => void;
};

/** Asks why a review is hidden, and in which words its writer is told. */
export function HideDialog({ review: { _id, name, isReachable }, onClose, onHidden }: HideDialogProps) {
  const form = useForm({ resolver: zodResolver(typed), defaultValues: { reason: "", note: "" } });
  const { errors, isSubmitting } = form.formState;
  const key = useFormKey();

  async function hide(body: z.output<typeof typed>) {
    const headers = { "idempotency-key": key.of(body) };
    const { data } = await callApi("PUT /reviews/{id}/hidden", { params: { id: _id }, headers, body });
    toast.success(isReachable ? "The review is hidden, and its writer gets a mail." : "The review is hidden.");
    onHidden(data);
  }

  return (
    <FormDialog
      title="Hide this review"
      no="Cancel"
      yes="Hide review"
      danger
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => showProblems(hide(body), ["reason", "note"], form.setError))}
    >
      <p>
        Visitors no longer see it, and its stars no longer count. The text stays; you can show it again at any time.
      </p>
      <Select label="Reason" required error={errors.reason?.message} {...form.register("reason")}>
        <option value="">Choose a reason</option>
        {hideReasons.map((reason) => (
          <option key={reason} value={reason}>
            {reasonWords[reason]}
          </option>
        ))}
      </Select>
      <TextArea
        label="In words, for the writer"
        required
        hint={
          isReachable
            ? `${name} reads it by mail. A low rating is not a reason.`
            : `${name} has no confirmed address, so only admins read it. A low rating is not a reason.`
        }
        error={errors.note?.message}
        {...form.register("note")}
      />
    </FormDialog>
  );
}
