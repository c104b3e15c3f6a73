import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { describeError } from "#app/client/api.ts";
import { callApi, useMay } from "#app/client/session.ts";
import { addTotals, formatTotal } from "#app/contract/money.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import type { OrderStatus } from "#app/features/orders/facts.ts";
import { chargeLabels } from "#app/features/orders/labels.ts";
import { isEnded } from "#app/features/orders/rules.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import formStyles from "#app/ui/form.module.css";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { formatCharge, nameCharge, totalWith } from "./charge.rules.ts";
import { ChargeFields, noCharge } from "./charge-fields.tsx";
import styles from "./charges-part.module.css";

type Shown = OrderStory["charges"][number];
type ChargesPartProps = {
  of: "orders" | "orderSheets";
  id: string;
  version: number;
  charges: readonly Shown[];
  orders: readonly (OrderStatus & { total: string })[];
  isStaff: boolean;
};

/** What an order or sheet costs beside its pieces, and its total with that; for staff, also how to change it. */
export function ChargesPart({ charges, orders, isStaff, ...thing }: ChargesPartProps) {
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const live = orders.filter((order) => !isEnded(order));
  const totals = live.map(({ total }) => total);
  const mayAdd = isStaff && may("manage-orders") && live.some(({ payment }) => payment === "pending");
  if (charges.length === 0 && !mayAdd) return null;
  return (
    <SheetPart plain title="Freight and discounts">
      {charges.length > 0 && (
        <dl className={styles.sums}>
          <div>
            <dt>Goods</dt>
            <dd>{formatTotal(addTotals(totals))}</dd>
          </div>
          {charges.map((charge) => (
            <div key={charge._id}>
              <dt>
                {nameCharge(charge)}
                <span className={textStyles.soft}>
                  {isStaff && charge.by && ` by ${charge.by}`}
                  {charge.invoice && ` on invoice ${charge.invoice}`}
                </span>
                {isStaff && may("manage-orders") && !charge.invoice && <Remove {...thing} charge={charge} />}
              </dt>
              <dd>{formatCharge(charge)}</dd>
            </div>
          ))}
          <div data-sum>
            <dt>Total before tax</dt>
            <dd>{formatTotal(totalWith(totals, charges))}</dd>
          </div>
        </dl>
      )}
      {mayAdd &&
        (isAdding ? (
          <AddForm {...thing} onDone={() => setAdding(false)} />
        ) : (
          <div data-unprinted>
            <Button kind="line" size="small" onClick={() => setAdding(true)}>
              Add freight or a discount
            </Button>
          </div>
        ))}
    </SheetPart>
  );
}

type Thing = Pick<ChargesPartProps, "of" | "id" | "version">;

function Remove({ of, id, charge }: Thing & { charge: Shown }) {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  async function remove() {
    setBusy(true);
    const params = { id, charge: charge._id };
    try {
      if (of === "orders") await callApi("DELETE /orders/{id}/charges/{charge}", { params });
      else await callApi("DELETE /orderSheets/{id}/charges/{charge}", { params });
      toast.success(`${chargeLabels[charge.kind]} removed`);
    } catch (error) {
      toast.error(describeError(error));
    }
    setBusy(false);
    await revalidate();
  }

  return (
    <span data-unprinted>
      {" "}
      <Button kind="text" size="small" busy={busy} onClick={() => void remove()}>
        Remove<span className="sr"> {chargeLabels[charge.kind].toLowerCase()}</span>
      </Button>
    </span>
  );
}

function AddForm({ of, id, version, onDone }: Thing & { onDone: () => void }) {
  const [typed, setTyped] = useState(noCharge);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const key = useFormKey();
  const { revalidate } = useRevalidator();

  async function add(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setRefused(undefined);
    const body = { version, ...typed, amount: typed.amount.replaceAll(/[\s$,]/g, "") };
    const request = { params: { id }, headers: { "idempotency-key": key.of({ id, ...body }) }, body };
    try {
      if (of === "orders") await callApi("POST /orders/{id}/charges", request);
      else await callApi("POST /orderSheets/{id}/charges", request);
      key.forget();
      toast.success(`${chargeLabels[typed.kind]} added`);
      onDone();
    } catch (error) {
      setRefused(describeError(error));
    }
    setBusy(false);
    await revalidate();
  }

  return (
    <form className={formStyles.form} data-unprinted onSubmit={(event) => void add(event)}>
      <ChargeFields typed={typed} onType={setTyped} />
      {refused && (
        <p role="alert" className={styles.refused}>
          {refused}
        </p>
      )}
      <div>
        <Button type="submit" size="small" busy={busy}>
          Add and mail the buyer
        </Button>{" "}
        <Button kind="text" size="small" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
