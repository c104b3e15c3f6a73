import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import type { ListedTrim } from "#app/features/trims/listed-trim.ts";
import { TrimTag } from "#app/features/trims/trim-tag.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { SectionHead } from "#app/ui/section-head.tsx";
import { EmptyState, ErrorState, Loading } from "#app/ui/states.tsx";
import textStyles from "#app/ui/text.module.css";
import { type HomeAsked, SHOW_MAX, TRIMS_STEP, trimsHref } from "./home-query.ts";
import { TrimsFilter } from "./trims-filter.tsx";
import styles from "./trims-list.module.css";
import { type Loaded, useIsLoading } from "./use-loading.ts";

export function TrimsList({ trims, asked }: { trims: Loaded<ListedTrim>; asked: HomeAsked }) {
  const isLoading = useIsLoading("#trims");
  return (
    <section
      className={joinClasses(layoutStyles.section, styles.section)}
      id="trims"
      aria-labelledby="trims-title"
      tabIndex={-1}
    >
      <div className={joinClasses(layoutStyles.wrap, styles.content)}>
        <SectionHead
          id="trims-title"
          title="Trims by the piece"
          lede="Every price is per piece. The minimum order stands on the tag, and so does what is in the warehouse today."
        />
        <TrimsFilter asked={asked} />
        <div className={styles.area} aria-busy={isLoading}>
          {isLoading && (
            <div className={styles.wait}>
              <div className={styles.spinner}>
                <Loading />
              </div>
            </div>
          )}
          {(trims || !isLoading) && (
            <div className={styles.shown}>
              <TrimTags trims={trims} asked={asked} isLoading={isLoading} />
            </div>
          )}
        </div>
        <p className={joinClasses(textStyles.small, textStyles.soft, textStyles.num, styles.count)} aria-live="polite">
          {trims && countWords(trims)}
        </p>
      </div>
    </section>
  );
}

function TrimTags({ trims, asked, isLoading }: { trims: Loaded<ListedTrim>; asked: HomeAsked; isLoading: boolean }) {
  const { revalidate } = useRevalidator();
  const list = useFocusOnFirstNew(trims?.rows.length ?? 0, `${asked.q} ${asked.line}`);
  if (!trims) {
    return (
      <ErrorState
        title="The trims could not be loaded"
        text="The rest of the page works. Please try again."
        onRetry={() => void revalidate()}
      />
    );
  }
  if (trims.rows.length === 0) return <NoTrims asked={asked} />;
  return (
    <>
      <ul className={styles.list} ref={list}>
        {trims.rows.map((trim) => (
          <li key={trim._id}>
            <TrimTag trim={trim} />
          </li>
        ))}
      </ul>
      {trims.rows.length < trims.total && (
        <div className={styles.more}>
          <ButtonLink
            to={trimsHref({ ...asked, show: asked.show + TRIMS_STEP })}
            kind="line"
            preventScrollReset
            aria-disabled={isLoading || undefined}
          >
            Show more
          </ButtonLink>
          {trims.total <= SHOW_MAX && (
            <ButtonLink
              to={trimsHref({ ...asked, show: SHOW_MAX })}
              kind="text"
              preventScrollReset
              aria-disabled={isLoading || undefined}
            >
              Show all {trims.total} trims
            </ButtonLink>
          )}
        </div>
      )}
    </>
  );
}

function NoTrims({ asked }: { asked: HomeAsked }) {
  if (!asked.q && !asked.line) {
    return <EmptyState title="No trims yet" text="The catalogue is empty. Please come back later." />;
  }
  return (
    <EmptyState
      title="No trim matches"
      text="Try another word, or browse all lines."
      action={
        <ButtonLink
          to={trimsHref({ ...asked, q: "", line: undefined, show: TRIMS_STEP })}
          kind="line"
          preventScrollReset
        >
          Show all trims
        </ButtonLink>
      }
    />
  );
}

function countWords({ rows, total }: { rows: ListedTrim[]; total: number }) {
  return rows.length < total ? `${rows.length} of ${total} trims` : `${total} ${total === 1 ? "trim" : "trims"}`;
}

/** After "Show more" the keyboard continues at the first new row. */
function useFocusOnFirstNew(count: number, filter: string) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef({ count, filter });
  useEffect(() => {
    const { count: shown, filter: same } = before.current;
    before.current = { count, filter };
    if (same === filter && shown > 0 && count > shown) list.current?.children[shown]?.querySelector("a")?.focus();
  }, [count, filter]);
  return list;
}
