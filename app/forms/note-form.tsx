import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { toast } from "#app/ui/toast.ts";
import { showProblem } from "./form-problem.ts";
import { resetSent } from "./reset-sent.ts";

type NoteFormProps = {
  /** Of the form: "A note on the order". */
  name: string;
  /** Of the field. */
  label: string;
  /** Who reads it. */
  hint: string;
  /** Of the field. */
  className?: string | undefined;
  /** The longest note, in characters. */
  max: number;
  /** Fields before the note itself. */
  children?: ReactNode;
  /** Saves the note; what it throws is shown. */
  onSend: (note: string) => Promise<void>;
  /** The page has to be loaded again. */
  onSaved: () => Promise<void>;
};

/** Writes a note, and then the next one. */
export function NoteForm({ name, label, hint, className, max, children, onSend, onSaved }: NoteFormProps) {
  const note = z.string().trim().min(1, "Please write the note").max(max, `At most ${max} characters`);
  const form = useForm({
    resolver: zodResolver(z.object({ note })),
    defaultValues: { note: "" },
  });
  const { register, handleSubmit, setError, setFocus, formState } = form;

  const submit = handleSubmit(async (typed) => {
    const empty = resetSent(form);
    try {
      await onSend(typed.note);
    } catch (error) {
      return showProblem(error, ["note"], setError);
    }
    empty();
    toast.success("Note saved");
    await onSaved();
    setFocus("note");
  });

  return (
    <form
      className={formStyles.form}
      noValidate
      data-unprinted
      aria-label={name}
      onSubmit={(event) => void submit(event)}
    >
      {children}
      <TextArea
        label={label}
        required
        maxLength={max}
        hint={hint}
        className={className}
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
