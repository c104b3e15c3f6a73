import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { reasonOf } from "#app/shell/api.ts";
import { callApi } from "#app/shell/session.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Order } from "./contract.ts";

type OrderDeletionProps = {
  title: string;
  /** The order the question is about; undefined while none is asked. */
  order: Order | undefined;
  onClose: () => void;
  onDeleted: (order: Order) => void;
  /** The question. */
  children: ReactNode;
};

/** Asks, then deletes an order; its pieces go back to the stock. */
export function OrderDeletion({ title, order, onClose, onDeleted, children }: OrderDeletionProps) {
  const [isBusy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  async function remove(asked: Order) {
    setBusy(true);
    try {
      const { data } = await callApi("DELETE /orders/{id}", { params: { id: asked._id } });
      onClose();
      if (data.deletedCount === 1) {
        toast.success("Order Cancelled");
        onDeleted(asked);
      } else {
        toast.error("This order was not there any more. The list is loaded again.");
        await revalidate();
      }
    } catch (error) {
      onClose();
      toast.error(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      title={title}
      open={order !== undefined}
      onClose={onClose}
      onYes={() => {
        if (order) void remove(order);
      }}
      danger
      busy={isBusy}
    >
      <p>{children}</p>
    </ConfirmDialog>
  );
}
