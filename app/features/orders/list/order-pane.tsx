import { useMay } from "#app/client/session.ts";
import { describePieces, formatTotal, formatUnitPrice } from "#app/contract/money.ts";
import { toPhoneLink, writePhone } from "#app/contract/phone.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { offersCancel } from "#app/features/orders/rules.ts";
import { OrderBadge, PaymentBadge, ShippingBadge } from "#app/features/orders/status/order-states.tsx";
import type { OpenBeside } from "#app/lists/open-beside.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Fact, Facts } from "#app/ui/facts.tsx";
import { IconTrash } from "#app/ui/icons.tsx";
import { Moment, ShopDay } from "#app/ui/moment.tsx";
import { Pane } from "#app/ui/pane.tsx";
import styles from "./order-pane.module.css";

type OrderPaneProps = {
  beside: OpenBeside<Order>;
  isAdmin: boolean;
  /** Without it each order of the list. */
  mayAct?: (order: Order) => boolean;
  onCancel: (order: Order) => void;
};

/** Everything about the opened order, beside its list: what can be done, where it stands, who, what, where, money. */
export function OrderPane({ beside, isAdmin, mayAct, onCancel }: OrderPaneProps) {
  const may = useMay();
  const { opened: order, isFollowing, close, step } = beside;
  if (!order) return null;
  const [owner, host] = order.email.split("@");
  return (
    <Pane
      label={`Order No. ${order.number}`}
      title={withNonBreakingUnits(order.productName)}
      subject={order._id}
      isFollowing={isFollowing}
      onStep={step}
      onClose={close}
      findOpener={() => document.querySelector<HTMLElement>(`tr[data-row="${order._id}"] [data-row-button]`)}
    >
      <div className={styles.actions}>
        <ButtonLink to={`/dashboard/orders/${order.number}`} size="small">
          Open the order
        </ButtonLink>
        {offersCancel(order, isAdmin, may) && mayAct?.(order) !== false && (
          <Button kind="line" size="small" onClick={() => onCancel(order)}>
            <IconTrash />
            Cancel order
          </Button>
        )}
      </div>
      <Facts>
        <Fact what="State">
          <OrderBadge order={order} />
        </Fact>
        {order.company && <Fact what="Company">{order.company}</Fact>}
        <Fact what="Name">{order.name}</Fact>
        <Fact what="E-mail">
          <a href={`mailto:${order.email}`}>
            {owner}
            <wbr />@{host}
          </a>
        </Fact>
        <Fact what="Phone">
          <a href={toPhoneLink(order.phone)}>{writePhone(order.phone)}</a>
        </Fact>
        <Fact what="Quantity">{describePieces(order.orderQuantity)}</Fact>
        <Fact what="Price per piece">{formatUnitPrice(order.unitPrice)}</Fact>
        <Fact what="Total">{formatTotal(order.total)}</Fact>
        <Fact what="Address">
          <span dir="auto" className={styles.address}>
            {order.address}
          </span>
        </Fact>
        <Fact what="Shipping">
          <ShippingBadge order={order} />
        </Fact>
        {order.wantedOn && (
          <Fact what="Requested delivery">
            <ShopDay on={order.wantedOn} />
          </Fact>
        )}
        <Fact what="Payment">
          <PaymentBadge order={order} />
        </Fact>
        <Fact what="Ordered">
          <Moment at={order.createdAt} />
        </Fact>
      </Facts>
    </Pane>
  );
}
