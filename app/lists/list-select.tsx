import type { ComponentProps } from "react";
import styles from "./list-select.module.css";

type ListSelectProps = Omit<ComponentProps<"select">, "onChange"> & {
  label: string;
  onChoose: (value: string) => void;
};

/** A choice about the list: how it is sorted, how long a page is. `className` goes to the frame around label and control. */
export function ListSelect({ label, onChoose, className = "", ...select }: ListSelectProps) {
  return (
    <label data-unprinted className={`small ${styles.choice} ${className}`}>
      {label}
      <select {...select} className={`in ${styles.select}`} onChange={({ target }) => onChoose(target.value)} />
    </label>
  );
}
