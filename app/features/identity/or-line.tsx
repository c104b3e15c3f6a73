import { Stitch } from "#app/ui/seams.tsx";
import styles from "./or-line.module.css";

/** Between one way to log in and the others. */
export function OrLine() {
  return (
    <div className={styles.line}>
      <Stitch single />
      OR
      <Stitch single />
    </div>
  );
}
