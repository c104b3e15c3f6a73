import { useId } from "react";
import { IconStar } from "#app/ui/icons.tsx";
import { MAX_RATING } from "./contract.ts";
import styles from "./star-choice.module.css";

type StarChoiceProps = {
  /** The value of the field beside it. */
  typed: string;
  onChoose: (count: number) => void;
};

/**
 * Fills in the ratings field with a click on a star. The field's value is what is sent, and the field shows any error.
 */
export function StarChoice({ typed, onChoose }: StarChoiceProps) {
  const name = useId();
  const count = Number(typed);
  return (
    <fieldset className={styles.choice}>
      <legend className="sr">Stars</legend>
      {Array.from({ length: MAX_RATING }, (_, at) => at + 1).map((each) => (
        <label key={each} className={styles.star} data-on={each <= count || undefined}>
          <input
            type="radio"
            name={name}
            className={styles.box}
            checked={each === count}
            onChange={() => onChoose(each)}
          />
          <IconStar isHollow={!(each <= count)} />
          <span className="sr">{each === 1 ? "1 star" : `${each} stars`}</span>
        </label>
      ))}
    </fieldset>
  );
}
