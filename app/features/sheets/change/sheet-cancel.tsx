import { useState } from "react";
import { useRevalidator } from "react-router";
import { describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import { NOTE_MAX } from "#app/features/orders/facts.ts";
import { isEnded, mayCancel } from "#app/features/orders/rules.ts";
import type { Sheet } from "#app/features/sheets/contract.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { IconTrash } from "#app/ui/icons.tsx";
import { toast } from "#app/ui/toast.ts";

type SheetCancelProps = { sheet: Sheet; isAdmin: boolean; onDone: () => void };

/** Cancels what may still be cancelled of a sheet; nothing once that is only one order or none. */
export function SheetCancel({ sheet, isAdmin, onDone }: SheetCancelProps) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState("");
  const { revalidate } = useRevalidator();
  const key = useFormKey();
  const open = sheet.orders.filter((order) => !isEnded(order));
  const some = open.filter((order) => mayCancel(order, isAdmin));
  if (some.length < 2) return null;
  const isWhole = some.length === open.length;
  const what = isWhole ? "Cancel this sheet" : `Cancel ${some.length} of ${open.length} orders`;

  async function cancel() {
    setBusy(true);
    const body = { orders: some.map(({ _id }) => _id), ...(reason.trim() ? { reason } : {}) };
    try {
      const headers = { "idempotency-key": key.of({ id: sheet._id, ...body }) };
      const { data } = await callApi("DELETE /orderSheets/{id}", { params: { id: sheet._id }, headers, body });
      key.forget();
      toast.success(data.deletedCount === 1 ? "Order Cancelled" : `${data.deletedCount} orders cancelled`);
    } catch (error) {
      toast.error(describeError(error));
    }
    setBusy(false);
    setAsking(false);
    await revalidate();
    onDone();
  }

  return (
    <>
      <Button kind="line" size="small" onClick={() => setAsking(true)}>
        <IconTrash />
        {what}
      </Button>
      <ConfirmDialog
        title={isAdmin ? "Confirm" : "Cancel the sheet"}
        open={isAsking}
        onClose={() => setAsking(false)}
        onYes={() => void cancel()}
        danger
        busy={isBusy}
      >
        <p>
          {isWhole ? `All ${some.length} orders` : `${some.length} of the ${open.length} orders`} of Sheet S-
          {sheet.number} will be cancelled, and their pieces go back to stock. One mail says so. This cannot be taken
          back.
        </p>
        {isAdmin && (
          <TextArea
            label="Reason, for the buyer (optional)"
            maxLength={NOTE_MAX}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </ConfirmDialog>
    </>
  );
}
