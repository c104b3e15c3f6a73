import { zodResolver } from "@hookform/resolvers/zod";
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { useFieldArray, useForm } from "react-hook-form";
import { useRevalidator } from "react-router";
import { ApiProblem } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import { showProblem } from "#app/forms/form-problem.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { useLeaveQuestion } from "#app/forms/leave-question.tsx";
import { InputRestored, useRestoredInput } from "#app/forms/restored-input.tsx";
import { Button } from "#app/ui/button.tsx";
import { Drawer } from "#app/ui/drawer.tsx";
import formStyles from "#app/ui/form.module.css";
import { IconTrash } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { toBreaksEditor } from "./breaks-editor.tsx";
import styles from "./product-sheet.module.css";
import { RestockForm, type Typing, toTyping } from "./restock-form.tsx";
import { StockLedger, useLedger } from "./stock-ledger.tsx";
import { LowMarkField, MinimumNote, TrimFields } from "./trim-fields.tsx";
import {
  changedTrim,
  findChanges,
  readInput,
  shownError,
  type TrimField,
  toFormValues,
  trimFields,
} from "./trim-form.ts";

type ProductSheetProps = {
  trim: Trim;
  onClose: () => void;
  onDelete: () => void;
  onSaved: (trim: Trim) => void;
  onRestocked: (trim: Trim) => void;
};

/** Edits and restocks one item, beside its list. */
export function ProductSheet({ trim, onClose, onDelete, onSaved, onRestocked }: ProductSheetProps) {
  const form = useId();
  const { ledger, fault, available } = useLedger(trim);
  const known = { ...trim, quantity: available };
  const typing = useRef<Typing>(null);
  const restocking = useRef<Typing>(null);
  const { ask, question } = useLeaveQuestion(
    () => [typing, restocking].some(({ current }) => current?.isTyped()),
    () => {
      for (const { current } of [typing, restocking]) current?.forget();
      onClose();
    },
  );
  return (
    <Drawer
      label={`No. ${formatArticle(trim.number)}`}
      title={withNonBreakingUnits(trim.name)}
      subject={trim._id}
      onClose={ask}
      // What is typed then waits in the tab.
      onClosed={onClose}
      actions={
        <Button kind="danger" wide onClick={onDelete}>
          <IconTrash />
          Delete item
        </Button>
      }
    >
      {question}
      <RestockForm key={`restock ${trim._id}`} ref={restocking} trim={known} onRestocked={onRestocked} />
      <ProductForm
        key={trim._id}
        ref={typing}
        id={form}
        trim={known}
        lowStockAt={ledger?.lowStockAt}
        isMarkUnknown={fault !== undefined}
        onSaved={onSaved}
      />
      <StockLedger ledger={ledger} fault={fault} />
    </Drawer>
  );
}

type ProductFormProps = {
  ref: Ref<Typing>;
  id: string;
  trim: Trim;
  /** Undefined until it is known. */
  lowStockAt: number | null | undefined;
  /** Nor will it be. */
  isMarkUnknown: boolean;
  onSaved: (trim: Trim) => void;
};

function ProductForm({ ref, id, trim, lowStockAt, isMarkUnknown, onSaved }: ProductFormProps) {
  // A restock brings what others have changed since. Against that, all that nobody touched here would count as changed.
  const [filled, setFilled] = useState<Trim>(trim);
  const [mark, setMark] = useState(lowStockAt);
  if (mark === undefined && lowStockAt !== undefined) setMark(lowStockAt);
  const form = useForm({
    resolver: zodResolver(changedTrim),
    defaultValues: toFormValues(filled),
    mode: "onTouched",
  });
  const { register, control, handleSubmit, getFieldState, resetField, setError, setValue, watch, formState } = form;
  const { isSubmitting, isDirty, errors } = formState;
  const breaks = useFieldArray({ control, name: "priceBreaks" });
  const { revalidate } = useRevalidator();
  const key = useFormKey();
  const typed = watch();
  const { moq } = typed;
  const bind = (name: TrimField) => ({
    ...register(name, readInput(name)),
    error: shownError(name, getFieldState(name, formState), formState),
  });

  useEffect(() => {
    if (mark != null) resetField("lowStockAt", { defaultValue: String(mark) });
  }, [mark, resetField]);
  // After the mark, which would overwrite it.
  const typing = useRestoredInput(form, {
    isFilled: mark !== undefined || isMarkUnknown,
    isStoredWhenLeft: true,
  });
  useImperativeHandle(ref, () => toTyping({ isDirty, isSubmitting }, typing.forget));

  const submit = handleSubmit(async (typed) => {
    const start = { lowStockAt: mark, ...filled };
    const body = findChanges(start, typed);
    if (!body) return void toast.warning("Nothing has changed.");
    try {
      const seen = Object.entries(start).filter(([field]) => field in body);
      const guarded = { ...body, was: Object.fromEntries(seen) };
      const headers = { "idempotency-key": key.of(guarded) };
      const { data } = await callApi("PATCH /trims/{id}", { params: { id: trim._id }, headers, body: guarded });
      key.forget();
      typing.forget();
      toast.success("Item Saved");
      onSaved(data);
    } catch (error) {
      showProblem(error, trimFields, setError);
      if (!(error instanceof ApiProblem)) return;
      if (error.status === 404) await revalidate();
      // What was refused is now seen: saving again replaces it.
      if (error.status === 412) await see(error.errors.map(({ field }) => field.split(".")[0] ?? ""));
    }
  });

  /** Takes over what these fields hold by now as what the form was filled with. */
  async function see(fields: readonly string[]) {
    const params = { id: trim._id };
    const [known, stock] = await Promise.all([
      callApi("GET /trims/{id}", { params }),
      callApi("GET /trims/{id}/stock", { params }),
    ]);
    const { lowStockAt } = stock.data;
    const now = Object.entries({ ...known.data, lowStockAt }).filter(([field]) => fields.includes(field));
    setFilled((before) => ({ ...before, ...Object.fromEntries(now) }));
  }

  return (
    <form
      id={id}
      className={joinClasses(formStyles.form, styles.form)}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <InputRestored {...typing} />
      <TrimFields
        bind={bind}
        breaks={toBreaksEditor(breaks, typed, errors.priceBreaks)}
        img={typed.img}
        onPicture={(img) => setValue("img", img, { shouldValidate: true, shouldDirty: true })}
        stock={() => (
          <>
            <MinimumNote moq={String(moq)} available={trim.quantity} />
            {mark !== undefined && <LowMarkField moq={moq} {...bind("lowStockAt")} />}
          </>
        )}
      />
      <p className={joinClasses(textStyles.small, textStyles.soft)}>
        Placed orders keep the price they were placed at.
      </p>
      <Button type="submit" wide busy={isSubmitting}>
        Save Item
      </Button>
    </form>
  );
}
