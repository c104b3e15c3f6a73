import { LRUCache } from "lru-cache";
import type { generatePath, RouteMatch, RouteObject, ServerBuild } from "react-router";
import type { KeptPage } from "#app/contract/kept-page.ts";

/** The page an address means. All addresses of one page share one key. */
export type RequestedPage = {
  /** Path and query in the single spelling that is rendered and cached. */
  address: string;
  /** True for the few pages with neither parameters nor a query. They never wait in line. */
  isPlain: boolean;
  /** True if it depends on a query, such as a search. */
  hasQuery: boolean;
  /** True if an open page requests only its data. */
  isData: boolean;
  bySession: boolean;
  /** True if it is for the person of the session alone. */
  isPrivate?: boolean;
  /** The route, such as /trims/:id. */
  pattern: string;
  shows: ReadonlySet<string>;
};

export type Locate = (url: URL) => Promise<RequestedPage>;

const REMEMBERED = 1000;
const REMEMBERED_LENGTH = 300;

/** Reads addresses using a build's routes and what its pages declare about themselves. */
export function createLocate(load: () => Promise<ServerBuild>): Locate {
  const known = new LRUCache<string, RequestedPage>({ max: REMEMBERED });
  let built: Promise<Site> | undefined;
  return async (url) => {
    const raw = url.pathname + url.search;
    const found = known.get(raw);
    if (found) return found;
    built ??= readSite(load);
    const place = toPage(url, await built);
    if (raw.length <= REMEMBERED_LENGTH) known.set(raw, place);
    return place;
  };
}

type Site = {
  match: (pathname: string) => RouteMatch[];
  generatePath: typeof generatePath;
  manifestPath: string;
};

async function readSite(load: () => Promise<ServerBuild>): Promise<Site> {
  // Not needed until the first page (docs/decisions/104).
  const [build, { generatePath, matchRoutes }] = await Promise.all([load(), import("react-router")]);
  const all = Object.values(build.routes).filter((route) => route !== undefined);
  const below = (parentId: string | undefined): RouteObject[] =>
    all
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index, caseSensitive = false, module }) => {
        const shared = { id, caseSensitive, handle: module.handle, ...(path === undefined ? {} : { path }) };
        return index ? { ...shared, index } : { ...shared, children: below(id) };
      });
  const routes = below(undefined);
  const known = new LRUCache<string, RouteMatch[]>({ max: REMEMBERED });
  return {
    // The router sorts all routes on each call, and each search is another address with the same path.
    match(pathname) {
      const matches = known.get(pathname) ?? matchRoutes(routes, pathname) ?? [];
      if (pathname.length <= REMEMBERED_LENGTH) known.set(pathname, matches);
      return matches;
    },
    generatePath,
    manifestPath: build.routeDiscovery.manifestPath ?? "/__manifest",
  };
}

const ROUTES = "_routes";

function toPage({ pathname, search, searchParams }: URL, { match, generatePath, manifestPath }: Site): RequestedPage {
  const nothing = {
    isPlain: false,
    hasQuery: false,
    isData: false,
    bySession: false,
    pattern: pathname,
    shows: new Set<string>(),
  };
  // The framework requests this itself as links scroll into view.
  if (pathname === manifestPath) return { ...nothing, address: pathname + search };
  const isData = pathname.endsWith(".data");
  const matches = match(isData ? pathname.replace(/(\/_)?\.data$/, "") || "/" : pathname);
  const leaf = matches.at(-1);
  // Every address under a star is the same page: "not found".
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
    hasQuery: query !== "",
    isData,
    bySession,
    isPrivate: matches.some(({ route }) => isPrivate(route.handle)),
    pattern,
    shows: new Set(shows?.(params)),
  };
}

function readKept(handle: unknown): KeptPage {
  return typeof handle === "object" && handle !== null && "kept" in handle ? (handle.kept as KeptPage) : {};
}

function isPrivate(handle: unknown): boolean {
  return typeof handle === "object" && handle !== null && "isPrivate" in handle;
}

/** The page's routes that the request asks for; all of them if it does not say. */
function chosen(query: URLSearchParams, matches: readonly { route: RouteObject }[]): string[] {
  const wanted = query.get(ROUTES)?.split(",") ?? [];
  return matches.flatMap(({ route: { id } }) => (id !== undefined && wanted.includes(id) ? [id] : []));
}

function dataAddress(path: string, query: string, ids: string[]): string {
  const search = new URLSearchParams(query);
  if (ids.length > 0) search.set(ROUTES, ids.join(","));
  return `${path === "/" ? "/_" : path}.data${search.size > 0 ? `?${search}` : ""}`;
}
