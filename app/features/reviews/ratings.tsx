import { formatPieces } from "#app/contract/money.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import { MAX_RATING, type ReviewCounts } from "./contract.ts";
import styles from "./ratings.module.css";

/**
 * How the reviews that are shown are spread over the stars. On a phone the list is below it, so it is there uncounted.
 */
export function Ratings({ counts }: { counts: ReviewCounts | undefined }) {
  const stars = counts?.stars ?? [];
  const all = stars.reduce((sum, { count }) => sum + count, 0);
  const sum = stars.reduce((sum, { ratings, count }) => sum + ratings * count, 0);
  const rows = Array.from({ length: MAX_RATING }, (_, at) => MAX_RATING - at).map((ratings) => ({
    ratings,
    count: stars.find((each) => each.ratings === ratings)?.count ?? 0,
  }));
  return (
    <aside className={styles.side} aria-labelledby="ratings-title" aria-busy={!counts}>
      <h2 id="ratings-title" className={styles.title}>
        Ratings
      </h2>
      <div>
        <p className={styles.mean}>{all > 0 ? (sum / all).toFixed(1) : "–"}</p>
        <p className={joinClasses(textStyles.small, textStyles.soft)}>
          of {MAX_RATING}
          {counts && `, from ${formatPieces(all)} shown ${all === 1 ? "review" : "reviews"}`}
        </p>
      </div>
      <table className={styles.spread} aria-label="Reviews by stars">
        <tbody>
          {rows.map(({ ratings, count }) => (
            <tr key={ratings}>
              <th scope="row">{ratings === 1 ? "1 star" : `${ratings} stars`}</th>
              <td className={styles.wide}>
                <span className={styles.bar}>
                  <i style={{ width: `${all > 0 ? (100 * count) / all : 0}%` }} />
                </span>
              </td>
              <td className={textStyles.num}>{counts && formatPieces(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </aside>
  );
}
