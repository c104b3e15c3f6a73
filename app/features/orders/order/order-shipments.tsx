import { useState } from "react";
import { useRevalidator } from "react-router";
import { describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import { formatPieces } from "#app/contract/money.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { Tracking } from "#app/features/orders/status/order-tracks.tsx";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { ShopDay } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";

/** What has left of an order, delivery by delivery; for staff, also a form to ship a part of the rest. */
export function OrderShipments({ order, isAdmin }: { order: OrderStory; isAdmin: boolean }) {
  const { deliveries, number, orderQuantity, shipping } = order;
  const isOpen = order.review === "accepted" && (shipping === "packed" || shipping === "partly-shipped");
  if (deliveries.length === 0 && !(isAdmin && isOpen)) return null;
  return (
    <SheetPart title="Shipments">
      <ul className={formStyles.form}>
        {deliveries.map((one) => (
          <li key={one._id}>
            <ShopDay on={one.shippedOn} /> <Tracking order={one} />{" "}
            <span className={textStyles.soft}>
              {formatPieces(one.lines.find((line) => line.order === number)?.pieces ?? 0)} of{" "}
              {formatPieces(orderQuantity)} pieces
            </span>
          </li>
        ))}
      </ul>
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
          <Button kind="text" size="small" disabled={busy} onClick={() => void run(close)}>
            Nothing more follows
          </Button>
        )}
      </div>
    </form>
  );
}
