import { useState } from "react";
import { callApi } from "#app/client/session.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { NOTE_MAX } from "#app/features/orders/facts.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { RowAction } from "#app/lists/confirm-row.tsx";
import { TextArea } from "#app/ui/field.tsx";

type CancelQuestionProps = {
  /** The order in question; undefined if none. */
  order: Order | undefined;
  /** An admin may tell the buyer why. */
  isAdmin: boolean;
  onClose: () => void;
  onDone: (order: Order) => void;
};

/** Asks, then cancels an order and returns its pieces to stock. */
export function CancelQuestion({ order, isAdmin, onClose, onDone }: CancelQuestionProps) {
  // Kept for its order: if the call fails, the dialog closes, and the reason is there when it opens again.
  const [typed, setTyped] = useState<{ for: string; reason: string }>();
  const reason = typed && typed.for === order?._id ? typed.reason : "";
  const orderKey = useFormKey();
  return (
    <RowAction
      title={isAdmin ? "Confirm" : "Order Cancel"}
      onClose={onClose}
      onDone={onDone}
      row={order}
      rowName={({ number, productName, email }) => `No. ${number}, ${withNonBreakingUnits(productName)}, ${email}`}
      action={async ({ _id }) => {
        const body = reason.trim() ? { reason } : {};
        const headers = { "idempotency-key": orderKey.of({ _id, ...body }) };
        const { data } = await callApi("DELETE /orders/{id}", { params: { id: _id }, headers, body });
        orderKey.forget();
        return data.deletedCount;
      }}
      done="Order Cancelled"
      gone="This order no longer exists."
      more={
        isAdmin && (
          <TextArea
            label="Reason, for the buyer (optional)"
            maxLength={NOTE_MAX}
            value={reason}
            onChange={({ target }) => order && setTyped({ for: order._id, reason: target.value })}
          />
        )
      }
    >
      {isAdmin
        ? "Once delete then it can not be restored. Are you sure to delete this Item ?"
        : "If cancel order then that can not be retrieved. Do you want to cancel this order now ?"}
    </RowAction>
  );
}
