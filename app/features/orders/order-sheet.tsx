import { formatPieces, formatTotal, formatUnitPrice } from "#app/contract/money.ts";
import { clingingUnits } from "#app/features/trims/trim-name.ts";
import { trimPicture } from "#app/features/trims/trim-picture.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Drawer, DrawerPicture } from "#app/ui/drawer.tsx";
import { Fact, Facts } from "#app/ui/facts.tsx";
import { IconTrash } from "#app/ui/icons.tsx";
import { Moment } from "#app/ui/moment.tsx";
import type { Order } from "./contract.ts";
import styles from "./order-sheet.module.css";

type OrderSheetProps = {
  order: Order;
  onClose: () => void;
  onCancel: () => void;
};

/** Everything about one order, beside its list. */
export function OrderSheet({ order, onClose, onCancel }: OrderSheetProps) {
  const [owner, host] = order.email.split("@");
  return (
    <Drawer
      label={`Order No. ${order.number}`}
      title={clingingUnits(order.productName)}
      subject={order._id}
      onClose={onClose}
      actions={
        <Button kind="danger" wide onClick={onCancel}>
          <IconTrash />
          Cancel order
        </Button>
      }
    >
      <DrawerPicture {...trimPicture(order.img ?? "")} alt="" fallbackText="No picture" />
      <Facts>
        <Fact what="Name">{order.name}</Fact>
        <Fact what="Email">
          <a href={`mailto:${order.email}`}>
            {owner}
            <wbr />@{host}
          </a>
        </Fact>
        <Fact what="Phone">
          <a href={`tel:${order.phone}`}>{order.phone}</a>
        </Fact>
        <Fact what="Address">
          <span className={styles.address}>{order.address}</span>
        </Fact>
        <Fact what="Quantity">{formatPieces(order.orderQuantity)} pieces</Fact>
        <Fact what="Price per piece">{formatUnitPrice(order.unitPrice)}</Fact>
        <Fact what="Total">{formatTotal(order.total)}</Fact>
        <Fact what="Ordered">
          <Moment at={order.createdAt} />
        </Fact>
        <Fact what="Payment">
          <Badge tone="wait">Pending</Badge>
        </Fact>
        <Fact what="Shipping">
          <Badge tone="wait">Pending</Badge>
        </Fact>
      </Facts>
    </Drawer>
  );
}
