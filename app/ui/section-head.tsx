import type { ReactNode } from "react";
import { Stitch } from "./seams.tsx";
import styles from "./section-head.module.css";

type SectionHeadProps = {
  title: ReactNode;
  lede?: ReactNode;
  as?: "h1" | "h2" | "h3";
  /** Of the heading, for `aria-labelledby` and links. */
  id?: string;
  /** The text goes below the title even if there is room beside it. */
  stacked?: boolean;
};

export function SectionHead({ title, lede, as: Heading = "h2", id, stacked }: SectionHeadProps) {
  return (
    <div className={styles.head} data-stacked={stacked || undefined}>
      <Heading id={id}>{title}</Heading>
      {lede && <p className={styles.lede}>{lede}</p>}
      <Stitch className={styles.seam} />
    </div>
  );
}
