import { type ReactNode, useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import type { Loaded } from "#app/lists/use-loading.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { ErrorState, Loading } from "#app/ui/states.tsx";
import textStyles from "#app/ui/text.module.css";
import type { ListedTrim } from "./listed-trim.ts";
import { TrimTag } from "./trim-tag.tsx";
import styles from "./trim-tags.module.css";
import { SHOW_MAX, TRIMS_STEP } from "./trims-query.ts";

type TrimTagsProps = {
  trims: Loaded<ListedTrim>;
  isLoading: boolean;
  /** Identifies the list: if it stays the same, additional tags are more of the same list. */
  subject: string;
  show: number;
  /** The address of the same list with that many tags. */
  hrefOf: (show: number) => string;
  /** Whether it is beside filters, which say how many trims there are and leave room for fewer columns. */
  narrow?: boolean;
  /** When nothing is listed. */
  empty: ReactNode;
};

/**
 * The tags of a list, and the links to more. The count below them is read out when it changes; if `narrow`, only if not
 * all are listed.
 */
export function TrimTags({ trims, isLoading, narrow, empty, ...more }: TrimTagsProps) {
  const list = useFocusOnFirstNew(trims?.rows.length ?? 0, more.subject);
  const { revalidate } = useRevalidator();
  return (
    <>
      <div className={styles.area} aria-busy={isLoading}>
        {isLoading && (
          <div className={styles.wait}>
            <div className={styles.spinner}>
              <Loading />
            </div>
          </div>
        )}
        {!(trims || isLoading) && (
          <ErrorState
            title="The trims did not load"
            text="The rest of the page works. Please try again."
            onRetry={() => void revalidate()}
          />
        )}
        {trims && (
          <div className={styles.shown}>
            {trims.rows.length === 0 && empty}
            <ul className={styles.list} data-narrow={narrow} ref={list}>
              {trims.rows.map((trim) => (
                <li key={trim._id}>
                  <TrimTag trim={trim} />
                </li>
              ))}
            </ul>
            <More trims={trims} isLoading={isLoading} {...more} />
          </div>
        )}
      </div>
      <p className={joinClasses(textStyles.small, textStyles.soft, textStyles.num, styles.count)} aria-live="polite">
        {trims && !(narrow && trims.rows.length === trims.total) && countWords(trims)}
      </p>
    </>
  );
}

type MoreProps = Pick<TrimTagsProps, "isLoading" | "show" | "hrefOf"> & { trims: NonNullable<Loaded<ListedTrim>> };

function More({ trims: { rows, total }, isLoading, show, hrefOf }: MoreProps) {
  if (rows.length >= total) return null;
  if (show >= SHOW_MAX) return <p className={styles.more}>Narrow the list to see the others.</p>;
  const link = { preventScrollReset: true, "aria-disabled": isLoading || undefined };
  return (
    <div className={styles.more}>
      <ButtonLink to={hrefOf(show + TRIMS_STEP)} kind="line" {...link}>
        Show more
      </ButtonLink>
      {total <= SHOW_MAX && (
        <ButtonLink to={hrefOf(SHOW_MAX)} kind="text" {...link}>
          Show all {total} trims
        </ButtonLink>
      )}
    </div>
  );
}

function countWords({ rows, total, isCapped }: NonNullable<Loaded<ListedTrim>>) {
  if (rows.length < total) return `${rows.length} of ${isCapped ? "more than " : ""}${total} trims`;
  return `${total} ${total === 1 ? "trim" : "trims"}`;
}

/** After "Show more" the keyboard continues at the first new row. */
function useFocusOnFirstNew(count: number, subject: string) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef({ count, subject });
  useEffect(() => {
    const { count: shown, subject: same } = before.current;
    before.current = { count, subject };
    if (same === subject && shown > 0 && count > shown) list.current?.children[shown]?.querySelector("a")?.focus();
  }, [count, subject]);
  return list;
}
