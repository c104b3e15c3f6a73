import type { CSSProperties } from "react";
import { joinClasses } from "./join-classes.ts";
import styles from "./swatch.module.css";

type SwatchProps = {
  /** The colour of the cloth, as `#rrggbb`. */
  cloth?: string | undefined;
  /** The colour of the metal; on its cloth when both are given. */
  metal?: string | undefined;
  className?: string | undefined;
};

/** A patch of cloth is square, metal is round. Decoration only: the name is beside it. */
export function Swatch({ cloth, metal, className }: SwatchProps) {
  if (cloth && metal) {
    return (
      <span className={joinClasses(styles.cloth, className)} style={inColour(cloth)} aria-hidden="true" data-pair>
        <span className={styles.metal} style={inColour(metal)} />
      </span>
    );
  }
  const colour = metal ?? cloth;
  if (!colour) return null;
  return (
    <span
      className={joinClasses(metal ? styles.metal : styles.cloth, className)}
      style={inColour(colour)}
      aria-hidden="true"
    />
  );
}

function inColour(colour: string): CSSProperties & Record<"--c", string> {
  return { "--c": colour };
}
