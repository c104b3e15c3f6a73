import { listAddress } from "#app/features/orders/address.rules.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import styles from "./parcel-to.module.css";
import type { Destination } from "./parcels.rules.ts";

/** To whom it ships: the company first, the person second, nothing twice. */
export function ParcelTo({ to }: { to: Destination }) {
  const [first, ...others] = listAddress({ ...to, country: to.country ?? null });
  return (
    <div className={styles.to}>
      <p className={textStyles.label}>Ships to</p>
      <p className={styles.parcel}>
        <b>{first}</b>
        <span dir="auto" className={joinClasses(textStyles.soft, styles.address)}>
          {others.join("\n")}
        </span>
      </p>
    </div>
  );
}
