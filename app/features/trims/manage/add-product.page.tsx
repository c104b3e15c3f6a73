import { zodResolver } from "@hookform/resolvers/zod";
import { useRef } from "react";
import { useFieldArray, useForm } from "react-hook-form";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { callApi } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { showProblem } from "#app/forms/form-problem.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { resetSent } from "#app/forms/reset-sent.ts";
import { InputRestored, useRestoredInput } from "#app/forms/restored-input.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { PageHead } from "#app/ui/page-head.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Route } from "./+types/add-product.page.ts";
import styles from "./add-product.page.module.css";
import { toBreaksEditor } from "./breaks-editor.tsx";
import { LowMarkField, MinimumNote, TrimFields } from "./trim-fields.tsx";
import { emptyTrim, newTrim, readCount, readInput, shownError, type TrimField, trimFields } from "./trim-form.ts";
import { TrimPreview } from "./trim-preview.tsx";

export const loader = protectedLoader("admin", async () => null);

export const handle = { heading: "Add A Product" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.heading) }];

export default function AddProductPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHead>
        <h1 ref={heading} tabIndex={-1}>
          {handle.heading}
        </h1>
      </PageHead>
      <AddProductForm onAdded={() => heading.current?.focus()} />
    </>
  );
}

function AddProductForm({ onAdded }: { onAdded: () => void }) {
  const form = useForm({ resolver: zodResolver(newTrim), defaultValues: emptyTrim, mode: "onTouched" });
  const { register, control, handleSubmit, getFieldState, setError, setValue, watch, formState } = form;
  const { isSubmitting, errors } = formState;
  const breaks = useFieldArray({ control, name: "priceBreaks" });
  const key = useFormKey();
  const isHydrated = useHydrated();
  const typing = useRestoredInput(form, { isStoredWhenLeft: true });
  const typed = watch();
  const bind = (name: TrimField | "quantity") => ({
    ...register(name, readInput(name)),
    error: shownError(name, getFieldState(name, formState), formState),
  });

  const submit = handleSubmit(async (body) => {
    const empty = resetSent(form);
    try {
      const { data } = await callApi("POST /trims", { headers: { "idempotency-key": key.of(body) }, body });
      if (!data?.insertedId) return void toast.error("The shop did not confirm the item. Please try again.");
    } catch (error) {
      return showProblem(error, [...trimFields, "quantity"], setError);
    }
    key.forget();
    typing.forget();
    empty();
    toast.success("Success !!! You have added a new item .");
    onAdded();
  });

  return (
    <div className={styles.page}>
      <form
        className={joinClasses(formStyles.form, layoutStyles.sheet)}
        noValidate
        inert={!isHydrated}
        onSubmit={(event) => void submit(event)}
      >
        <InputRestored {...typing} />
        <TrimFields
          bind={bind}
          breaks={toBreaksEditor(breaks, typed, errors.priceBreaks)}
          img={typed.img}
          onPicture={(img) => setValue("img", img, { shouldValidate: true, shouldDirty: true, shouldTouch: true })}
          stock={() => (
            <>
              <Field
                label="Current stock quantity"
                inputMode="numeric"
                required
                autoComplete="off"
                hint="Pieces in the warehouse"
                {...bind("quantity")}
              />
              <LowMarkField moq={typed.moq} {...bind("lowStockAt")} />
              {typed.quantity.trim() !== "" && <MinimumNote moq={typed.moq} available={readCount(typed.quantity)} />}
            </>
          )}
        />
        <Button type="submit" wide busy={isSubmitting}>
          Add Item
        </Button>
      </form>
      <TrimPreview typed={typed} />
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadError title="The form did not load" />;
}
