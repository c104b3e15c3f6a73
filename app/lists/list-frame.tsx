import type { ReactNode, Ref } from "react";
import { useLocation, useNavigation } from "react-router";
import { formatPieces } from "#app/contract/money.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { listParams, listSearch, pageSizes } from "./list.rules.ts";
import { type List, useAsked, useListChange } from "./list.ts";
import "./list-frame.css";

const TRAIL_MAX = 100;

type ListHeadingProps = { ref: Ref<HTMLHeadingElement>; name: string; unit?: string; list: List<unknown> };

/** "All Orders : 214 items". */
export function ListHeading({ ref, name, unit = " items", list: { total, isCapped } }: ListHeadingProps) {
  return (
    <div className="main-head">
      <h1 ref={ref} tabIndex={-1}>
        <span className="whitespace-nowrap">{name} :</span> {formatPieces(total)}
        {isCapped && "+"}
        {unit}
      </h1>
    </div>
  );
}

/** In place of the table: the search finds nothing, the page is past the end, or there is nothing at all (`children`). */
export function NoRows({
  list: { asked },
  noMatch,
  children,
}: {
  list: List<unknown>;
  noMatch: string;
  children: ReactNode;
}) {
  if (!asked.q && !asked.after) return children;
  return (
    <EmptyState
      title={asked.q ? noMatch : "Nothing on this page"}
      text={
        asked.q ? "Try the beginning of a different word." : "These rows are gone or have moved to an earlier page."
      }
      action={
        <ButtonLink to={{ search: "" }} kind="line">
          Show all
        </ButtonLink>
      }
    />
  );
}

type ListToolsProps = { list: List<unknown>; label: string; sort?: ReactNode; children?: ReactNode };

/** What stands above a list: the search, how to sort it, which rows are shown, and what else can be done with it. */
export function ListTools({ list, label, sort, children }: ListToolsProps) {
  const asked = useAsked(list);
  return (
    <div className="tools">
      <SearchField
        label={label}
        value={list.asked.q}
        keep={listParams({ ...asked, q: "", after: undefined, seen: 0 })}
      />
      {sort}
      <ListRange list={list} />
      {children}
    </div>
  );
}

/** "51 to 100 of 2,140". */
function ListRange({ list: { rows, total, isCapped, asked } }: { list: List<unknown> }) {
  const [first, last] = [asked.seen + 1, asked.seen + rows.length];
  const all = `${isCapped ? "more than " : ""}${formatPieces(total)}`;
  const isLoading = useNavigation().state === "loading";
  return (
    <p className="list-range small soft num" role="status" aria-busy={isLoading || undefined}>
      {rows.length === 0 ? (
        <span className="sr">None</span>
      ) : (
        `${formatPieces(first)} to ${formatPieces(last)} of ${all}`
      )}
    </p>
  );
}

/** The ways to the other pages, and how long a page is; nothing while all rows are on one page. */
export function ListPages({ list }: { list: List<unknown> }) {
  const { asked, next, rows, total } = list;
  const here = listSearch(asked, { after: asked.after, seen: asked.seen });
  const trail = useTrail();
  if (asked.seen === 0 && !next && total <= pageSizes[0]) return null;
  return (
    <nav className="list-pages" aria-label="Pages">
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
    <label className="page-size small">
      Rows per page
      <select
        className="in"
        value={list.asked.limit}
        onChange={({ target }) => changeList({ limit: Number(target.value) })}
      >
        {pageSizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </label>
  );
}

/** The pages that "Next page" led over: a cursor knows only what comes after it. */
function useTrail(): string[] {
  const { state } = useLocation();
  const isTrail = typeof state === "object" && state !== null && "trail" in state && Array.isArray(state.trail);
  return isTrail ? state.trail.filter((search: unknown) => typeof search === "string") : [];
}
