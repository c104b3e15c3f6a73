import { formatPieces } from "#app/contract/money.ts";
import { clingingUnits } from "#app/features/trims/trim-name.ts";
import { trimPicture } from "#app/features/trims/trim-picture.ts";
import { IconButton } from "#app/ui/button.tsx";
import { IconTrash } from "#app/ui/icons.tsx";
import { Photo } from "#app/ui/picture-frame.tsx";
import type { Order } from "./contract.ts";

export function EmailCell({ order: { email } }: { order: Order }) {
  return (
    <td data-l="Email">
      <span className="cut" title={email}>
        {email}
      </span>
    </td>
  );
}

export function ItemCell({ order: { productName, img } }: { order: Order }) {
  return (
    <td data-l="Item">
      <span className="item">
        <Photo
          {...trimPicture(img ?? "")}
          avif={undefined}
          sizes="52px"
          alt=""
          width={52}
          height={52}
          fallbackText=""
        />
        <span>{clingingUnits(productName)}</span>
      </span>
    </td>
  );
}

export function QuantityCell({ order: { orderQuantity } }: { order: Order }) {
  return (
    <td data-l="Quantity" className="r num">
      {formatPieces(orderQuantity)}
    </td>
  );
}

export function CancelCell({ order, number, onCancel }: { order: Order; number: number; onCancel: () => void }) {
  return (
    <td data-l="Cancel" className="c">
      <IconButton label={`Cancel order ${number}: ${order.productName}`} danger onClick={onCancel}>
        <IconTrash />
      </IconButton>
    </td>
  );
}
