import type { ComponentProps } from "react";
import controlStyles from "#app/ui/control.module.css";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import styles from "./list-select.module.css";

type ListSelectProps = Omit<ComponentProps<"select">, "onChange"> & {
  label: string;
  onChoose: (value: string) => void;
  /** Whether another than the first choice is made. */
  isUsed?: boolean;
};

/** A choice for the list, such as sorting or page size. `className` goes to the frame around label and control. */
export function ListSelect({ label, onChoose, isUsed, className, ...select }: ListSelectProps) {
  return (
    <label
      data-unprinted
      data-used={isUsed || undefined}
      className={joinClasses(textStyles.small, styles.choice, className)}
    >
      {label}
      <select
        {...select}
        className={joinClasses(controlStyles.control, styles.select)}
        onChange={({ target }) => onChoose(target.value)}
      />
    </label>
  );
}
