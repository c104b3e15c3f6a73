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
import { Select } from "#app/ui/field.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";

/** What has left of an order, delivery by delivery; for staff, also its tolerance, and what closes it short. */
export function OrderShipments({ order, isAdmin }: { order: OrderStory; isAdmin: boolean }) {
  const may = useMay();
  const { deliveries, number, shipping } = order;
  if (deliveries.length === 0 && !(isAdmin && order.review === "accepted")) return null;
  return (
    <SheetPart title="Shipments">
      <DeliveriesList deliveries={deliveries} order={number} isStaff={isAdmin} />
      {isAdmin && !isClosed(order) && <Tolerance key={order.tolerance} order={order} />}
      {isAdmin && shipping === "partly-shipped" && may("ship-orders") && <CloseShort order={order} />}
    </SheetPart>
  );
}

/** Closes the order with what has left. */
function CloseShort({ order }: { order: OrderStory }) {
  const [busy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const key = useFormKey();
  const { revalidate } = useRevalidator();
  const before = order.shippedPieces;

  async function close() {
    setBusy(true);
    const body = { before };
    const headers = { "idempotency-key": key.of({ close: order._id, ...body }) };
    try {
      await callApi("POST /orders/{id}/closings", { params: { id: order._id }, headers, body });
      key.forget();
    } catch (error) {
      toast.error(describeError(error));
    }
    setBusy(false);
    setAsked(false);
    await revalidate();
  }

  return (
    <div data-unprinted>
      <Button kind="text" size="small" onClick={() => setAsked(true)}>
        Nothing more follows
      </Button>
      <ConfirmDialog
        open={isAsked}
        title="Nothing more follows"
        yes={`Close with ${describePieces(before)}`}
        no="Back"
        busy={busy}
        onClose={() => setAsked(false)}
        onYes={() => void close()}
      >
        {sayClosing(order).map((words) => (
          <p key={words}>{words}</p>
        ))}
      </ConfirmDialog>
    </div>
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
