import type { ReactNode } from "react";
import layoutStyles from "#app/ui/layout.module.css";
import { PageHead } from "#app/ui/page-head.tsx";
import styles from "./company-layout.module.css";

/** What a company's page begins with: its name and a line about it; and beside them what can be done. */
export function CompanyHead({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <PageHead>
      <div className={styles.head}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </PageHead>
  );
}

/** The parts of a company's page: the first column is wide, the other one beside it on a wide screen. */
export function CompanyColumns({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <div className={layoutStyles.columns}>
      <div className={layoutStyles.column}>{first}</div>
      <div className={layoutStyles.column}>{second}</div>
    </div>
  );
}
