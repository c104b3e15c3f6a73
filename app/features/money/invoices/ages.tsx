import { Link } from "react-router";
import { formatPieces, formatTotal } from "#app/contract/money.ts";
import { ages } from "#app/features/money/facts.ts";
import type { InvoiceSums } from "#app/features/money/invoices.contract.ts";
import { type ListAsked, listSearch } from "#app/lists/list.rules.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import styles from "./ages.module.css";
import { ageLabels } from "./words.rules.ts";

type AgesProps = {
  asked: ListAsked;
  sums: InvoiceSums;
  /** Of the list, if it is another page. */
  pathname?: string;
};

/** What is owed, by age: each figure narrows the list to exactly the invoices that it adds up. */
export function Ages({ asked, sums, pathname }: AgesProps) {
  const { filters } = asked;
  const all = [
    { age: "", words: "Open", ...sums.owed },
    ...ages.map((age) => ({ age, words: ageLabels[age], ...sums.ages[age] })),
  ];
  const most = Number(sums.owed.sum);
  return (
    <nav className={styles.ages} aria-label="Open by age">
      <ul>
        {all.map(({ age, words, count, sum }) => (
          <li key={age}>
            <Link
              to={{
                ...(pathname && { pathname }),
                search: listSearch(asked, {
                  filters: { ...filters, tab: "", age },
                  // Of what is late, the latest first.
                  ...(age !== "" && age !== "not-due" && { sort: asked.sort ?? "due" }),
                }),
              }}
              aria-current={!pathname && filters.tab === "" && filters.age === age ? "true" : undefined}
              data-late={(age !== "" && age !== "not-due" && count > 0) || undefined}
              className={styles.age}
              preventScrollReset
            >
              <span className={styles.words}>
                {words}
                <span className={textStyles.num}>{formatPieces(count)}</span>
              </span>
              <b className={joinClasses(textStyles.num, styles.sum)}>{formatTotal(sum)}</b>
              <span className={styles.bar} aria-hidden>
                <i style={{ inlineSize: `${most > 0 ? Math.round((Number(sum) / most) * 100) : 0}%` }} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
