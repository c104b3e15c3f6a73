import type { Trim } from "#app/features/trims/contract.ts";
import { describeFacts } from "#app/features/trims/fact-words.ts";
import styles from "./purchase-facts.module.css";

/** The known facts of the trim, beside its order form. */
export function PurchaseFacts({ trim }: { trim: Trim }) {
  const known = describeFacts(trim);
  if (known.length === 0) return null;
  return (
    <table className={styles.facts}>
      <caption className="sr">Facts</caption>
      <tbody>
        {known.map(({ what, text }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
