import type { ReactNode, Ref } from "react";
import textStyles from "#app/ui/text.module.css";
import styles from "./duty-band.module.css";

type DutyBandProps = {
  /** Of the heading. */
  id: string;
  title: string;
  heading?: Ref<HTMLHeadingElement>;
  /** The words of a question, or a day. */
  children?: ReactNode;
  /** What comes after that. */
  next?: string | undefined;
  buttons: ReactNode;
};

/** A band of denim on top of a page: what is to be done now, with the one primary button of the page. */
export function DutyBand({ id, title, heading, children, next, buttons }: DutyBandProps) {
  return (
    <section className={styles.duty} data-ground="denim" aria-labelledby={id}>
      <div className={styles.words}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {children && <div className={styles.about}>{children}</div>}
        {next && <p className={textStyles.soft}>{next}</p>}
      </div>
      <div className={styles.buttons} data-unprinted>
        {buttons}
      </div>
    </section>
  );
}
