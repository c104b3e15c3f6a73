import styles from "./figures.module.css";

/** Figures with their names, in one strip. */
export function Figures({ figures }: { figures: readonly (readonly [what: string, figure: string])[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(([what, figure]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
