import type { ReactNode, Ref } from "react";
import { useLocation, useNavigation } from "react-router";
import { formatPieces } from "#app/contract/money.ts";
import { Q_MAX } from "#app/contract/search.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import textStyles from "#app/ui/text.module.css";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { describeRange, isNarrowed, type ListAsked, listParams, listSearch, pageSizes } from "./list.rules.ts";
import { type List, useAsked, useListChange } from "./list.ts";
import styles from "./list-frame.module.css";
import { ListSelect } from "./list-select.tsx";
import { ROWS, ToRows } from "./to-rows.tsx";

const TRAIL_MAX = 100;

type ListHeadingProps = {
  ref: Ref<HTMLHeadingElement>;
  name: string;
  unit?: string;
  list: List<unknown>;
  /** Beside it. */
  children?: ReactNode;
};

/** "All Orders : 214 items". */
export function ListHeading({
  ref,
  name,
  unit = " items",
  list: { rows, total, isCapped },
  children,
}: ListHeadingProps) {
  return (
    <PageHead className={styles.heading}>
      {rows.length > 0 && <ToRows />}
      <h1 ref={ref} tabIndex={-1}>
        <span className={styles.name}>{name} :</span> {formatPieces(total)}
        {isCapped && "+"}
        {unit}
      </h1>
      {children}
    </PageHead>
  );
}

type ListRowsProps = {
  list: List<unknown>;
  /** The text when the search finds nothing. */
  noMatch: string;
  /** Leads to where the same search finds something. */
  elsewhere?: ReactNode;
  /** The content if the list is empty, or the part of it that this filter shows. */
  empty: ReactNode;
  parts?: readonly string[];
  /** The table. */
  children: ReactNode;
};

/** The rows, paler while others load; or the replacement if there are none. */
export function ListRows({ list: { rows, asked }, noMatch, elsewhere, empty, parts, children }: ListRowsProps) {
  const isLoading = useNavigation().state === "loading";
  if (rows.length > 0) {
    return (
      <div id={ROWS} className={styles.rows} data-loading={isLoading || undefined}>
        {children}
      </div>
    );
  }
  if (!isNarrowed(asked, parts) && !asked.after) return empty;
  return (
    <EmptyState
      title={isNarrowed(asked) ? noMatch : "Nothing on this page"}
      text={elsewhere ? "The same search finds:" : sayNone(asked)}
      action={
        <>
          {elsewhere}
          <ButtonLink to={{ search: "" }} kind="line">
            Show all
          </ButtonLink>
        </>
      }
    />
  );
}

function sayNone(asked: ListAsked): string {
  if (asked.q) return "Try the beginning of a different word.";
  return isNarrowed(asked)
    ? "Choose other filters, or show all."
    : "These rows are gone or have moved to an earlier page.";
}

type ListToolsProps = {
  list: List<unknown>;
  label: string;
  sort?: ReactNode;
  children?: ReactNode;
};

/** The tools above a list: the search, the sorting, the range of rows, and further actions. */
export function ListTools({ list, label, sort, children }: ListToolsProps) {
  const asked = useAsked(list);
  return (
    <div className={styles.tools}>
      <div className={styles.search}>
        <SearchField
          label={label}
          value={list.asked.q}
          maxLength={Q_MAX}
          keep={listParams({ ...asked, q: "", after: undefined, seen: 0 })}
        />
      </div>
      {sort}
      <ListRange list={list} />
      {children && <div className={styles.more}>{children}</div>}
    </div>
  );
}

/** "1 to 50 of 1,539". It is read out when it changes, so it stays on the page even if it is empty. */
function ListRange({ list: { rows, total, isCapped, next, asked, left = 0 } }: { list: List<unknown> }) {
  const shown = rows.length - left;
  const counted = { total, isCapped, isLast: next === undefined };
  const isLoading = useNavigation().state === "loading";
  return (
    <p
      className={joinClasses(textStyles.small, textStyles.soft, textStyles.num, styles.range)}
      role="status"
      aria-busy={isLoading || undefined}
      data-empty={shown === 0 || undefined}
    >
      {shown === 0 ? <span className="sr">None</span> : describeRange({ seen: asked.seen, shown }, counted)}
    </p>
  );
}

/** The links to other pages, and the page size; hidden while all rows fit on one page. */
export function ListPages({ list }: { list: List<unknown> }) {
  const { asked, next, rows, total } = list;
  const here = listSearch(asked, { after: asked.after, seen: asked.seen });
  const trail = useTrail();
  if (asked.seen === 0 && !next && total <= pageSizes[0]) return null;
  return (
    <nav data-unprinted className={styles.pages} aria-label="Pages">
      {asked.seen > 0 && (
        <ButtonLink to={{ search: listSearch(asked, {}) }} kind="line" size="small">
          First page
        </ButtonLink>
      )}
      {trail.length > 0 && (
        <ButtonLink to={{ search: trail.at(-1) ?? "" }} state={{ trail: trail.slice(0, -1) }} kind="line" size="small">
          Previous page
        </ButtonLink>
      )}
      {next && (
        <ButtonLink
          to={{ search: listSearch(asked, { after: next, seen: asked.seen + rows.length }) }}
          state={{ trail: [...trail, here].slice(-TRAIL_MAX) }}
          kind="line"
          size="small"
        >
          Next page
        </ButtonLink>
      )}
      <PageSize list={list} />
    </nav>
  );
}

function PageSize({ list }: { list: List<unknown> }) {
  const changeList = useListChange(list);
  return (
    <ListSelect
      label="Rows per page"
      className={styles.size}
      value={list.asked.limit}
      onChoose={(limit) => changeList({ limit: Number(limit) })}
    >
      {pageSizes.map((size) => (
        <option key={size}>{size}</option>
      ))}
    </ListSelect>
  );
}

/** The pages visited by "Next page": a cursor knows only what follows it. */
function useTrail(): string[] {
  const { state } = useLocation();
  // The server does not know it.
  const isHydrated = useHydrated();
  const isTrail =
    isHydrated && typeof state === "object" && state !== null && "trail" in state && Array.isArray(state.trail);
  return isTrail ? state.trail.filter((search: unknown) => typeof search === "string") : [];
}
