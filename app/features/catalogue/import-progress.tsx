import { formatPieces } from "#app/contract/money.ts";
import { Button } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import styles from "./import-progress.module.css";
import type { Progress } from "./send-file.ts";

type ImportProgressProps = { progress: Progress | undefined; isApplying: boolean; stop: () => void };

/** How far the shop is: a seam that fills. */
export function ImportProgress({ progress, isApplying, stop }: ImportProgressProps) {
  const label = isApplying ? "Applying, all or nothing" : "Reading and checking";
  const { done = 0, of = 0 } = progress ?? {};
  return (
    <div className={styles.panel}>
      <div className={styles.words}>
        <p>
          <b>{label}</b>
        </p>
        <p className={joinClasses(textStyles.small, textStyles.soft, textStyles.num)} role="status">
          {progress ? `${formatPieces(done)} of ${formatPieces(of)} rows` : "Sending the file"}
        </p>
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={of || 1}
        aria-valuenow={done}
        style={{ backgroundSize: `${of > 0 ? (100 * done) / of : 0}% 100%` }}
      />
      <div className={styles.moves}>
        <Button kind="line" size="small" onClick={stop}>
          Stop
        </Button>
        <p className={joinClasses(textStyles.small, textStyles.soft)}>If you stop now, nothing is changed.</p>
      </div>
    </div>
  );
}
