import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useRevalidator } from "react-router";
import { z } from "zod";
import { ApiProblem } from "#app/client/api.ts";
import { callApi, type SessionUser } from "#app/client/session.ts";
import { describePieces, formatTotal, formatUnitPrice } from "#app/contract/money.ts";
import { orderInput } from "#app/features/orders/changes.contract.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { priceChanged } from "#app/features/orders/problems.ts";
import { tellAdded, useAdding } from "#app/features/trims/add-to-sheet.tsx";
import type { Trim } from "#app/features/trims/contract.ts";
import { tellPrices } from "#app/features/trims/price-words.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import { showProblem } from "#app/forms/form-problem.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { OwnFields, PhoneField } from "#app/forms/person-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { FormError } from "#app/ui/form-error.tsx";
import { IconPlus, IconWarning } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { MarkedTable } from "#app/ui/marked-table.tsx";
import { Stitch } from "#app/ui/seams.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import type { Delivery } from "./delivery.ts";
import { NextSaving } from "./next-saving.tsx";
import styles from "./order-form.module.css";
import {
  countPieces,
  findQuantityFault,
  findSaving,
  findShortage,
  leastTotal,
  offeredQuantities,
} from "./order-form.rules.ts";
import { OrderReceipt } from "./order-receipt.tsx";

// The limits change while the form is open, so each render checks the quantity, not this schema.
const typed = orderInput.pick({ phone: true, address: true }).extend({ orderQuantity: z.string() });
const empty: z.input<typeof typed> = { phone: "", address: "", orderQuantity: "" };

type OrderFormProps = {
  trim: Trim;
  user: SessionUser | undefined;
  /** Filled in once known, except where the buyer was faster. */
  delivery: Promise<Delivery | undefined> | undefined;
  /** Where too few are left to order: the way to be told of more. */
  waiting: ReactNode;
};

/** Shown before we know who is ordering, and inert until then. */
export function OrderForm({ trim, user, delivery, waiting }: OrderFormProps) {
  const { register, handleSubmit, reset, setError, setFocus, setValue, watch, formState } = useForm({
    resolver: zodResolver(typed),
    defaultValues: empty,
    mode: "onTouched",
  });
  const { errors, isSubmitting } = formState;
  const [isQuantityTouched, setQuantityTouched] = useState(false);
  const [priceFault, setPriceFault] = useState<string>();
  const [receipt, setReceipt] = useState<Order>();
  const orderKey = useFormKey();
  const adding = useAdding(trim);
  const { revalidate } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);
  const ids = { heading: useId(), quantity: useId(), shortage: useId(), saving: useId() };

  useEffect(() => {
    let isCurrent = true;
    void delivery?.then((known) => {
      if (known && isCurrent) reset({ ...known, orderQuantity: "" }, { keepDirtyValues: true, keepErrors: true });
    });
    return () => {
      isCurrent = false;
    };
  }, [delivery, reset]);

  const quantity = watch("orderQuantity");
  const quantityFault = findQuantityFault(quantity, trim);
  const shortage = findShortage(trim);
  const pieces = countPieces(quantity);
  const { unitPrice, rounded } = quotePrice(trim, pieces);
  const saving = quantityFault ? undefined : findSaving(trim, pieces);

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
    setPriceFault(undefined);
    reset(empty);
    setQuantityTouched(false);
    toast.success("Success !!! Your Order will be reviewed by an admin. For update visit My Orders page.");
    // The button that had the focus is disabled again; the receipt takes it over.
    heading.current?.focus();
    setReceipt(await findPlaced(placedId));
    await revalidate();
  });

  async function addToSheet() {
    if (quantityFault) {
      touchQuantity();
      return setFocus("orderQuantity");
    }
    const had = await adding.add(pieces);
    if (had !== undefined) toast.success(tellAdded(pieces, had));
  }

  function refuse(error: unknown) {
    if (error instanceof ApiProblem && error.code === priceChanged.code) setPriceFault(error.message);
    else showProblem(error, ["phone", "address"], setError);
    // The trim differs from what this form shows: other limits, another name, or gone.
    if (error instanceof ApiProblem && (error.status === 409 || error.status === 404)) void revalidate();
  }

  return (
    <div>
      {receipt && <OrderReceipt key={receipt._id} order={receipt} />}
      <section className={layoutStyles.sheet} aria-labelledby={ids.heading}>
        <form className={formStyles.form} noValidate inert={!user} onSubmit={(event) => void submit(event)}>
          <div className={styles.head}>
            <h2 id={ids.heading} ref={heading} tabIndex={-1}>
              Order Form
            </h2>
            <Stitch className={styles.seam} />
          </div>
          {shortage && (
            <p className={styles.shortage} id={ids.shortage}>
              <IconWarning className={styles.sign} />
              {shortage}
            </p>
          )}
          {shortage && waiting}
          <OwnFields user={user} />
          <Field label="Product name" readOnly value={trim.name} autoComplete="off" />
          <PhoneField error={errors.phone?.message} {...register("phone")} />
          <TextArea
            label="Address"
            autoComplete="street-address"
            required
            error={errors.address?.message}
            {...register("address")}
          />
          <Field
            id={ids.quantity}
            label="Order quantity"
            type="number"
            inputMode="numeric"
            min={trim.moq}
            max={trim.quantity}
            step={1}
            autoComplete="off"
            required
            // Scrolling the wheel over the focused field must not change the order.
            onWheel={(event) => event.currentTarget.blur()}
            error={isQuantityTouched && !shortage ? (quantityFault ?? errors.orderQuantity?.message) : undefined}
            aria-describedby={joinClasses(shortage && ids.shortage, saving && ids.saving)}
            {...register("orderQuantity", {
              onChange: () => {
                touchQuantity();
                setPriceFault(undefined);
              },
              onBlur: touchQuantity,
            })}
          />
          {!shortage && (
            <div className={styles.offers}>
              {offeredQuantities(trim).map(({ times, pieces: offered }) => (
                <Button key={times} kind="line" size="small" onClick={() => writeQuantity(offered)}>
                  {times} × minimum
                </Button>
              ))}
            </div>
          )}
          {trim.priceBreaks.length > 0 && (
            <div className={styles.prices}>
              <MarkedTable {...tellPrices(trim, quantityFault ? undefined : pieces)} />
              {saving && <NextSaving id={ids.saving} next={saving} onTake={() => writeQuantity(saving.from)} />}
            </div>
          )}
          <div className={styles.total}>
            <p className={joinClasses(textStyles.small, textStyles.soft)}>
              {pieces > 0 && `${describePieces(pieces)} at `}
              {formatUnitPrice(unitPrice)}
              {pieces === 0 && " per piece"}
            </p>
            <p className={styles.sum}>
              <span>Total</span>
              <output data-least={pieces === 0 || undefined} htmlFor={ids.quantity}>
                {pieces > 0 ? formatTotal(rounded) : leastTotal(trim)}
              </output>
            </p>
          </div>
          <FormError>{priceFault && `${priceFault} Please check the new total, then place the order again.`}</FormError>
          <div className={styles.ways}>
            <Button type="submit" wide busy={isSubmitting} disabled={quantityFault !== undefined}>
              Place order
            </Button>
            {!shortage && (
              <Button kind="line" wide className={styles.way} busy={adding.isBusy} onClick={() => void addToSheet()}>
                <IconPlus />
                Add to order sheet
              </Button>
            )}
          </div>
        </form>
      </section>
    </div>
  );
}

/** For the receipt; without it the order is placed all the same. */
async function findPlaced(id: string): Promise<Order | undefined> {
  try {
    return (await callApi("GET /orders/{id}", { params: { id } })).data;
  } catch {
    return undefined;
  }
}
