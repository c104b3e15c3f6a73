import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { lineKeys, lines } from "#app/content/lines.ts";
import type { TrimCounts } from "#app/features/trims/contract.ts";
import styles from "./trim-lines.module.css";
import { TRIMS_STEP, type TrimsAsked, trimsHref } from "./trims-query.ts";

type TrimLinesProps = {
  /** The list whose line is chosen here; undefined if the links only lead to the list. */
  asked?: TrimsAsked;
  /** How many trims of each line the list would have. */
  counts?: TrimCounts | null;
};

/** The product lines, as links to the list of each. */
export function TrimLines({ asked, counts }: TrimLinesProps) {
  const ofLine = new Map(counts?.line.map(({ value, trims }) => [value, trims]));
  const all = counts?.line.reduce((sum, { trims }) => sum + trims, 0);
  const nav = useRef<HTMLElement>(null);
  const current = asked?.line;
  // On a phone the lines are a strip that scrolls sideways: show the chosen one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line is another place
  useEffect(() => {
    const chosen = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current && chosen) nav.current.scrollLeft = chosen.offsetLeft - nav.current.clientWidth / 3;
  }, [current]);
  return (
    <nav ref={nav} className={styles.lines} aria-label="Product line">
      {[undefined, ...lineKeys].map((line) => {
        const trims = counts ? (line ? (ofLine.get(line) ?? 0) : all) : undefined;
        const content = (
          <>
            {line ? lines[line].name : "All lines"}
            {trims !== undefined && <Count trims={trims} />}
          </>
        );
        const isCurrent = asked !== undefined && line === asked.line;
        if (trims === 0 && !isCurrent && line) {
          return (
            <span key={line} className={styles.line} data-empty>
              {content}
            </span>
          );
        }
        return (
          <Link
            key={line ?? "all"}
            className={styles.line}
            to={trimsHref({ ...asked, line, sizeFrom: undefined, sizeTo: undefined, show: TRIMS_STEP })}
            aria-current={isCurrent ? "true" : undefined}
            preventScrollReset={asked !== undefined}
          >
            {content}
          </Link>
        );
      })}
    </nav>
  );
}

function Count({ trims }: { trims: number }) {
  return (
    <span className={styles.count}>
      {" "}
      {trims}
      <span className="sr"> {trims === 1 ? "trim" : "trims"}</span>
    </span>
  );
}
