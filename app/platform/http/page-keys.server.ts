import { LRUCache } from "lru-cache";
import { generatePath, matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import type { KeptPage } from "#app/contract/kept-page.ts";

/** Which page an address means. All addresses of one page have one place. */
export type RequestedPage = {
  /** Path and query in the one writing that is rendered and kept. */
  address: string;
  /** Whether it is one of the few pages that have neither parameter nor query: these are never made to wait. */
  isPlain: boolean;
  /** Whether a page that is open asks for its data alone. */
  isData: boolean;
  bySession: boolean;
  shows: ReadonlySet<string>;
};

export type Locate = (url: URL) => Promise<RequestedPage>;

const REMEMBERED = 1000;
const REMEMBERED_LENGTH = 300;

/** Reads addresses by the routes of a build, and by what their pages say about themselves. */
export function createLocate(load: () => Promise<ServerBuild>): Locate {
  const known = new LRUCache<string, RequestedPage>({ max: REMEMBERED });
  let built: Promise<Site> | undefined;
  return async (url) => {
    const raw = url.pathname + url.search;
    const found = known.get(raw);
    if (found) return found;
    built ??= load().then(readSite);
    const place = toPage(url, await built);
    if (raw.length <= REMEMBERED_LENGTH) known.set(raw, place);
    return place;
  };
}

type Site = { routes: RouteObject[]; manifestPath: string };

function readSite(build: ServerBuild): Site {
  const all = Object.values(build.routes).filter((route) => route !== undefined);
  const below = (parentId: string | undefined): RouteObject[] =>
    all
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index, caseSensitive = false, module }) => {
        const shared = { id, caseSensitive, handle: module.handle, ...(path === undefined ? {} : { path }) };
        return index ? { ...shared, index } : { ...shared, children: below(id) };
      });
  return { routes: below(undefined), manifestPath: build.routeDiscovery.manifestPath ?? "/__manifest" };
}

const ROUTES = "_routes";

function toPage({ pathname, search, searchParams }: URL, { routes, manifestPath }: Site): RequestedPage {
  const nothing = { isPlain: false, isData: false, bySession: false, shows: new Set<string>() };
  // What the framework asks for itself, while links come into view.
  if (pathname === manifestPath) return { ...nothing, address: pathname + search };
  const isData = pathname.endsWith(".data");
  const matches = matchRoutes(routes, isData ? pathname.replace(/(\/_)?\.data$/, "") || "/" : pathname) ?? [];
  const leaf = matches.at(-1);
  // Under a star every address is the same page: the one that says there is none.
  const params = { ...leaf?.params, ...("*" in (leaf?.params ?? {}) ? { "*": "*" } : {}) };
  const pattern = `/${matches
    .map(({ route }) => route.path)
    .filter(Boolean)
    .join("/")}`;
  const path = generatePath(pattern, params);
  const { asked, shows, bySession = false } = readKept(leaf?.route.handle);
  const query = asked?.(searchParams) ?? "";
  return {
    address: isData ? dataAddress(path, query, chosen(searchParams, matches)) : path + query,
    isPlain: query === "" && Object.keys(params).every((name) => name === "*"),
    isData,
    bySession,
    shows: new Set(shows?.(params)),
  };
}

function readKept(handle: unknown): KeptPage {
  return typeof handle === "object" && handle !== null && "kept" in handle ? (handle.kept as KeptPage) : {};
}

/** Which of the page's routes are asked for; all, when it does not say. */
function chosen(query: URLSearchParams, matches: readonly { route: RouteObject }[]): string[] {
  const wanted = query.get(ROUTES)?.split(",") ?? [];
  return matches.flatMap(({ route: { id } }) => (id !== undefined && wanted.includes(id) ? [id] : []));
}

function dataAddress(path: string, query: string, ids: string[]): string {
  const search = new URLSearchParams(query);
  if (ids.length > 0) search.set(ROUTES, ids.join(","));
  return `${path === "/" ? "/_" : path}.data${search.size > 0 ? `?${search}` : ""}`;
}
