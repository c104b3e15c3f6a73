import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callApi } from "#app/client/session.ts";
import { showProblem } from "#app/forms/form-problem.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/chart.tsx";
import { TextArea } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { Moment } from "#app/ui/moment.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import styles from "./buyer-notes.module.css";
import type { BuyerPage } from "./contract.ts";
import { NOTE_MAX } from "./facts.ts";

const typed = z.object({
  note: z.string().trim().min(1, "Please write the note").max(NOTE_MAX, `At most ${NOTE_MAX} characters`),
});

/** What admins wrote about the buyer, and the form for another note. */
export function BuyerNotes({ buyer, onSaved }: { buyer: BuyerPage; onSaved: () => Promise<void> }) {
  const { register, handleSubmit, reset, setError, setFocus, formState } = useForm({
    resolver: zodResolver(typed),
    defaultValues: { note: "" },
  });
  const key = useFormKey();

  const submit = handleSubmit(async (body) => {
    try {
      const headers = { "idempotency-key": key.of({ id: buyer._id, ...body }) };
      await callApi("POST /buyers/{id}/notes", { params: { id: buyer._id }, headers, body });
    } catch (error) {
      return showProblem(error, ["note"], setError);
    }
    key.forget();
    reset();
    toast.success("Note saved");
    await onSaved();
    setFocus("note");
  });

  return (
    <Panel>
      {buyer.notes.length > 0 && (
        <ul className={styles.notes}>
          {buyer.notes.map(({ _id, at, by, note }) => (
            <li key={_id} className={styles.note}>
              <p className={textStyles.label}>
                {by ?? "A former admin"}, <Moment at={at} dayOnly />
              </p>
              <p className={styles.words}>{note}</p>
            </li>
          ))}
        </ul>
      )}
      <form
        className={formStyles.form}
        noValidate
        data-unprinted
        aria-label="A note on the buyer"
        onSubmit={(event) => void submit(event)}
      >
        <TextArea
          label="New note"
          required
          maxLength={NOTE_MAX}
          hint="Only admins see it."
          error={formState.errors.note?.message}
          {...register("note")}
        />
        <p>
          <Button type="submit" kind="line" size="small" busy={formState.isSubmitting}>
            Save note
          </Button>
        </p>
      </form>
    </Panel>
  );
}
