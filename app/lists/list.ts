import { useEffect, useRef, useState } from "react";
import { type NavigateOptions, redirect, useLocation, useNavigate, useNavigation } from "react-router";
import { type Answer, ApiProblem } from "#app/client/api.ts";
import { type ListAsked, listSearch, nextCursor, readListAsked } from "./list.rules.ts";

/** One page of a list, as a loader hands it to its page. */
export type List<Row> = {
  rows: Row[];
  /** Of the whole list, as far as it is searched. */
  total: number;
  /** The search found more than `total`, up to which it was counted. */
  isCapped: boolean;
  asked: ListAsked;
  /** The cursor of the page that follows. */
  next: string | undefined;
};

/** Awaits the page of a list that was asked for; a cursor the API does not know leads to the first page. */
export async function loadList<Row>(
  request: Request,
  asked: ListAsked,
  answer: Promise<Answer<Row[]>>,
): Promise<List<Row>> {
  const { data, headers } = await answer.catch((error) => {
    const isOddCursor = asked.after !== undefined && error instanceof ApiProblem && error.status === 400;
    throw isOddCursor ? redirect(new URL(request.url).pathname) : error;
  });
  const total = Number(headers.get("X-Total-Count") ?? data.length);
  const isCapped = headers.get("X-Total-Count-Capped") === "true";
  return { rows: data, total, isCapped, asked, next: nextCursor(headers.get("Link")) };
}

/** The query of a list for the API. */
export function listQuery({ q, sort, limit, after }: ListAsked) {
  return { limit, after, ...(q && { q }), ...(sort && { sort }) };
}

/** The list with what was done to it since it was loaded, so that no act needs another request. */
export function useList<Row extends { _id: string }>(loaded: List<Row>) {
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());
  const [changed, setChanged] = useState({ of: loaded, rows: new Map<string, Row>() });
  const heading = useFocusOnHeading(`${deleted.size} ${loaded.asked.after ?? ""}`);
  const changes = changed.of === loaded ? changed.rows : new Map<string, Row>();
  const kept = loaded.rows.filter(({ _id }) => !deleted.has(_id));
  const list: List<Row> = {
    ...loaded,
    rows: kept.map((row) => changes.get(row._id) ?? row),
    total: loaded.total - (loaded.rows.length - kept.length),
  };
  return {
    list,
    heading,
    markDeleted: ({ _id }: Row) => setDeleted((ids) => new Set(ids).add(_id)),
    markChanged: (row: Row) => setChanged({ of: loaded, rows: new Map(changes).set(row._id, row) }),
  };
}

/** What was asked of the list last, also while the answer is under way. */
export function useAsked({ asked }: Pick<List<unknown>, "asked">): ListAsked {
  const { pathname } = useLocation();
  const { location: ahead } = useNavigation();
  if (ahead?.pathname !== pathname) return asked;
  const sort = new URLSearchParams(ahead.search).get("sort") ?? undefined;
  return { ...readListAsked(ahead.search), sort };
}

/** Asks for the same list otherwise: in another order, or more at a time. */
export function useListChange(list: Pick<List<unknown>, "asked">) {
  const navigate = useNavigate();
  const asked = useAsked(list);
  return (change: Partial<ListAsked>, options?: NavigateOptions) =>
    void navigate({ search: listSearch(asked, change) }, options);
}

/** What stays from page to page, so that whoever uses it goes on with it: search, order and size. */
const STAYS = "input, select, th button";

/** The button that had the focus went with its row or its page. */
function useFocusOnHeading(occasion: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(occasion);
  const { key } = useLocation();
  useEffect(() => {
    if (last.current === occasion) return;
    last.current = occasion;
    if (!document.activeElement?.matches(STAYS)) heading.current?.focus();
  }, [occasion]);
  // The details of the row close by going back, and the router scrolls to where they were opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may scroll
  useEffect(() => {
    if (document.activeElement === heading.current) heading.current?.scrollIntoView({ block: "nearest" });
  }, [key]);
  return heading;
}
