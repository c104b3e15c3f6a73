import { joinClasses } from "./join-classes.ts";
import styles from "./seams.module.css";

type StitchProps = {
  /** One row instead of two: around empty states, beside OR. */
  single?: boolean;
  className?: string;
};

/** A topstitch as wide as its container. */
export function Stitch({ single = false, className }: StitchProps) {
  return (
    <span className={joinClasses(styles.stitch, className)} data-single={single || undefined} aria-hidden="true" />
  );
}

/** The chalk, red, chalk line on top of layers and under the header. */
export function Selvedge() {
  return <span className={styles.selvedge} aria-hidden="true" />;
}

/** An upright selvedge with its seam, along the left edge of a positioned parent. */
export function SeamVertical({ className }: { className?: string }) {
  return <span className={joinClasses(styles.upright, className)} aria-hidden="true" />;
}

export function Rivet({ className }: { className?: string }) {
  return <i className={joinClasses(styles.rivet, className)} aria-hidden="true" />;
}
