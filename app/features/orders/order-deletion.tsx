import type { ReactNode } from "react";
import { Deletion } from "#app/shell/deletion.tsx";
import { callApi } from "#app/shell/session.ts";
import type { Order } from "./contract.ts";

type OrderDeletionProps = {
  title?: string;
  order: Order | undefined;
  onClose: () => void;
  onDeleted: (order: Order) => void;
  /** The question. */
  children: ReactNode;
};

/** Asks, then deletes an order; its pieces go back to the stock. */
export function OrderDeletion({ order, ...rest }: OrderDeletionProps) {
  return (
    <Deletion
      {...rest}
      row={order}
      nameOf={({ number, productName, email }) => `No. ${number}, ${productName}, ${email}`}
      remove={({ _id }) => callApi("DELETE /orders/{id}", { params: { id: _id } })}
      done="Order Cancelled"
      gone="This order was not there any more."
    />
  );
}
