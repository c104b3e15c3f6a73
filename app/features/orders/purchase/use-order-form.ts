import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useRevalidator } from "react-router";
import { z } from "zod";
import { ApiProblem } from "#app/client/api.ts";
import { callApi, type SessionUser } from "#app/client/session.ts";
import { shipToInput } from "#app/contract/ship-to.ts";
import type { OwnCompany } from "#app/features/companies/own-company.ts";
import { composeAddress, isOverLimit } from "#app/features/companies/rules.ts";
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

const { phone, address } = orderInput.shape;
const text = z.string();
const isByFields = z.boolean();
const fields = { company: text, name: text, street: text, postcode: text, town: text, country: text };
// The limits change while the form is open, so each render checks the quantity, not these schemas.
const asText = z.object({
  ...{ phone, address, orderQuantity: text, isByFields },
  shipTo: z.object(fields).transform(() => undefined),
});
const asFields = z.object({
  ...{ phone, address: text, orderQuantity: text, isByFields },
  shipTo: z
    .object({ ...fields, country: text.min(1, "Please choose a country") })
    .transform((typed): z.input<typeof shipToInput> => typed)
    .pipe(shipToInput),
});

type Typed = z.input<typeof asText>;

/** Those that the shop may refuse. */
const FIELDS = [
  ...(["phone", "address", "shipTo.company", "shipTo.name"] as const),
  ...(["shipTo.street", "shipTo.postcode", "shipTo.town", "shipTo.country"] as const),
];

const nowhere = { company: "", name: "", street: "", postcode: "", town: "", country: "" };
const nothing: Typed = { phone: "", address: "", orderQuantity: "", isByFields: false, shipTo: nowhere };

/** The address is one text, or, where somebody chose so, its fields. */
const resolve: Resolver<Typed, unknown, z.output<typeof asText> | z.output<typeof asFields>> = (typed, ...rest) =>
  typed.isByFields ? zodResolver(asFields)(typed, ...rest) : zodResolver(asText)(typed, ...rest);

/** The choices of an address that is not in the book: by its fields, or the text that is written. No name is like them. */
export const ANOTHER = "";
export const WRITTEN = "\n";

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
  const form = useForm({ resolver: resolve, defaultValues: nothing, mode: "onTouched" });
  const { register, handleSubmit, reset, trigger, getFieldState, setError, setFocus, setValue, watch, formState } =
    form;
  const { errors, isSubmitting } = formState;
  const [isQuantityTouched, setQuantityTouched] = useState(false);
  const [priceFault, setPriceFault] = useState<string>();
  const [company, setCompany] = useState<OwnCompany>();
  const [known, setKnown] = useState<Delivery["known"]>([]);
  const [asked, setAsked] = useState<AskedOrder>();
  const { receipt, keepReceipt } = useReceipt(user !== undefined);
  const orderKey = useFormKey();
  const typing = useRestoredInput(form, { isStoredWhenLeft: true });
  const adding = useAdding(trim);
  const { revalidate } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);

  const fillIn = useEffectEvent(({ company, known, phone, address }: Delivery) => {
    setCompany(company);
    setKnown(known);
    // `reset` would end the wait for an order that is on its way. What it needs has been typed.
    if (isSubmitting) return;
    // The form may have been refused meanwhile: it goes on checking what is typed, and what is filled in now.
    const already = { keepErrors: true, keepIsSubmitted: true, keepTouched: true };
    const isByFields = company !== undefined && address === "";
    const shipTo = { ...nowhere, country: company?.country ?? "" };
    reset({ phone, address, orderQuantity: "", isByFields, shipTo }, { keepDirtyValues: true, ...already });
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
  const [address, isByFields] = watch(["address", "isByFields"]);

  const touchQuantity = () => setQuantityTouched(true);
  const writeQuantity = (count: number) => {
    setPriceFault(undefined);
    // As if typed: what is filled in later leaves it alone.
    setValue("orderQuantity", String(count), { shouldDirty: true });
  };
  const submit = handleSubmit(async ({ phone, ...typed }) => {
    if (quantityFault || !user) return;
    const who = { name: user.displayName, email: user.email };
    const shipTo = typed.shipTo ?? known.find(({ address }) => address === typed.address)?.shipTo;
    const address = typed.shipTo ? composeAddress(typed.shipTo) : typed.address;
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
    else showProblem(error, FIELDS, setError);
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
    /** Which address is chosen; undefined for whoever belongs to no company, and writes it as text. */
    choice: company && (isByFields ? ANOTHER : (book.find((one) => one.address === address)?.label ?? WRITTEN)),
    choose: (choice: string) => {
      setValue("isByFields", choice === ANOTHER, { shouldDirty: true });
      const text = book.find(({ label }) => label === choice)?.address;
      if (text !== undefined) setValue("address", text, { shouldDirty: true, shouldValidate: true });
    },
    isByFields,
    receipt,
    typing,
    /** The focus goes there with the receipt. */
    heading,
    isQuantityTouched,
    isPlacing: isSubmitting,
    isAdding: adding.isBusy,
    register,
    registerShipTo: (field: keyof typeof fields) => ({
      error: errors.shipTo?.[field]?.message,
      ...register(`shipTo.${field}`),
    }),
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
