import { listAddress, writeAddress } from "#app/features/orders/address.rules.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import styles from "./reach.module.css";

/** Where the goods go. */
export function OrderPlace({ order }: { order: OrderStory }) {
  return (
    <SheetPart plain title="Where">
      <address dir="auto" className={styles.address}>
        {listAddress({ company: null, name: order.name, address: writeAddress(order), country: null }).join("\n")}
      </address>
    </SheetPart>
  );
}
