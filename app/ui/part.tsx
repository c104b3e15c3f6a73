import { type ReactNode, useId } from "react";
import styles from "./part.module.css";
import { Stitch } from "./seams.tsx";

type PartProps = {
  title: string;
  /** Below the title. */
  about?: ReactNode;
  /** At the end of the title's line. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A part of a dashboard page below its heading, with a seam under its title. */
export function Part({ title, about, aside, children }: PartProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {about && <p className={styles.about}>{about}</p>}
        </div>
        {aside}
        <Stitch className={styles.seam} />
      </div>
      {children}
    </section>
  );
}
