import type { ReactNode } from "react";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import styles from "./company-rows.module.css";

/** A list of a part of the page, a hairline between its rows. */
export function CompanyRows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}

type CompanyRowProps = {
  name: ReactNode;
  /** Below the name. */
  sub: ReactNode;
  /** Beside both. */
  about?: ReactNode;
  actions?: ReactNode;
};

export function CompanyRow({ name, sub, about, actions }: CompanyRowProps) {
  return (
    <li>
      <div className={styles.what}>
        <b className={styles.name}>{name}</b>
        <span className={joinClasses(textStyles.small, textStyles.soft)}>{sub}</span>
      </div>
      {about && <div className={styles.about}>{about}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  );
}
