import { LRUCache } from "lru-cache";
import type { generatePath, matchRoutes, RouteObject, ServerBuild } from "react-router";
import type { CachePolicy } from "#app/contract/cache-policy.ts";

/** The page an address means. All addresses of one page are spelled in one way. */
export type PageAddress = {
  /** Path and query as they are rendered and cached. */
  address: string;
  /** True for the few pages with neither parameters nor a query. They never wait in line. */
  isPlain: boolean;
  /** True if an open page requests only its data. */
  isData: boolean;
  bySession: boolean;
  /** True if it is for the person of the session alone. */
  isPrivate: boolean;
  /** The route, such as /trims/:id. */
  pattern: string;
  tags: readonly string[];
};

const REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 300;

/** Reads addresses using a build's routes and what its pages declare about themselves. */
export function createPageAddresses(load: () => Promise<ServerBuild>) {
  const known = new LRUCache<string, PageAddress>({ max: REMEMBERED });
  let site: Promise<Site> | undefined;
  return {
    async read(url: URL): Promise<PageAddress> {
      const raw = url.pathname + url.search;
      site ??= readSite(load);
      const page = known.get(raw) ?? toPageAddress(url, await site);
      if (raw.length <= LONGEST_REMEMBERED) known.set(raw, page);
      return page;
    },
    /** The page of an address that was read before, by its exact letters. */
    recall: (raw: string): PageAddress | undefined => known.get(raw),
  };
}

export type PageAddresses = ReturnType<typeof createPageAddresses>;

type Site = {
  routes: RouteObject[];
  matchRoutes: typeof matchRoutes;
  generatePath: typeof generatePath;
  manifestPath: string;
};

async function readSite(load: () => Promise<ServerBuild>): Promise<Site> {
  // Not needed until the first page (docs/decisions/093).
  const [build, { generatePath, matchRoutes }] = await Promise.all([load(), import("react-router")]);
  const all = Object.values(build.routes).filter((route) => route !== undefined);
  const below = (parentId: string | undefined): RouteObject[] =>
    all
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index, caseSensitive = false, module }) => {
        const shared = { id, caseSensitive, handle: module.handle, ...(path === undefined ? {} : { path }) };
        return index ? { ...shared, index } : { ...shared, children: below(id) };
      });
  const manifestPath = build.routeDiscovery.manifestPath ?? "/__manifest";
  return { routes: below(undefined), matchRoutes, generatePath, manifestPath };
}

const ROUTES = "_routes";

function toPageAddress(
  { pathname, search, searchParams }: URL,
  { routes, matchRoutes, generatePath, manifestPath }: Site,
): PageAddress {
  // The framework requests this itself as links scroll into view.
  if (pathname === manifestPath) {
    const address = pathname + search;
    return { address, isPlain: false, isData: false, bySession: false, isPrivate: false, pattern: pathname, tags: [] };
  }
  const isData = pathname.endsWith(".data");
  const matches = matchRoutes(routes, isData ? pathname.replace(/(\/_)?\.data$/, "") || "/" : pathname) ?? [];
  const leaf = matches.at(-1);
  // Every address under a star is the same page: "not found".
  const params = { ...leaf?.params, ...("*" in (leaf?.params ?? {}) ? { "*": "*" } : {}) };
  const names = matches.map(({ route }) => route.path).filter(Boolean);
  const pattern = `/${names.join("/")}`;
  const path = generatePath(pattern, params);
  const policy = readPolicy(leaf?.route.handle);
  const query = policy.query?.(searchParams) ?? "";
  const wanted = searchParams.get(ROUTES)?.split(",") ?? [];
  const ids = matches.flatMap(({ route: { id } }) => (id !== undefined && wanted.includes(id) ? [id] : []));
  return {
    address: isData ? dataAddress(path, query, ids) : path + query,
    isPlain: query === "" && Object.keys(params).every((name) => name === "*"),
    isData,
    bySession: policy.bySession ?? false,
    isPrivate: matches.some(({ route }) => isPrivate(route.handle)),
    pattern,
    tags: policy.tags?.(params) ?? [],
  };
}

function readPolicy(handle: unknown): CachePolicy {
  return typeof handle === "object" && handle !== null && "cache" in handle ? (handle.cache as CachePolicy) : {};
}

function isPrivate(handle: unknown): boolean {
  return typeof handle === "object" && handle !== null && "isPrivate" in handle;
}

/** The data of a page, or of those of its routes that the request names. */
function dataAddress(path: string, query: string, ids: string[]): string {
  const search = new URLSearchParams(query);
  if (ids.length > 0) search.set(ROUTES, ids.join(","));
  return `${path === "/" ? "/_" : path}.data${search.size > 0 ? `?${search}` : ""}`;
}
