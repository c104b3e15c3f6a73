import { formatPieces } from "#app/contract/money.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import type { Parcel } from "./bulk.rules.ts";
import styles from "./parcels-to.module.css";

/** More are counted: people who ship so many read the packing lists. */
const SHOWN = 5;

/** To whom it ships. */
export function ParcelsTo({ parcels }: { parcels: readonly Parcel[] }) {
  const shown = parcels.slice(0, SHOWN);
  const others = parcels.length - shown.length;
  return (
    <div className={styles.to}>
      <p className={textStyles.label}>Ships to</p>
      <ul className={styles.parcels}>
        {shown.map(({ name, email, address, orders }) => (
          <li key={`${email} ${address}`}>
            <b>{name}</b>
            {parcels.length > 1 && `, ${formatPieces(orders)} ${orders === 1 ? "order" : "orders"}`}
            <span className={joinClasses(textStyles.soft, styles.address)}>{address}</span>
          </li>
        ))}
        {others > 0 && (
          <li>
            and {formatPieces(others)} more {others === 1 ? "address" : "addresses"}
          </li>
        )}
      </ul>
    </div>
  );
}
