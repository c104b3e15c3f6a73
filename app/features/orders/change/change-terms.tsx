import { describeDay } from "#app/ui/moment-words.ts";
import { listChanges, type OrderChange } from "./change.rules.ts";
import styles from "./change-terms.module.css";

/** What a change of an order was about: each term as it was, and as it is. */
export function ChangeTerms({ change }: { change: Omit<OrderChange, "version"> }) {
  return (
    <ul className={styles.terms}>
      {listChanges(change, describeDay).map(({ term, label, before, after }) => (
        <li key={term}>
          {label}: <del className={styles.before}>{before}</del> <span aria-hidden="true">→</span>
          <span className="sr"> now </span> <ins className={styles.after}>{after}</ins>
        </li>
      ))}
    </ul>
  );
}
