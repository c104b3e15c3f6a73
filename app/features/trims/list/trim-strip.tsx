import { Link } from "react-router";
import type { TrimCounts } from "#app/features/trims/contract.ts";
import { IconClose } from "#app/ui/icons.tsx";
import { ChoiceSwatch } from "./choice-swatch.tsx";
import styles from "./trim-strip.module.css";
import { type StripChoice, stripChoices } from "./trim-strip-choices.ts";
import { TRIMS_STEP, type TrimsAsked, trimsHref } from "./trims-query.ts";

/** Below the bar, where the filter is a drawer: the first choices as links, so that one tap is enough for each. */
export function TrimStrip({ asked, counts }: { asked: TrimsAsked; counts: TrimCounts | null }) {
  const choices = stripChoices(asked, counts);
  if (choices.length === 0) return null;
  return (
    <nav className={styles.strip} aria-label="Narrow the list" data-unprinted>
      <ul>
        {choices.map((choice) => (
          <li key={`${choice.of} ${choice.value}`}>
            <Choice {...choice} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Choice({ of, value, to, trims }: StripChoice) {
  const isChosen = trims === undefined;
  return (
    <Link
      className={styles.choice}
      to={trimsHref({ ...to, show: TRIMS_STEP })}
      rel="nofollow"
      preventScrollReset
      data-chosen={isChosen || undefined}
    >
      {isChosen && <span className="sr">Remove filter: </span>}
      <ChoiceSwatch of={of} value={value} className={styles.swatch} />
      <span className={styles.words}>{value}</span>
      {isChosen ? (
        <IconClose className={styles.cross} />
      ) : (
        <span className={styles.count}>
          {" "}
          {trims}
          <span className="sr"> {trims === 1 ? "trim" : "trims"}</span>
        </span>
      )}
    </Link>
  );
}
