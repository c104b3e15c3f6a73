import { formatTotal } from "#app/contract/money.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { isEnded } from "#app/features/orders/rules.ts";
import { OrderTracks } from "#app/features/orders/status/order-tracks.tsx";
import { Fact, Facts } from "#app/ui/facts.tsx";
import { ShopDay } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import styles from "./order-goods.module.css";

/** For staff: what the order costs, and how far its payment is. */
export function OrderMoney({ order }: { order: OrderStory }) {
  return (
    <SheetPart plain title="Money">
      <div className={styles.payment}>
        <OrderTracks order={order} of={["payment"]} />
      </div>
      <div className={styles.facts}>
        <Facts>
          <Fact what={order.charges.length > 0 ? "Goods" : "Total"}>
            {isEnded(order) ? <s>{formatTotal(order.total)}</s> : formatTotal(order.total)}
          </Fact>
          {order.dueOn && (
            <Fact what="Due">
              <ShopDay on={order.dueOn} />
            </Fact>
          )}
        </Facts>
      </div>
    </SheetPart>
  );
}
