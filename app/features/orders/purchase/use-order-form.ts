import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useRevalidator } from "react-router";
import { z } from "zod";
import { ApiProblem } from "#app/client/api.ts";
import { callApi, type SessionUser } from "#app/client/session.ts";
import { orderInput } from "#app/features/orders/changes.contract.ts";
import { priceChanged } from "#app/features/orders/problems.ts";
import { describeAdded, useAdding } from "#app/features/trims/add-to-sheet.tsx";
import type { Trim } from "#app/features/trims/contract.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import { showProblem } from "#app/forms/form-problem.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { useRestoredInput } from "#app/forms/restored-input.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Delivery } from "./delivery.ts";
import { countPieces, findQuantityFault } from "./order-form.rules.ts";
import { useReceipt } from "./receipt.ts";

// The limits change while the form is open, so each render checks the quantity, not this schema.
const typed = orderInput.pick({ phone: true, address: true }).extend({ orderQuantity: z.string() });
const empty: z.input<typeof typed> = { phone: "", address: "", orderQuantity: "" };

export type Ordering = {
  trim: Trim;
  user: SessionUser | undefined;
  /** Filled in once known, unless the buyer has already typed something. */
  delivery: Promise<Delivery | undefined> | undefined;
};

/** What the order form knows and does. */
export function useOrderForm({ trim, user, delivery }: Ordering) {
  const form = useForm({ resolver: zodResolver(typed), defaultValues: empty, mode: "onTouched" });
  const { register, handleSubmit, reset, trigger, getFieldState, setError, setFocus, setValue, watch, formState } =
    form;
  const { errors, isSubmitting } = formState;
  const [isQuantityTouched, setQuantityTouched] = useState(false);
  const [priceFault, setPriceFault] = useState<string>();
  const { receipt, keepReceipt } = useReceipt(user !== undefined);
  const orderKey = useFormKey();
  const typing = useRestoredInput(form, { isStoredWhenLeft: true });
  const adding = useAdding(trim);
  const { revalidate } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);

  const fillIn = useEffectEvent((known: Delivery) => {
    // `reset` would end the wait for an order that is on its way. What it needs has been typed.
    if (isSubmitting) return;
    // The form may have been refused meanwhile: it goes on checking what is typed, and what is filled in now.
    const already = { keepErrors: true, keepIsSubmitted: true, keepTouched: true };
    reset({ ...known, orderQuantity: "" }, { keepDirtyValues: true, ...already });
    for (const field of ["phone", "address"] as const) if (getFieldState(field).error) void trigger(field);
  });
  useEffect(() => {
    let isCurrent = true;
    void delivery?.then((known) => {
      if (known && isCurrent) fillIn(known);
    });
    return () => {
      isCurrent = false;
    };
  }, [delivery]);

  const quantity = watch("orderQuantity");
  const quantityFault = findQuantityFault(quantity, trim);
  const pieces = countPieces(quantity);
  const { unitPrice } = quotePrice(trim, pieces);

  const touchQuantity = () => setQuantityTouched(true);
  const writeQuantity = (count: number) => {
    setPriceFault(undefined);
    // As if typed: what is filled in later leaves it alone.
    setValue("orderQuantity", String(count), { shouldDirty: true });
  };
  const submit = handleSubmit(async ({ phone, address }) => {
    if (quantityFault || !user) return;
    const who = { name: user.displayName, email: user.email };
    const body = { ...who, phone, address, productName: trim.name, orderQuantity: pieces, trimId: trim._id, unitPrice };
    let placedId: string;
    try {
      const headers = { "idempotency-key": orderKey.of(body) };
      const { data } = await callApi("POST /orders", { headers, body });
      if (!data?.insertedId) return toast.error("The shop did not confirm the order. Please try again.");
      placedId = data.insertedId;
    } catch (error) {
      return refuse(error);
    }
    orderKey.forget();
    typing.forget();
    setPriceFault(undefined);
    reset(empty);
    setQuantityTouched(false);
    toast.success("Success !!! Your Order will be reviewed by an admin. For update visit My Orders page.");
    // The button that had the focus is disabled again; the receipt takes it over.
    heading.current?.focus();
    // The trim is loaded anew with it.
    await keepReceipt(placedId);
  });

  async function addToSheet() {
    if (quantityFault) {
      touchQuantity();
      return setFocus("orderQuantity");
    }
    const had = await adding.add(pieces);
    if (had !== undefined) toast.success(describeAdded(pieces, had));
  }

  function refuse(error: unknown) {
    if (error instanceof ApiProblem && error.code === priceChanged.code) setPriceFault(error.message);
    else showProblem(error, ["phone", "address"], setError);
    // The trim is no longer what this form shows: its limits or name have changed, or it is gone.
    if (error instanceof ApiProblem && (error.status === 409 || error.status === 404)) void revalidate();
  }

  return {
    errors,
    pieces,
    quantityFault,
    priceFault,
    receipt,
    typing,
    /** The focus goes there with the receipt. */
    heading,
    isQuantityTouched,
    isPlacing: isSubmitting,
    isAdding: adding.isBusy,
    register,
    /** For the quantity; it also clears what was said about the price. */
    registerQuantity: () =>
      register("orderQuantity", {
        onChange: () => {
          touchQuantity();
          setPriceFault(undefined);
        },
        onBlur: touchQuantity,
      }),
    writeQuantity,
    submit,
    addToSheet,
  };
}
