import styles from "./optional.module.css";

/** The label of a field that may be left empty. */
export function Optional({ children }: { children: string }) {
  return (
    <>
      {children} <span className={styles.optional}>(optional)</span>
    </>
  );
}
