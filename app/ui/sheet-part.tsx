import { type ReactNode, type Ref, useId } from "react";
import { joinClasses } from "./join-classes.ts";
import layoutStyles from "./layout.module.css";
import { Stitch } from "./seams.tsx";
import styles from "./sheet-part.module.css";

type SheetPartProps = {
  title: ReactNode;
  /** The heading, for a focus that lost its place. */
  heading?: Ref<HTMLHeadingElement> | undefined;
  /** Without a seam below the title. */
  plain?: boolean;
  /** For screens, not for paper. */
  unprinted?: boolean;
  children: ReactNode;
};

/** A part of a page on a sheet of its own. */
export function SheetPart({ title, heading, plain, unprinted, children }: SheetPartProps) {
  const id = useId();
  return (
    <section
      className={joinClasses(layoutStyles.sheet, styles.part)}
      aria-labelledby={id}
      data-unprinted={unprinted || undefined}
    >
      <div className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={heading ? -1 : undefined}>
          {title}
        </h2>
        {!plain && <Stitch />}
      </div>
      {children}
    </section>
  );
}
