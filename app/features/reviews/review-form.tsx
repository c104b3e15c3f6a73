import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { callApi, type SessionUser } from "#app/client/session.ts";
import { showProblem } from "#app/forms/form-problem.ts";
import { typedAs } from "#app/forms/form-schema.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { OwnFields } from "#app/forms/person-fields.tsx";
import { resetSent } from "#app/forms/reset-sent.ts";
import { InputRestored, useRestoredInput } from "#app/forms/restored-input.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { watchFocus } from "#app/ui/watch-focus.ts";
import { MAX_RATING, MIN_RATING, reviewInput } from "./contract.ts";
import styles from "./review-form.module.css";
import { StarChoice } from "./star-choice.tsx";

const typed = reviewInput.pick({ review: true }).extend({
  ratings: typedAs(reviewInput.shape.ratings),
  img: typedAs(reviewInput.shape.img),
});

type ReviewFormProps = {
  user: SessionUser;
  /** Takes the focus; not called if the person has moved on in the form. */
  onAdded: () => void;
};

export function ReviewForm({ user, onAdded }: ReviewFormProps) {
  const form = useForm({
    resolver: zodResolver(typed),
    defaultValues: { img: user.photoURL ?? "", ratings: "", review: "" },
    mode: "onTouched",
  });
  const { register, handleSubmit, setError, setValue, watch, formState } = form;
  const { errors, isSubmitting } = formState;
  const key = useFormKey();
  const isHydrated = useHydrated();
  const typing = useRestoredInput(form, { isStoredWhenLeft: true });

  const submit = handleSubmit(async (review) => {
    const hasMovedOn = watchFocus();
    const empty = resetSent(form);
    const body = { name: user.displayName, email: user.email, ...review };
    try {
      const { data } = await callApi("POST /reviews", { headers: { "idempotency-key": key.of(body) }, body });
      if (!data?.insertedId) return void toast.error("The shop did not confirm the review. Please try again.");
    } catch (error) {
      return showProblem(error, typed.keyof().options, setError);
    }
    key.forget();
    typing.forget();
    empty();
    toast.success("Success !!! Your review is added. Your review is now available on the homepage reviews section.");
    if (!hasMovedOn()) onAdded();
  });

  return (
    <form
      className={joinClasses(formStyles.form, layoutStyles.sheet, formStyles.page)}
      noValidate
      inert={!isHydrated}
      onSubmit={(event) => void submit(event)}
    >
      <p className={joinClasses(textStyles.small, textStyles.soft)}>
        Your name, e-mail and photo are public: they appear with your review on the home page.
      </p>
      <InputRestored {...typing} />
      <div className={formStyles.two}>
        <OwnFields user={user} />
      </div>
      <Field
        label="Photo URL"
        type="url"
        readOnly={user.photoURL !== null}
        placeholder={user.photoURL === null ? "https://" : undefined}
        autoComplete="photo"
        hint={user.photoURL === null ? "If empty, your initials appear beside the review." : undefined}
        error={errors.img?.message}
        {...register("img")}
      />
      <div className={styles.rating}>
        <Field
          label="Ratings"
          type="number"
          inputMode="numeric"
          min={MIN_RATING}
          max={MAX_RATING}
          step={1}
          required
          placeholder={`out of ${MAX_RATING}`}
          autoComplete="off"
          // Scrolling the wheel over the focused field must not change the rating.
          onWheel={(event) => event.currentTarget.blur()}
          error={errors.ratings?.message}
          {...register("ratings")}
        />
        <StarChoice
          typed={watch("ratings")}
          onChoose={(count) => setValue("ratings", String(count), { shouldValidate: true, shouldDirty: true })}
        />
      </div>
      <TextArea label="Review" required error={errors.review?.message} {...register("review")} />
      <Button type="submit" wide busy={isSubmitting}>
        Add Review
      </Button>
    </form>
  );
}
