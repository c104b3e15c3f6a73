import type { Trim } from "#app/features/trims/contract.ts";
import { describeFacts } from "#app/features/trims/fact-words.ts";
import { swatchOf } from "#app/features/trims/facts.ts";
import { Swatch } from "#app/ui/swatch.tsx";
import styles from "./fact-table.module.css";

/** The known facts of a trim. */
export function FactTable({ trim }: { trim: Trim }) {
  const known = describeFacts(trim);
  if (known.length === 0) return null;
  const { metal, cloth } = swatchOf(trim);
  const swatches = { finish: { metal }, colour: { cloth } };
  return (
    <table className={styles.facts}>
      <caption className="sr">Facts</caption>
      <tbody>
        {known.map(({ fact, what, text }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>
              {(fact === "finish" || fact === "colour") && <Swatch {...swatches[fact]} className={styles.swatch} />}
              <span className={styles.text}>{text}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
