import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { callApi } from "#app/client/session.ts";
import { brand } from "#app/content/brand.ts";
import { showProblems } from "#app/forms/form-dialog.tsx";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { InputRestored, useRestoredInput } from "#app/forms/restored-input.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { joinClasses } from "#app/ui/join-classes.ts";
import { toast } from "#app/ui/toast.ts";
import styles from "./answer-form.module.css";
import { typedAnswer } from "./changes.contract.ts";
import type { ModeratedReview } from "./contract.ts";

type AnswerFormProps = {
  id: string;
  review: ModeratedReview;
  onClose: () => void;
  onAnswered: (review: ModeratedReview) => void;
};

/** Answers a review, or changes its answer. */
export function AnswerForm({ id, review, onClose, onAnswered }: AnswerFormProps) {
  const before = review.answer?.text ?? null;
  const form = useForm({ resolver: zodResolver(typedAnswer), defaultValues: { answer: before ?? "" } });
  const { register, handleSubmit, setError, setFocus, formState } = form;
  const typing = useRestoredInput(form, { name: review._id });
  const key = useFormKey();
  useEffect(() => setFocus("answer"), [setFocus]);

  async function send(typed: z.output<typeof typedAnswer>) {
    const body = { ...typed, before };
    const headers = { "idempotency-key": key.of(body) };
    const { data } = await callApi("PUT /reviews/{id}/answer", { params: { id: review._id }, headers, body });
    typing.forget();
    toast.success("The answer is on the home page.");
    onAnswered(data);
  }

  const submit = handleSubmit((typed) => showProblems(send(typed), ["answer"], setError));
  const isMailed = before === null && review.isReachable;
  return (
    <form
      id={id}
      className={joinClasses(formStyles.form, styles.form)}
      noValidate
      data-unprinted
      aria-label={`Answer ${review.name}`}
      onSubmit={(event) => void submit(event)}
    >
      <InputRestored {...typing} />
      <TextArea
        label="Your answer"
        required
        hint={`Everybody can read it below the review, signed ${brand.name}.${isMailed ? " The writer gets one mail." : ""}`}
        error={formState.errors.answer?.message}
        {...register("answer")}
      />
      <div className={styles.actions}>
        <Button type="submit" size="small" busy={formState.isSubmitting}>
          Publish answer
        </Button>
        <Button kind="line" size="small" onClick={onClose}>
          Not now
        </Button>
      </div>
    </form>
  );
}
