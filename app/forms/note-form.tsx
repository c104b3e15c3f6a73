import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { manyLines } from "#app/contract/one-line.ts";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { FieldGroup } from "#app/ui/field-group.tsx";
import formStyles from "#app/ui/form.module.css";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { watchFocus } from "#app/ui/watch-focus.ts";
import { showProblem } from "./form-problem.ts";
import styles from "./note-form.module.css";
import { resetSent } from "./reset-sent.ts";
import { InputRestored, useRestoredInput } from "./restored-input.tsx";

/** Somebody who may read the note. */
export type NoteReader<Id extends string> = {
  id: Id;
  /** On the button that chooses them. */
  name: string;
  /** What the form says about them. */
  hint: string;
  /** Of the field. */
  className?: string | undefined;
};

type NoteFormProps<Id extends string> = {
  /** Of the form: "A note on the order". */
  name: string;
  /** Of the field. */
  label: string;
  /** The longest note, in characters. */
  max: number;
  /** If there are several, the form asks who reads the note, and suggests the first. */
  readers: readonly [NoteReader<Id>, ...NoteReader<Id>[]];
  /** Saves the note; what it throws is shown. */
  onSend: (note: string, reader: Id) => Promise<void>;
  /** The page has to be loaded again. */
  onSaved: () => Promise<void>;
};

/** Writes a note, and then the next one. */
export function NoteForm<Id extends string>({ name, label, max, readers, onSend, onSaved }: NoteFormProps<Id>) {
  const note = manyLines(max).min(1, "Please write the note");
  const form = useForm({
    resolver: zodResolver(z.object({ reader: z.string(), note })),
    defaultValues: { reader: readers[0].id as string, note: "" },
  });
  const { register, handleSubmit, getValues, setValue, setError, setFocus, watch, formState } = form;
  const isHydrated = useHydrated();
  const typing = useRestoredInput(form, { isStoredWhenLeft: true });
  const find = (id: string) => readers.find((reader) => reader.id === id) ?? readers[0];
  const { hint, className } = find(watch("reader"));

  const submit = handleSubmit(async (typed) => {
    const hasMovedOn = watchFocus();
    const empty = resetSent(form);
    try {
      await onSend(typed.note, find(typed.reader).id);
    } catch (error) {
      return showProblem(error, ["note"], setError);
    }
    typing.forget();
    const next = getValues("reader");
    empty();
    setValue("reader", next, { shouldDirty: true });
    toast.success("Note saved");
    await onSaved();
    if (!hasMovedOn()) setFocus("note");
  });

  return (
    <form
      className={formStyles.form}
      noValidate
      inert={!isHydrated}
      data-unprinted
      aria-label={name}
      onSubmit={(event) => void submit(event)}
    >
      <InputRestored {...typing} />
      {readers.length > 1 && (
        <FieldGroup legend="Who reads the note" layout={styles.readers}>
          {readers.map((reader) => (
            <label key={reader.id} className={styles.reader}>
              <input type="radio" value={reader.id} {...register("reader")} />
              <span>{reader.name}</span>
            </label>
          ))}
        </FieldGroup>
      )}
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
