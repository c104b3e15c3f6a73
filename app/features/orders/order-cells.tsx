import { clingingUnits } from "#app/features/trims/trim-name.ts";
import { trimPicture } from "#app/features/trims/trim-picture.ts";
import { IconButton } from "#app/ui/button.tsx";
import { IconTrash } from "#app/ui/icons.tsx";
import { Photo } from "#app/ui/picture-frame.tsx";
import type { Order } from "./contract.ts";

/** Opens the order's details; it is the row's own button, so a click anywhere in the row reaches it. */
export function OpenOrder({ order, number, onOpen }: { order: Order; number: number; onOpen: () => void }) {
  return (
    <button type="button" className="row-btn" title={order.email} onClick={onOpen} data-row={order._id}>
      {order.email}
      <span className="sr">, details of order {number}</span>
    </button>
  );
}

export function OrderItem({ order: { productName, img } }: { order: Order }) {
  return (
    <span className="item">
      <Photo {...trimPicture(img ?? "")} avif={undefined} sizes="52px" alt="" width={52} height={52} fallbackText="" />
      <span>{clingingUnits(productName)}</span>
    </span>
  );
}

export function CancelOrder({ order, number, onCancel }: { order: Order; number: number; onCancel: () => void }) {
  return (
    <IconButton label={`Cancel order ${number}: ${order.productName}`} danger onClick={onCancel}>
      <IconTrash />
    </IconButton>
  );
}
