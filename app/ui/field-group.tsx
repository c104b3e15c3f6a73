import type { ComponentProps } from "react";
import styles from "./field-group.module.css";
import { joinClasses } from "./join-classes.ts";

type FieldGroupProps = ComponentProps<"fieldset"> & {
  legend: string;
  /** Arranges the fields; `className` is for the whole group. */
  layout?: string | undefined;
};

/** Fields that answer one question. */
export function FieldGroup({ legend, layout, children, ...rest }: FieldGroupProps) {
  return (
    <fieldset {...rest}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={joinClasses(styles.fields, layout)}>{children}</div>
    </fieldset>
  );
}
