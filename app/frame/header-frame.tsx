import type { ReactNode } from "react";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { Selvedge } from "#app/ui/seams.tsx";
import styles from "./header-frame.module.css";

type HeaderFrameProps = {
  /** For pages that span the window. */
  wide?: boolean;
  /** Shown on its edge, such as the page progress. */
  edge?: ReactNode;
  children: ReactNode;
};

/** The bar without its contents; also used by the page that appears when all else fails. */
export function HeaderFrame({ wide, edge, children }: HeaderFrameProps) {
  return (
    <header className={styles.top} data-ground="denim" data-wide={wide || undefined}>
      <div className={joinClasses(layoutStyles.wrap, styles.bar)}>{children}</div>
      <Selvedge />
      {edge}
    </header>
  );
}
