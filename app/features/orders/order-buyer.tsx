import { IconMail, IconPhone } from "#app/ui/icons.tsx";
import textStyles from "#app/ui/text.module.css";
import type { OrderStory } from "./contract.ts";
import styles from "./order-buyer.module.css";
import { OrderPart } from "./order-part.tsx";

/** Who ordered, how to reach them, and where the goods go. */
export function OrderBuyer({ order }: { order: OrderStory }) {
  const subject = encodeURIComponent(`Order No. ${order.number}`);
  return (
    <OrderPart plain title={order.name}>
      <ul>
        <li>
          <a className={styles.way} href={`mailto:${order.email}?subject=${subject}`}>
            <IconMail />
            {order.email}
          </a>
        </li>
        <li>
          <a className={styles.way} href={`tel:${order.phone}`}>
            <IconPhone />
            {order.phone}
          </a>
        </li>
      </ul>
      <div>
        <p className={textStyles.label}>Ship to</p>
        <address className={styles.address}>
          {order.name}
          {"\n"}
          {order.address}
        </address>
      </div>
    </OrderPart>
  );
}
