import { Link } from "react-router";
import styles from "./brand.module.css";
import { joinClasses } from "./join-classes.ts";

type BrandProps = {
  to?: string;
  /** The text before and after the rivet. */
  name: [string, string];
  className?: string;
};

export function Brand({ to = "/", name: [before, after], className }: BrandProps) {
  return (
    <Link to={to} className={joinClasses(styles.brand, className)} aria-label={`${before} & ${after}, home`}>
      {before}
      <i className={styles.rivet} aria-hidden="true">
        &amp;
      </i>
      {after}
    </Link>
  );
}
