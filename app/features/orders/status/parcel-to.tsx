import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import styles from "./parcel-to.module.css";
import type { Parcel } from "./parcels.rules.ts";

/** To whom it ships. */
export function ParcelTo({ name, address }: Pick<Parcel, "name" | "address">) {
  return (
    <div className={styles.to}>
      <p className={textStyles.label}>Ships to</p>
      <p className={styles.parcel}>
        <b>{name}</b>
        <span dir="auto" className={joinClasses(textStyles.soft, styles.address)}>
          {address}
        </span>
      </p>
    </div>
  );
}
