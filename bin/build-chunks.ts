import type { Rolldown } from "vite";

type Modules = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** What pages are for. The first that fits counts. */
const KINDS: [kind: string, pages: RegExp][] = [
  ["site", /\/app\/(frame\/site\.layout|features\/(site|trims\/(list|trim))\/[a-z-]+\.page)\.tsx/],
  ["forms", /\/app\/(frame\/bare\.layout|features\/(identity\/[a-z-]+|orders\/purchase\/purchase)\.page)\.tsx/],
  ["dashboard", /\/app\/.+\.(page|layout)\.tsx/],
];
const PAGE = /\.(page|layout)\.tsx$/;
/** What is part of each page. */
const FRAME = /\/app\/(root|entry\.client)\.tsx/;
/** Large, and few modules need them. */
const CHECKS = /\/node_modules\/(zod|react-hook-form|@hookform)\//;
/** What fewer pages share stays in a file of its own, or with its page. */
const LEAST_PAGES = 3;

// A group brings along whatever its modules import. So what most pages share comes first, and what needs checks last.
const NAMES = ["all", "forms-dashboard", "site", "forms", "dashboard"].flatMap((name) => [name, `${name}-checks`]);

/**
 * The files of scripts that pages share. They are few: each costs a request. A module is in one file with those that the same kinds of pages need, so that a page fetches
 * little that is there for others.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: "react", test: /\/node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: "checks", test: CHECKS },
  ...NAMES.map((name) => ({
    name: (id: string, modules: Modules) => (sharedBy(id, modules) === name ? name : null),
    // What starts pages stays apart: other files would start it when they load.
    test: /\/app\/(?!root\.tsx|entry\.client\.tsx|.+\.(page|layout)\.tsx).+\.(tsx?|css)$/,
    debugName: name,
  })),
].map((group, at, { length }) => ({ ...group, priority: length - at }));

/**
 * The kinds of pages that load a module, as the name of its group; undefined if fewer than three pages do. All pages
 * fetch what public pages share with others: it is little, and one file less.
 */
function sharedBy(id: string, modules: Modules): string | undefined {
  const users = reach(id, (one) => modules.getModuleInfo(one)?.importers);
  const isOfFrame = users.some((user) => FRAME.test(user));
  const pages = users.filter((user) => PAGE.test(user));
  if (!isOfFrame && pages.length < LEAST_PAGES) return undefined;
  const kinds = KINDS.filter(([kind]) => pages.some((page) => kindOf(page) === kind)).map(([kind]) => kind);
  const name = isOfFrame || (kinds.length > 1 && kinds.includes("site")) ? "all" : kinds.join("-");
  const imports = reach(id, (one) => modules.getModuleInfo(one)?.importedIds);
  return imports.some((one) => CHECKS.test(one)) ? `${name}-checks` : name;
}

const kindOf = (page: string) => KINDS.find(([, pages]) => pages.test(page))?.[0];

/** A module, and all that one gets to from it. */
function reach(id: string, next: (id: string) => readonly string[] | undefined): string[] {
  const reached = new Set([id]);
  for (const one of reached) for (const other of next(one) ?? []) reached.add(other);
  return [...reached];
}
