import { Link } from "react-router";
import { formatPieces } from "#app/contract/money.ts";
import { filterNames } from "#app/features/trims/facts.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { IconClose } from "#app/ui/icons.tsx";
import styles from "./trim-filter-chosen.module.css";
import { countFilters, type TrimsAsked, trimsHref, withoutFilters } from "./trims-query.ts";

/** The filters in use, each as a link that takes it away. */
export function TrimFilterChosen({ asked }: { asked: TrimsAsked }) {
  if (countFilters(asked) === 0) return null;
  return (
    <div className={styles.chosen}>
      <ul aria-label="Filters in use">
        {listChosen(asked).map(({ words, without }) => (
          <li key={words}>
            <Link to={trimsHref({ ...asked, ...without })} rel="nofollow" preventScrollReset className={styles.chip}>
              <span className="sr">Remove filter: </span>
              <span className={styles.words}>{words}</span>
              <IconClose className={styles.cross} />
            </Link>
          </li>
        ))}
      </ul>
      <ButtonLink
        to={trimsHref(withoutFilters(asked))}
        kind="text"
        size="small"
        preventScrollReset
        className={styles.all}
      >
        Clear all filters
      </ButtonLink>
    </div>
  );
}

function listChosen(asked: TrimsAsked): { words: string; without: Partial<TrimsAsked> }[] {
  const { inStock, sizeFrom, sizeTo } = asked;
  const ticked = filterNames.flatMap((name) =>
    asked[name].map((value) => ({ words: value, without: { [name]: asked[name].filter((other) => other !== value) } })),
  );
  const size = [sizeFrom && `from ${sizeFrom}`, sizeTo && `to ${sizeTo}`].filter(Boolean).join(" ");
  return [
    ...(inStock === undefined
      ? []
      : [{ words: `In stock for ${formatPieces(inStock)}`, without: { inStock: undefined } }]),
    ...(size ? [{ words: `${size} mm`, without: { sizeFrom: undefined, sizeTo: undefined } }] : []),
    ...ticked,
  ];
}
