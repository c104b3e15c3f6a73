import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useRevalidator } from "react-router";
import { z } from "zod";
import { callApi } from "#app/client/session.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { readers } from "#app/features/orders/facts.ts";
import { NOTE_MAX } from "#app/features/orders/life/move-dialogs.tsx";
import { showProblem } from "#app/forms/form-problem.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { toast } from "#app/ui/toast.ts";
import styles from "./order-note-form.module.css";

const typed = z.object({
  noteFor: z.enum(readers),
  note: z.string().trim().min(1, "Please write the note").max(NOTE_MAX, `At most ${NOTE_MAX} characters`),
});

const empty: z.input<typeof typed> = { noteFor: "buyer", note: "" };

const readerWords = { buyer: "The buyer", house: "The house alone" } as const;
const hints = {
  buyer: "Appears on the buyer’s order page at once. A note alone sends no mail.",
  house: "Only admins see it. The buyer never does, on any page or in any mail or document.",
} as const;

/** Writes a note on an order: who reads it comes before the words. */
export function OrderNoteForm({ order }: { order: OrderStory }) {
  const { register, handleSubmit, reset, setError, setFocus, watch, formState } = useForm({
    resolver: zodResolver(typed),
    defaultValues: empty,
  });
  const { revalidate } = useRevalidator();
  const key = useFormKey();
  const noteFor = watch("noteFor");
  const isForHouse = noteFor === "house";

  const submit = handleSubmit(async (body) => {
    try {
      const headers = { "idempotency-key": key.of({ id: order._id, ...body }) };
      await callApi("POST /orders/{id}/notes", { params: { id: order._id }, headers, body });
    } catch (error) {
      return showProblem(error, ["note"], setError);
    }
    key.forget();
    reset({ ...empty, noteFor: body.noteFor });
    toast.success("Note saved");
    await revalidate();
    setFocus("note");
  });

  return (
    <form
      className={formStyles.form}
      noValidate
      data-unprinted
      aria-label="A note on the order"
      onSubmit={(event) => void submit(event)}
    >
      <fieldset className={styles.readers}>
        <legend className={styles.legend}>Who reads the note</legend>
        {readers.map((reader) => (
          <label key={reader} className={styles.reader}>
            <input type="radio" value={reader} {...register("noteFor")} />
            <span>{readerWords[reader]}</span>
          </label>
        ))}
      </fieldset>
      <TextArea
        label="Note"
        required
        maxLength={NOTE_MAX}
        hint={hints[noteFor]}
        className={isForHouse ? styles.house : undefined}
        error={formState.errors.note?.message}
        {...register("note")}
      />
      <p>
        <Button type="submit" kind="line" size="small" busy={formState.isSubmitting}>
          Save note
        </Button>
      </p>
    </form>
  );
}
