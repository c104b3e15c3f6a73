import type { Trim } from "#app/features/trims/contract.ts";
import type { FactInWords } from "#app/features/trims/fact-words.ts";
import { swatchOf } from "#app/features/trims/facts.ts";
import { Swatch } from "#app/ui/swatch.tsx";
import styles from "./fact-table.module.css";

/** Facts of a trim. */
export function FactTable({ trim, facts }: { trim: Trim; facts: readonly FactInWords[] }) {
  if (facts.length === 0) return null;
  const { metal, cloth } = swatchOf(trim);
  const swatches = { finish: { metal }, colour: { cloth } };
  return (
    <table className={styles.facts}>
      <caption className="sr">Facts</caption>
      <tbody>
        {facts.map(({ fact, what, text }) => (
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
