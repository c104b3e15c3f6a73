import { zodResolver } from "@hookform/resolvers/zod";
import { type Ref, useImperativeHandle } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { callApi } from "#app/client/session.ts";
import { describePieces, formatPieces } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { LowTrim, Trim } from "#app/features/trims/contract.ts";
import { showProblems } from "#app/forms/form-dialog.tsx";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { resetSent } from "#app/forms/reset-sent.ts";
import { InputRestored, useRestoredInput } from "#app/forms/restored-input.tsx";
import { Button } from "#app/ui/button.tsx";
import control from "#app/ui/control.module.css";
import { Fault } from "#app/ui/fault.tsx";
import { Field } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import styles from "./restock-form.module.css";
import { typedRestock } from "./trim-form.ts";

/** A trim, with its low mark if the list shows only trims below theirs. */
export type StockedTrim = Trim & Partial<Pick<LowTrim, "lowStockAt">>;

type RestockProps = { trim: StockedTrim; onRestocked: (trim: LowTrim) => void };

/** What is typed into a form, for whoever closes it. */
export type Typing = { isTyped: () => boolean; forget: () => void };

/**
 * What is on its way to the shop is neither asked about when the form closes nor forgotten: it waits in the tab until it
 * is saved.
 */
export function toTyping(
  { isDirty, isSubmitting }: { isDirty: boolean; isSubmitting: boolean },
  forget: () => void,
): Typing {
  return { isTyped: () => isDirty && !isSubmitting, forget: isSubmitting ? () => {} : forget };
}

/** Changes an item's stock by the number typed, and says what is in stock afterwards. */
export function RestockForm({ ref, trim, onRestocked }: RestockProps & { ref: Ref<Typing> }) {
  const { register, errors, isDirty, isSubmitting, typing, submit } = useRestock({ trim, onRestocked });
  useImperativeHandle(ref, () => toTyping({ isDirty, isSubmitting }, typing.forget));
  return (
    <form className={styles.sheet} noValidate aria-label="Restock" onSubmit={(event) => void submit(event)}>
      <h3 className={styles.title}>Restock</h3>
      <InputRestored {...typing} />
      <p className={joinClasses(textStyles.small, textStyles.soft)}>
        {describePieces(trim.quantity)} available. What you write is added to the stock, or taken from it with a minus.
      </p>
      <div className={formStyles.two}>
        <Field
          label="Pieces in or out"
          inputMode="text"
          autoComplete="off"
          placeholder="5000 or -200"
          error={errors.restock?.message}
          {...register("restock")}
        />
        <Field
          label="Why"
          autoComplete="off"
          placeholder="Delivery, scrap"
          error={errors.why?.message}
          {...register("why")}
        />
      </div>
      <p>
        <Button type="submit" kind="line" size="small" busy={isSubmitting}>
          Restock
        </Button>
      </p>
    </form>
  );
}

/** The same in a row of a list. */
export function RestockRow({ trim, onRestocked }: RestockProps) {
  const { register, errors, isSubmitting, submit } = useRestock({ trim, onRestocked });
  const isHydrated = useHydrated();
  const name = withNonBreakingUnits(trim.name);
  const faultId = `restock-${trim._id}`;
  const fault = errors.restock?.message;
  return (
    <form className={styles.row} noValidate inert={!isHydrated} data-unprinted onSubmit={(event) => void submit(event)}>
      <input
        className={joinClasses(control.control, styles.pieces)}
        inputMode="text"
        autoComplete="off"
        placeholder={`e.g. ${formatPieces(enoughFor(trim))}`}
        aria-label={`Pieces in or out, ${name}`}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault && faultId}
        {...register("restock")}
      />
      <Button type="submit" kind="line" size="small" busy={isSubmitting} aria-label={`Restock ${name}`}>
        Restock
      </Button>
      {fault && <Fault id={faultId}>{fault}</Fault>}
    </form>
  );
}

/** Below how many pieces an item is low; undefined if the list does not say. */
export function findMark({ moq, lowStockAt }: StockedTrim): number | undefined {
  return lowStockAt === undefined ? undefined : (lowStockAt ?? 2 * moq);
}

/** An example that brings an item up to its mark. */
function enoughFor({ moq, quantity, lowStockAt }: StockedTrim): number {
  return Math.max(2 * moq, (lowStockAt ?? 0) - quantity);
}

function useRestock({ trim, onRestocked }: RestockProps) {
  const form = useForm({
    resolver: zodResolver(typedRestock),
    defaultValues: { restock: "", why: "" },
  });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const typing = useRestoredInput(form, { name: `restock ${trim._id}`, isStoredWhenLeft: true });
  const key = useFormKey();

  async function move({ restock, why }: z.output<typeof typedRestock>) {
    const empty = resetSent(form);
    const body = { restock, ...(why && { why }) };
    const headers = { "idempotency-key": key.of({ id: trim._id, ...body }) };
    const { data } = await callApi("PATCH /trims/{id}", { params: { id: trim._id }, headers, body });
    key.forget();
    typing.forget();
    empty();
    toast.success(`${withNonBreakingUnits(data.name)}: ${formatPieces(data.quantity)} in stock now`);
    onRestocked(data);
  }

  const submit = handleSubmit((typed) => showProblems(move(typed), ["restock", "why"], setError));
  return { register, errors, isDirty, isSubmitting, typing, submit };
}
