import { GoodsAddress, Reach } from "#app/features/orders/order/reach.tsx";
import { Panel } from "#app/ui/chart.tsx";
import styles from "./buyer-reach.module.css";
import type { BuyerPage } from "./contract.ts";

/** Mail, telephone and address, as on the latest order. */
export function BuyerReach({ buyer: { email, phone, address, name } }: { buyer: BuyerPage }) {
  return (
    <Panel>
      <div className={styles.reach}>
        <Reach email={email} phone={phone} />
        <GoodsAddress label="Last address" name={name} address={address} />
      </div>
    </Panel>
  );
}
