import type { ReactNode, Ref } from "react";
import { useId } from "react";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { Stitch } from "#app/ui/seams.tsx";
import styles from "./account-part.module.css";

type AccountPartProps = {
  title: string;
  /** The heading, for a focus that lost its place. */
  heading?: Ref<HTMLHeadingElement> | undefined;
  /** What is beside the page's subject while somebody prints it. */
  unprinted?: boolean;
  children: ReactNode;
};

/** One matter of the account on a sheet of its own. */
export function AccountPart({ title, heading, unprinted, children }: AccountPartProps) {
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
        <Stitch />
      </div>
      {children}
    </section>
  );
}
