import { type ReactNode, useId } from "react";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { Stitch } from "#app/ui/seams.tsx";
import styles from "./order-part.module.css";

/** A sheet of the page of an order; a `plain` one has no seam below its title. */
export function OrderPart({ title, plain, children }: { title: ReactNode; plain?: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section className={joinClasses(layoutStyles.sheet, styles.part)} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {!plain && <Stitch />}
      </div>
      {children}
    </section>
  );
}
