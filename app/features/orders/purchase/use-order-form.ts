import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useRevalidator } from "react-router";
import { z } from "zod";
import { ApiProblem } from "#app/client/api.ts";
import { callApi, type SessionUser } from "#app/client/session.ts";
import { findShipTo, type OwnCompany } from "#app/features/companies/own-company.ts";
import { isOverLimit } from "#app/features/companies/rules.ts";
import { orderInput } from "#app/features/orders/changes.contract.ts";
import { approvalNeeded, priceChanged } from "#app/features/orders/problems.ts";
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
const nothing: z.input<typeof typed> = { phone: "", address: "", orderQuantity: "" };

/** What a manager was asked to approve; the total in dollars and cents. */
type AskedOrder = { pieces: number; total: string };

export type Ordering = {
  trim: Trim;
  user: SessionUser | undefined;
  /** Filled in once known, unless the buyer has already typed something. */
  delivery: Promise<Delivery | undefined> | undefined;
};

/** What the order form knows and does. */
export function useOrderForm({ trim, user, delivery }: Ordering) {
  const form = useForm({ resolver: zodResolver(typed), defaultValues: nothing, mode: "onTouched" });
  const { register, handleSubmit, reset, trigger, getFieldState, setError, setFocus, setValue, watch, formState } =
    form;
  const { errors, isSubmitting } = formState;
  const [isQuantityTouched, setQuantityTouched] = useState(false);
  const [priceFault, setPriceFault] = useState<string>();
  const [company, setCompany] = useState<OwnCompany>();
  const [asked, setAsked] = useState<AskedOrder>();
  const { receipt, keepReceipt } = useReceipt(user !== undefined);
  const orderKey = useFormKey();
  const typing = useRestoredInput(form, { isStoredWhenLeft: true });
  const adding = useAdding(trim);
  const { revalidate } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);

  const fillIn = useEffectEvent(({ company, ...known }: Delivery) => {
    setCompany(company);
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
  const { unitPrice, rounded } = quotePrice(trim, pieces);
  const limit = company?.orderLimit ?? undefined;
  const isAsking = quantityFault === undefined && limit !== undefined && isOverLimit(rounded, limit);
  const book = company?.book ?? [];
  const address = watch("address");

  const touchQuantity = () => setQuantityTouched(true);
  const writeQuantity = (count: number) => {
    setPriceFault(undefined);
    // As if typed: what is filled in later leaves it alone.
    setValue("orderQuantity", String(count), { shouldDirty: true });
  };
  const submit = handleSubmit(async ({ phone, address }) => {
    if (quantityFault || !user) return;
    const who = { name: user.displayName, email: user.email };
    const shipTo = findShipTo(book, address);
    const body = {
      ...{ ...who, phone, address, ...(shipTo && { shipTo }) },
      ...{ productName: trim.name, orderQuantity: pieces, trimId: trim._id, unitPrice },
    };
    let placedId: string;
    try {
      if (isAsking) {
        const order = { order: body };
        await callApi("POST /approvals", { headers: { "idempotency-key": orderKey.of(order) }, body: order });
        toast.success("A manager was asked to approve it");
        setAsked({ pieces, total: rounded });
        empty();
        return void revalidate();
      }
      const headers = { "idempotency-key": orderKey.of(body) };
      const { data } = await callApi("POST /orders", { headers, body });
      if (!data?.insertedId) return toast.error("The shop did not confirm the order. Please try again.");
      placedId = data.insertedId;
    } catch (error) {
      return refuse(error);
    }
    empty();
    setAsked(undefined);
    toast.success("Success !!! Your Order will be reviewed by an admin. For update visit My Orders page.");
    // The trim is loaded anew with it.
    await keepReceipt(placedId);
  });

  /** After the order has gone. The button that had the focus is disabled again. */
  function empty() {
    orderKey.forget();
    typing.forget();
    setPriceFault(undefined);
    reset(nothing);
    setQuantityTouched(false);
    heading.current?.focus();
  }

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
    if (error instanceof ApiProblem && [409, 404].includes(error.status)) void revalidate();
    // The limit has changed since the form was opened.
    if (error instanceof ApiProblem && error.code === approvalNeeded.code) void revalidate();
  }

  return {
    errors,
    pieces,
    quantityFault,
    priceFault,
    /** The company of whoever orders. */
    company,
    /** Their limit, if the order is above it: a manager has to approve it. */
    limit: isAsking ? limit : undefined,
    /** What they have just asked a manager to approve. */
    asked,
    /** Which address of the book is written; undefined for another one. */
    named: book.find((one) => one.address === address)?.label,
    writeAddress: (label: string) => {
      const text = book.find((one) => one.label === label)?.address ?? "";
      setValue("address", text, { shouldDirty: true, shouldValidate: text !== "" });
      if (text === "") setFocus("address");
    },
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
