import { clingingUnits } from "#app/features/trims/trim-name.ts";
import { trimPicture } from "#app/features/trims/trim-picture.ts";
import { IconButton } from "#app/ui/button.tsx";
import { IconTrash } from "#app/ui/icons.tsx";
import { RowButton, RowItem, Thumb } from "#app/ui/table-parts.tsx";
import type { Order } from "./contract.ts";

/** Opens the order's details; as the row's button, it takes clicks anywhere in the row. */
export function OpenOrder({ order, number, onOpen }: { order: Order; number: number; onOpen: () => void }) {
  return (
    <RowButton title={order.email} onClick={onOpen} data-row={order._id}>
      {order.email}
      <span className="sr">, details of order {number}</span>
    </RowButton>
  );
}

export function OrderItem({ order: { productName, img } }: { order: Order }) {
  return (
    <RowItem>
      <Thumb {...trimPicture(img ?? "")} alt="" fallbackText="" />
      <span>{clingingUnits(productName)}</span>
    </RowItem>
  );
}

export function CancelOrder({ order, number, onCancel }: { order: Order; number: number; onCancel: () => void }) {
  return (
    <IconButton label={`Cancel order ${number}: ${order.productName}`} danger onClick={onCancel}>
      <IconTrash />
    </IconButton>
  );
}
