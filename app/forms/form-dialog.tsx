import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import formStyles from "#app/ui/form.module.css";
import { showProblem } from "./form-problem.ts";
import { useLeaveQuestion } from "./leave-question.tsx";

type FormDialogProps = {
  title: string;
  no: string;
  yes: string;
  danger?: boolean;
  busy: boolean;
  /** Asks before Escape or the close control throws typed words away; the button that says no does not. */
  guarded?: boolean;
  onClose: () => void;
  onSubmit: () => Promise<void>;
  children: ReactNode;
};

/** A dialog that asks by a form, and begins in its first field; it cannot be closed while the form is being sent. */
export function FormDialog({ title, no, yes, danger, busy, guarded, onClose, onSubmit, children }: FormDialogProps) {
  const id = useId();
  const hasWords = useRef(false);
  const { ask, question } = useLeaveQuestion(() => hasWords.current, onClose);
  const form = useRef<HTMLFormElement>(null);
  // Before the dialog opens, because the browser looks for the attribute then; React does not write it.
  useLayoutEffect(() => {
    form.current?.querySelector("input:not([readonly]), select, textarea")?.setAttribute("autofocus", "");
  }, []);
  return (
    <Dialog
      title={title}
      open
      onClose={guarded ? ask : onClose}
      locked={busy}
      actions={
        <>
          <Button kind="line" onClick={onClose} disabled={busy}>
            {no}
          </Button>
          <Button type="submit" form={id} kind={danger ? "danger" : "primary"} busy={busy}>
            {yes}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        className={formStyles.form}
        noValidate
        onInput={({ target }) => {
          hasWords.current ||= target instanceof Element && target.matches("textarea, input:not([type=date])");
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {children}
      </form>
      {question}
    </Dialog>
  );
}

/** Waits for what a form has sent; if it fails, says why at these fields or in a toast. */
export async function showProblems<Values extends FieldValues>(
  sent: Promise<void>,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): Promise<void> {
  try {
    await sent;
  } catch (error) {
    showProblem(error, fields, setError);
  }
}
