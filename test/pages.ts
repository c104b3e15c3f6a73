import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

/** Who may see a page: everybody, whoever is signed in, or those of one role alone. */
type Viewer = "everybody" | "signed in" | "buyer" | "admin";

type SitePage = {
  path: string;
  viewer: Viewer;
  /** The file of the outermost layout. */
  frame: string;
};

const outside: SitePage = { path: "", viewer: "everybody", frame: "" };

/** The pages of app/routes.ts, without those that mean no address and the second address of the home page. */
const pages = listPages(routes);

/** The paths of all pages for any of these viewers. A page about one thing, such as a trim, is not among them. */
export function pathsOf(...viewers: Viewer[]): string[] {
  return pages.filter(({ viewer, path }) => viewers.includes(viewer) && !path.includes(":")).map(({ path }) => path);
}

/** The paths of the pages that search engines may list: those in the frame of the site. */
export function listedPaths(): string[] {
  return pages
    .filter(({ frame, path }) => frame.endsWith("/site.layout.tsx") && !path.includes(":"))
    .map(({ path }) => path);
}

function listPages(entries: readonly RouteConfigEntry[], around = outside): SitePage[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${around.path}/${entry.path}` : around.path;
    const viewer = viewerOf(entry) ?? around.viewer;
    if (entry.children) return listPages(entry.children, { path, viewer, frame: around.frame || entry.file });
    const isPage = around !== outside && entry.id !== "home" && !path.endsWith("/*");
    return isPage ? [{ path: path || "/", viewer, frame: around.frame }] : [];
  });
}

/** As its loader says; the purchase page asks in the browser. What says nothing is for the same people as its layout. */
function viewerOf({ file }: RouteConfigEntry): Viewer | undefined {
  const source = readFileSync(new URL(file, import.meta.resolve("#app/routes.ts")), "utf8");
  const role = /\bprotectedLoader\(\s*"?(\w+)/.exec(source)?.[1];
  if (role === "buyer" || role === "admin") return role;
  return role !== undefined || source.includes("useLeaveWhenSignedOut(") ? "signed in" : undefined;
}
