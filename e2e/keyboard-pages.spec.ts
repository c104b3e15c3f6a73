import { pathsOf } from "#test/pages.ts";
import { test } from "./fixtures.ts";
import { expectSettled, walk } from "./keyboard.ts";
import { admin, buyer, enterShop } from "./people.ts";

test.use({ expectedErrors: [/\b(400|401|404) \(/] });

/** With fewer rows to walk over. */
const shorter: Readonly<Record<string, string>> = {
  "/trims": "/trims?line=rivets&finish=copper",
  "/dashboard/makeadmin": "/dashboard/makeadmin?q=demo",
};
const pagesOf = [
  { who: null, paths: [...pathsOf("everybody"), "/trims/4", "/reset-password?token=x", "/nope"] },
  { who: buyer, paths: [...pathsOf("signed in", "buyer"), "/purchase"] },
  { who: admin, paths: ["/dashboard", ...pathsOf("admin"), "/dashboard/nope"] },
];

const walks = [
  { way: "Tab", viewport: { width: 1024, height: 500 }, tag: [] },
  { way: "Shift+Tab", viewport: { width: 360, height: 640 }, tag: ["@trial"] },
] as const;

for (const { who, paths } of pagesOf)
  for (const { way, viewport, tag } of walks)
    test(`every control has its turn by ${way}, in sight and marked: the pages of ${who?.name ?? "a visitor"}`, {
      tag: [...tag],
    }, async ({ page }) => {
      if (who) await enterShop(page, who);
      const [trim] = await (await page.request.get("/api/trims?limit=1")).json();
      await page.setViewportSize(viewport);
      for (const path of paths) {
        await page.goto(path === "/purchase" ? `/purchase/${trim._id}` : (shorter[path] ?? path));
        await expectSettled(page);
        await walk(page, way);
      }
    });
