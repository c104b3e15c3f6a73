import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { DRAFT_PATH } from "#app/client/order-draft.ts";
import { countries } from "#app/content/countries.ts";
import { describePieces, formatTotal, formatUnitPrice } from "#app/contract/money.ts";
import { ONLY_LOOKS } from "#app/features/companies/labels.ts";
import { describePrices } from "#app/features/trims/price-words.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import { ShipToFields } from "#app/forms/address-fields.tsx";
import { OwnFields, PhoneField } from "#app/forms/person-fields.tsx";
import { InputRestored } from "#app/forms/restored-input.tsx";
import { NeedsScripts } from "#app/frame/needs-scripts.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, Select, TextArea } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { FormError } from "#app/ui/form-error.tsx";
import { IconCheck, IconPlus, IconWarning } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { MarkedTable } from "#app/ui/marked-table.tsx";
import { Stitch } from "#app/ui/seams.tsx";
import { NextSaving } from "./next-saving.tsx";
import styles from "./order-form.module.css";
import { findSaving, findShortage, leastTotal, offeredQuantities } from "./order-form.rules.ts";
import { OrderReceipt } from "./order-receipt.tsx";
import { ANOTHER, type Ordering, useOrderForm, WRITTEN } from "./use-order-form.ts";

type OrderFormProps = Ordering & {
  /** If too few are left to order: a way to hear when there are more. */
  waiting: ReactNode;
  className: string | undefined;
};

/** Shown before we know who is ordering, and inert until then. */
export function OrderForm({ waiting, className, ...ordering }: OrderFormProps) {
  const { trim, user } = ordering;
  const { errors, pieces, quantityFault, ...form } = useOrderForm(ordering);
  const { isViewer = false, book = [] } = form.company ?? {};
  const shortage = findShortage(trim);
  const isOrderable = quantityFault === undefined;
  const saving = isOrderable ? findSaving(trim, pieces) : undefined;
  const { unitPrice, rounded } = quotePrice(trim, pieces);
  const ids = { heading: useId(), quantity: useId(), shortage: useId(), saving: useId() };

  return (
    <div className={className}>
      {form.asked && <Asked {...form.asked} />}
      {form.receipt && <OrderReceipt key={form.receipt.order._id} {...form.receipt} />}
      <section className={layoutStyles.sheet} aria-labelledby={ids.heading}>
        <form className={formStyles.form} noValidate inert={!user} onSubmit={(event) => void form.submit(event)}>
          <div className={styles.head}>
            <h2 id={ids.heading} ref={form.heading} tabIndex={-1}>
              Order Form
            </h2>
            <Stitch className={styles.seam} />
          </div>
          <NeedsScripts what="Ordering" />
          {shortage && (
            <p className={styles.shortage} id={ids.shortage}>
              <IconWarning className={styles.sign} />
              {shortage}
            </p>
          )}
          {shortage && waiting}
          <InputRestored {...form.typing} />
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
            error={form.isQuantityTouched && !shortage ? (quantityFault ?? errors.orderQuantity?.message) : undefined}
            aria-describedby={joinClasses(shortage && ids.shortage, saving && ids.saving)}
            {...form.registerQuantity()}
          />
          <p className={styles.cost}>
            {isOrderable && `${describePieces(pieces)} at `}
            {formatUnitPrice(unitPrice)}
            {isOrderable ? <b> = {formatTotal(rounded)}</b> : " per piece"}
          </p>
          {form.limit !== undefined && (
            <p className={styles.limit}>
              Above your limit of {formatTotal(form.limit)}: a manager of your company has to approve it.
            </p>
          )}
          {!shortage && !isViewer && (
            <div className={styles.offers}>
              {offeredQuantities(trim).map(({ times, pieces: offered }) => (
                <Button key={times} kind="line" size="small" onClick={() => form.writeQuantity(offered)}>
                  {times} × minimum
                </Button>
              ))}
            </div>
          )}
          {trim.priceBreaks.length > 0 && (
            <div className={styles.prices}>
              <MarkedTable {...describePrices(trim, isOrderable ? pieces : undefined)} />
              {saving && <NextSaving id={ids.saving} next={saving} onTake={() => form.writeQuantity(saving.from)} />}
            </div>
          )}
          {isViewer ? (
            <p className={styles.limit}>{ONLY_LOOKS}</p>
          ) : (
            <div className={styles.rest}>
              <PhoneField error={errors.phone?.message} {...form.register("phone")} />
              {form.choice !== undefined && (
                <Select label="Deliver to" value={form.choice} onChange={({ target }) => form.choose(target.value)}>
                  {book.map(({ label }) => (
                    <option key={label}>{label}</option>
                  ))}
                  {form.choice === WRITTEN && <option value={WRITTEN}>The address below</option>}
                  <option value={ANOTHER}>Another address</option>
                </Select>
              )}
              {form.isByFields ? (
                <ShipToFields
                  company={form.registerShipTo("company")}
                  name={form.registerShipTo("name")}
                  street={form.registerShipTo("street")}
                  postcode={form.registerShipTo("postcode")}
                  town={form.registerShipTo("town")}
                  country={{ codes: countries, ...form.registerShipTo("country") }}
                />
              ) : (
                <TextArea
                  label="Address"
                  autoComplete="street-address"
                  required
                  error={errors.address?.message}
                  {...form.register("address")}
                />
              )}
              <OwnFields user={user} />
              <Field label="Product name" readOnly value={trim.name} autoComplete="off" />
              <div className={styles.total}>
                <FormError>
                  {form.priceFault && `${form.priceFault} Please check the new total, then place the order again.`}
                </FormError>
                <p className={styles.sum}>
                  <span>Total</span>
                  <output data-least={!isOrderable || undefined} htmlFor={ids.quantity}>
                    {isOrderable && formatTotal(rounded)}
                    {!isOrderable && (pieces > 0 ? "–" : leastTotal(trim))}
                  </output>
                </p>
                <Button type="submit" busy={form.isPlacing} disabled={!isOrderable}>
                  {form.limit === undefined ? "Place order" : "Ask for approval"}
                </Button>
              </div>
            </div>
          )}
          {!shortage && !isViewer && (
            <Button kind="line" wide busy={form.isAdding} onClick={() => void form.addToSheet()}>
              <IconPlus />
              Add to order sheet
            </Button>
          )}
        </form>
      </section>
    </div>
  );
}

/** What the page still says of an order that a manager was asked to approve. */
function Asked({ pieces, total }: { pieces: number; total: string }) {
  return (
    <Banner tone="ok">
      <IconCheck />
      <p>
        A manager was asked to approve {describePieces(pieces)}, {formatTotal(total)}.
      </p>
      <p>
        You get a mail when a manager decides; until then <Link to={DRAFT_PATH}>your order sheet</Link> says that it
        waits. No stock is held.
      </p>
    </Banner>
  );
}
