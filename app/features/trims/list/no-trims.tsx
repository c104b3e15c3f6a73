import { lines } from "#app/content/lines.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import type { ListedTrim } from "./listed-trim.ts";
import styles from "./no-trims.module.css";
import { TrimTag } from "./trim-tag.tsx";
import { countFilters, type TrimsAsked, trimsHref, withoutFilters } from "./trims-query.ts";

/** What to do when nothing is listed: fewer filters, the nearest trims, or their line. */
export function NoTrims({ asked, nearest }: { asked: TrimsAsked; nearest: ListedTrim[] }) {
  const line = nearest[0]?.line;
  if (countFilters(asked) > 0) {
    return (
      <EmptyState
        title="No trim matches every filter"
        text="Remove a filter, or clear them all."
        action={
          <ButtonLink to={trimsHref(withoutFilters(asked))} kind="line" preventScrollReset>
            Clear all filters
          </ButtonLink>
        }
      />
    );
  }
  if (!asked.q && !asked.line) {
    return <EmptyState title="No trims yet" text="The catalogue is empty. Please come back later." />;
  }
  return (
    <>
      <EmptyState
        title="No trim matches"
        text={nearest.length > 0 ? "These are the nearest." : "Try another word, or browse all lines."}
        action={
          <ButtonLink to={trimsHref(line ? { line } : {})} kind="line" preventScrollReset>
            {line ? `All ${lines[line].name.toLowerCase()}` : "Show all trims"}
          </ButtonLink>
        }
      />
      {nearest.length > 0 && (
        <ul className={styles.nearest} aria-label="The nearest trims">
          {nearest.map((trim) => (
            <li key={trim._id}>
              <TrimTag trim={trim} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
