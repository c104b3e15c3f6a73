import { useState } from "react";
import { useRevalidator } from "react-router";
import { describeError } from "#app/client/api.ts";
import { callApi, useMay } from "#app/client/session.ts";
import { describePieces, formatPieces } from "#app/contract/money.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { DeliveriesList } from "#app/features/orders/deliveries/deliveries-list.tsx";
import { leastPieces, mostPieces, sayClosing } from "#app/features/orders/deliveries/pieces.rules.ts";
import { TOLERANCE_MAX } from "#app/features/orders/facts.ts";
import { isClosed } from "#app/features/orders/rules.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { Field, Select } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";

/** What has left of an order, delivery by delivery; for staff, also a form to ship a part of the rest. */
export function OrderShipments({ order, isAdmin }: { order: OrderStory; isAdmin: boolean }) {
  const { deliveries, number, shipping } = order;
  const isOpen = order.review === "accepted" && (shipping === "packed" || shipping === "partly-shipped");
  if (deliveries.length === 0 && !(isAdmin && order.review === "accepted")) return null;
  return (
    <SheetPart title="Shipments">
      <DeliveriesList deliveries={deliveries} order={number} isStaff={isAdmin} />
      {isAdmin && !isClosed(order) && <Tolerance key={order.tolerance} order={order} />}
      {isAdmin && isOpen && <ShipPart key={order.shippedPieces} order={order} />}
    </SheetPart>
  );
}

/** Ships some pieces of the rest, or closes the order with what has left. */
function ShipPart({ order }: { order: OrderStory }) {
  const rest = order.orderQuantity - order.shippedPieces;
  const [pieces, setPieces] = useState(String(rest));
  const [tracking, setTracking] = useState("");
  const [busy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const key = useFormKey();
  const { revalidate } = useRevalidator();
  const before = order.shippedPieces;

  async function run(send: () => Promise<unknown>) {
    setBusy(true);
    try {
      await send();
      key.forget();
    } catch (error) {
      toast.error(describeError(error));
    } finally {
      setBusy(false);
    }
    await revalidate();
  }

  const ship = () => {
    const line = { order: order._id, pieces, before };
    const body = { lines: [line], ...(tracking.trim() && { trackingNumber: tracking }) };
    return callApi("POST /deliveries", { headers: { "idempotency-key": key.of(body) }, body });
  };
  const close = () => {
    const body = { before };
    const headers = { "idempotency-key": key.of({ close: order._id, ...body }) };
    return callApi("POST /orders/{id}/closings", { params: { id: order._id }, headers, body });
  };
  return (
    <form
      className={formStyles.form}
      data-unprinted
      onSubmit={(event) => {
        event.preventDefault();
        void run(ship);
      }}
    >
      <div className={formStyles.two}>
        <Field
          label={`Pieces, of ${formatPieces(rest)} left`}
          inputMode="numeric"
          autoComplete="off"
          required
          value={pieces}
          onChange={({ target }) => setPieces(target.value)}
        />
        <Field
          label="Tracking numbers (optional)"
          hint="Several parcels: with commas between them."
          autoComplete="off"
          value={tracking}
          onChange={({ target }) => setTracking(target.value)}
        />
      </div>
      <div>
        <Button type="submit" kind="line" size="small" busy={busy}>
          Ship these pieces
        </Button>{" "}
        {order.shipping === "partly-shipped" && (
          <Button kind="text" size="small" disabled={busy} onClick={() => setAsked(true)}>
            Nothing more follows
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsked}
        title="Nothing more follows"
        yes={`Close with ${describePieces(before)}`}
        no="Back"
        busy={busy}
        onClose={() => setAsked(false)}
        onYes={() => void run(close).then(() => setAsked(false))}
      >
        {sayClosing(order).map((words) => (
          <p key={words}>{words}</p>
        ))}
      </ConfirmDialog>
    </form>
  );
}

const percents = Array.from({ length: TOLERANCE_MAX + 1 }, (_, percent) => percent);

/** By how many per cent what is delivered may differ from what was ordered. */
function Tolerance({ order }: { order: OrderStory }) {
  const may = useMay();
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const { _id: id, tolerance } = order;

  async function set(value: number) {
    setBusy(true);
    try {
      await callApi("PUT /orders/{id}/tolerance", { params: { id }, body: { tolerance: value } });
      toast.success(`Tolerance ${value} %`);
    } catch (error) {
      toast.error(describeError(error));
    }
    setBusy(false);
    await revalidate();
  }

  const [least, most] = [leastPieces(order), mostPieces(order)];
  const range =
    least === most ? `Exactly ${describePieces(most)}` : `${formatPieces(least)} to ${describePieces(most)}`;
  if (!may("manage-orders")) return <p className={textStyles.soft}>{`Tolerance ${tolerance} %: ${range}`}</p>;
  return (
    <Select
      label="Tolerance"
      hint={`${range} complete it.`}
      value={tolerance}
      disabled={busy}
      onChange={({ target }) => void set(Number(target.value))}
    >
      {percents.map((percent) => (
        <option key={percent} value={percent}>
          {percent} %
        </option>
      ))}
    </Select>
  );
}
