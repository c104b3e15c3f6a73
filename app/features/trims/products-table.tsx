import { formatPieces } from "#app/contract/money.ts";
import type { List } from "#app/shell/list-page.ts";
import { Badge } from "#app/ui/badge.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { IconTrash } from "#app/ui/icons.tsx";
import { Photo } from "#app/ui/picture-frame.tsx";
import { moveAlongRows, Table } from "#app/ui/table.tsx";
import type { Trim } from "./contract.ts";
import { clingingUnits } from "./trim-name.ts";
import { trimPicture } from "./trim-picture.ts";
import { stockOf } from "./trim-stock.ts";

type ProductsTableProps = {
  list: List<Trim>;
  openId: string | undefined;
  onOpen: (id: string) => void;
  onDelete: (trim: Trim) => void;
};

export function ProductsTable({ list, openId, onOpen, onDelete }: ProductsTableProps) {
  return (
    <Table label="All items" dense stack>
      <thead>
        <tr>
          <th>Number</th>
          <th>Item Name</th>
          <th className="r">Quantity</th>
          <th>Image</th>
          <th className="c">Cancel</th>
        </tr>
      </thead>
      <tbody onKeyDown={moveAlongRows}>
        {list.rows.map((trim, at) => {
          const number = list.asked.seen + at + 1;
          return (
            <tr key={trim._id} aria-current={trim._id === openId || undefined}>
              <td data-l="Number" className="num">
                {number}
              </td>
              <td data-l="Item Name">
                <button type="button" className="row-btn whole" onClick={() => onOpen(trim._id)}>
                  {clingingUnits(trim.name)}
                </button>
              </td>
              <td data-l="Quantity" className="r num">
                <Quantity trim={trim} />
              </td>
              <td data-l="Image">
                <Photo
                  {...trimPicture(trim.img)}
                  avif={undefined}
                  sizes="40px"
                  alt={trim.alt || trim.name}
                  width={40}
                  height={40}
                  className="thumb"
                />
              </td>
              <td data-l="Cancel" className="c">
                <IconButton label={`Delete item ${number}: ${trim.name}`} danger onClick={() => onDelete(trim)}>
                  <IconTrash />
                </IconButton>
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function Quantity({ trim }: { trim: Trim }) {
  const stock = stockOf(trim);
  return (
    <span className="stock">
      {stock === "below-minimum" && <Badge tone="low">below minimum</Badge>}
      {stock === "out" && <Badge tone="out">out of stock</Badge>}
      {formatPieces(trim.quantity)}
    </span>
  );
}
