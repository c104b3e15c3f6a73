import { describe, expect, it } from "vitest";
import { readPageFiles } from "./page-files.ts";

// Counted, not weighed: `node bin/page-files.ts` tells the bytes. Whoever adds a file to a page should know, and say
// why here.
const pages = readPageFiles("build/client");
const ofSite = pages.filter(({ page }) => /^features\/(site|trims\/(list|trim))\//.test(page));
const ofForms = pages.filter(({ page }) => /^features\/(identity\/|orders\/purchase\/purchase)/.test(page));
const ofDashboard = pages.filter((page) => !ofSite.includes(page) && !ofForms.includes(page));

describe.each([
  ["public", ofSite, 11],
  ["with a form", ofForms, 12],
  // One of them asks whose session it is before each navigation; the pages of orders share their parts with others, and
  // the dialog of the credit limit with the list.
  ["of the dashboard", ofDashboard, 21],
])("a page %s", (_, those, most) => {
  it.each(those.map((page) => [page.page, page] as const))("%s fetches few files", (_page, { scripts, styles }) => {
    expect(scripts.length, scripts.join("\n")).toBeLessThanOrEqual(most);
    expect(styles).toHaveLength(1);
  });
});

it("public pages do without Zod", () => {
  const fetched = (those: typeof pages) =>
    those.flatMap(({ scripts }) => scripts).filter((path) => /checks/.test(path));
  expect(fetched(ofSite)).toEqual([]);
  expect(fetched(ofForms)).not.toEqual([]);
});
