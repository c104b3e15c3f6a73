import { formatPieces, formatUnitPrice } from "#app/contract/money.ts";
import { IconCheck } from "#app/ui/icons.tsx";
import type { Trim } from "./contract.ts";
import styles from "./price-table.module.css";
import { quotePrice } from "./rules.ts";

type PriceTableProps = {
  trim: Pick<Trim, "price" | "moq" | "priceBreaks">;
  /** The quantity whose price is marked; none, and no price is. */
  pieces?: number | undefined;
};

/** What a piece costs from which quantity on; nothing for a trim with one price. */
export function PriceTable({ trim, pieces }: PriceTableProps) {
  if (trim.priceBreaks.length === 0) return null;
  const reached = pieces === undefined ? undefined : quotePrice(trim, pieces).unitPrice;
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Price by quantity</caption>
      <thead>
        <tr>
          <th scope="col">Pieces from</th>
          <th scope="col" className={styles.price}>
            Per piece
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {[{ from: trim.moq, price: trim.price }, ...trim.priceBreaks].map(({ from, price }) => (
          <tr key={from} aria-current={price === reached || undefined}>
            <th scope="row">{formatPieces(from)}</th>
            <td className={styles.price}>{formatUnitPrice(price)}</td>
            <td className={styles.mark}>
              {price === reached && (
                <span className={styles.here}>
                  <IconCheck className={styles.sign} />
                  Your price
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
