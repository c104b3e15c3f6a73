import type { ReactNode } from "react";
import { callApi } from "#app/client/session.ts";
import { clingingUnits } from "#app/features/trims/trim-name.ts";
import { RowAct } from "#app/lists/confirm-row.tsx";
import type { Order } from "./contract.ts";

type OrderDeletionProps = {
  title?: string;
  order: Order | undefined;
  onClose: () => void;
  onDone: (order: Order) => void;
  /** The question. */
  children: ReactNode;
};

/** Asks, then deletes an order and returns its pieces to stock. */
export function OrderDeletion({ order, ...rest }: OrderDeletionProps) {
  return (
    <RowAct
      {...rest}
      row={order}
      rowName={({ number, productName, email }) => `No. ${number}, ${clingingUnits(productName)}, ${email}`}
      act={async ({ _id }) => {
        const { data } = await callApi("DELETE /orders/{id}", { params: { id: _id }, query: {} });
        return data.deletedCount;
      }}
      done="Order Cancelled"
      gone="This order no longer exists."
    />
  );
}
