import type { ComponentProps } from "react";
import styles from "./tick-box.module.css";

type TickBoxProps = Omit<ComponentProps<"input">, "type" | "className"> & {
  /** For rows of a table. */
  small?: boolean;
};

/** The box alone, for the label around it. */
export function TickBox({ small, ...input }: TickBoxProps) {
  return <input {...input} type="checkbox" className={styles.box} data-small={small || undefined} />;
}
