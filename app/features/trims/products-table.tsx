import { formatPieces } from "#app/contract/money.ts";
import type { List } from "#app/lists/list.ts";
import { Badge } from "#app/ui/badge.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { IconTrash } from "#app/ui/icons.tsx";
import { Photo } from "#app/ui/picture-frame.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import type { Trim } from "./contract.ts";
import styles from "./products-table.module.css";
import { clingingUnits } from "./trim-name.ts";
import { trimPicture } from "./trim-picture.ts";
import { describeStock } from "./trim-stock.ts";

type ProductsTableProps = {
  list: List<Trim>;
  openId: string | undefined;
  onOpen: (id: string) => void;
  onDelete: (trim: Trim) => void;
};

export function ProductsTable({ list, openId, onOpen, onDelete }: ProductsTableProps) {
  const columns: Column<Trim>[] = [
    { head: "Number", className: "num", cell: (_, number) => number },
    {
      head: "Item Name",
      cell: ({ _id, name }) => (
        <button type="button" className="row-btn whole" onClick={() => onOpen(_id)}>
          {clingingUnits(name)}
        </button>
      ),
    },
    { head: "Quantity", align: "right", className: "num", cell: (trim) => <Quantity trim={trim} /> },
    { head: "Image", cell: (trim) => <Thumb trim={trim} /> },
    {
      head: "Cancel",
      onlyActs: true,
      align: "center",
      cell: (trim, number) => (
        <IconButton label={`Delete item ${number}: ${trim.name}`} danger onClick={() => onDelete(trim)}>
          <IconTrash />
        </IconButton>
      ),
    },
  ];
  return <Table label="All items" columns={columns} rows={list.rows} seen={list.asked.seen} openId={openId} dense />;
}

function Thumb({ trim: { img, alt, name } }: { trim: Trim }) {
  return (
    <Photo
      {...trimPicture(img)}
      avif={undefined}
      sizes="40px"
      alt={alt || name}
      width={40}
      height={40}
      className="thumb"
    />
  );
}

function Quantity({ trim }: { trim: Trim }) {
  const stock = describeStock(trim);
  return (
    <span className={styles.stock}>
      {stock === "below-minimum" && <Badge tone="low">below minimum</Badge>}
      {stock === "out" && <Badge tone="out">out of stock</Badge>}
      {formatPieces(trim.quantity)}
    </span>
  );
}
