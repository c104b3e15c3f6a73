import { Link } from "react-router";
import styles from "./trail.module.css";

/** Where a page is in the shop: the path to it, and its own name. */
export function Trail({ steps, here }: { steps: readonly { name: string; to: string }[]; here: string }) {
  return (
    <nav className={styles.trail} aria-label="Breadcrumb" data-unprinted>
      <ol>
        {steps.map(({ name, to }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
        <li>
          <span aria-current="page">{here}</span>
        </li>
      </ol>
    </nav>
  );
}
