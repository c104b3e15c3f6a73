import styles from "./column-name.module.css";

/** A column as the file names it. */
export function ColumnName({ name }: { name: string }) {
  return <code className={styles.name}>{name}</code>;
}
