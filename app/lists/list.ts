import { useEffect, useRef, useState } from "react";
import { type NavigateOptions, redirect, useLocation, useNavigate, useNavigation } from "react-router";
import { type Answer, ApiProblem } from "#app/client/api.ts";
import { type ListAsked, listSearch, nextCursor, readListAsked } from "./list.rules.ts";

/** One page of a list, as a loader passes it to its page. */
export type List<Row> = {
  rows: Row[];
  /** For the whole list, or for the current search. */
  total: number;
  /** The search found more than `total`, where counting stopped. */
  isCapped: boolean;
  asked: ListAsked;
  /** The cursor of the next page. */
  next: string | undefined;
  /** How many of the rows have left the list since it loaded, and stay where they are so that nothing jumps. */
  left?: number;
};

/** Awaits the requested page of a list, in a loader; leads to the first page if the API rejects the cursor. */
export async function loadList<Row>(
  { pathname }: URL,
  asked: ListAsked,
  answer: Promise<Answer<Row[]>>,
): Promise<List<Row>> {
  return readList(asked, answer).catch((error) => {
    const isOddCursor = asked.after !== undefined && error instanceof ApiProblem && error.status === 400;
    throw isOddCursor ? redirect(pathname) : error;
  });
}

/** Awaits a page of a list. */
export async function readList<Row>(asked: ListAsked, answer: Promise<Answer<Row[]>>): Promise<List<Row>> {
  const { data, headers } = await answer;
  const total = Number(headers.get("X-Total-Count") ?? data.length);
  const isCapped = headers.get("X-Total-Count-Capped") === "true";
  return { rows: data, total, isCapped, asked, next: nextCursor(headers.get("Link")) };
}

/** The list's query for the API. */
export function listQuery({ q, sort, limit, after }: ListAsked) {
  return { limit, after, ...(q && { q }), ...(sort && { sort }) };
}

/**
 * The list with every change since it loaded, so that no action needs another request. `belongs` says whether a changed row
 * is still one of the list.
 */
export function useList<Row extends { _id: string }>(loaded: List<Row>, belongs: (row: Row) => boolean = () => true) {
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());
  const [changed, setChanged] = useState({ of: loaded, rows: new Map<string, Row>() });
  const heading = useFocusOnHeading(`${deleted.size} ${loaded.asked.after ?? ""}`);
  const changes = changed.of === loaded ? changed.rows : new Map<string, Row>();
  const latest = useRef(loaded);
  useEffect(() => {
    latest.current = loaded;
  });
  const remaining = loaded.rows.filter(({ _id }) => !deleted.has(_id));
  const rows = remaining.map((row) => changes.get(row._id) ?? row);
  const left = rows.filter((row) => changes.has(row._id) && !belongs(row)).length;
  const total = loaded.total - (loaded.rows.length - remaining.length) - left;
  const list: List<Row> = { ...loaded, rows, total, left };
  return {
    list,
    heading,
    markDeleted: ({ _id }: Row) => setDeleted((ids) => new Set(ids).add(_id)),
    // Answers come late: others may have changed rows, or the list may have been loaded again.
    markChanged: (row: Row) => {
      const of = latest.current;
      setChanged((before) => ({ of, rows: new Map(before.of === of ? before.rows : []).set(row._id, row) }));
    },
  };
}

/** The latest query, even while its answer is still loading. */
export function useAsked({ asked }: Pick<List<unknown>, "asked">): ListAsked {
  const { pathname } = useLocation();
  const { location: ahead } = useNavigation();
  if (ahead?.pathname !== pathname) return asked;
  const sort = new URLSearchParams(ahead.search).get("sort") ?? undefined;
  return { ...readListAsked(ahead.search, { filters: Object.keys(asked.filters) }), sort };
}

/** Changes the query: another order, or more rows at a time. */
export function useListChange(list: Pick<List<unknown>, "asked">) {
  const navigate = useNavigate();
  const asked = useAsked(list);
  return (change: Partial<ListAsked>, options?: NavigateOptions) =>
    void navigate({ search: listSearch(asked, change) }, options);
}

/** The settings kept from page to page: search, order and size. */
const STAYS = "input, select, th button";

/** The button that had the focus vanished with its row or page. */
function useFocusOnHeading(occasion: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(occasion);
  const { key } = useLocation();
  useEffect(() => {
    if (last.current === occasion) return;
    last.current = occasion;
    if (!document.activeElement?.matches(STAYS)) heading.current?.focus();
  }, [occasion]);
  // Going back closes the row's details, and the router scrolls to where they were opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may scroll
  useEffect(() => {
    if (document.activeElement === heading.current) heading.current?.scrollIntoView({ block: "nearest" });
  }, [key]);
  return heading;
}
