import { type ReactNode, useId } from "react";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { Stitch } from "#app/ui/seams.tsx";
import styles from "./order-part.module.css";

type OrderPartProps = { title: ReactNode; plain?: boolean; unprinted?: boolean; children: ReactNode };

/** A sheet of the page of an order; a `plain` one has no seam below its title, an `unprinted` one is for screens. */
export function OrderPart({ title, plain, unprinted, children }: OrderPartProps) {
  const id = useId();
  return (
    <section
      className={joinClasses(layoutStyles.sheet, styles.part)}
      aria-labelledby={id}
      data-unprinted={unprinted || undefined}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {!plain && <Stitch />}
      </div>
      {children}
    </section>
  );
}
