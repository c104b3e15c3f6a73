import type { Page } from "@playwright/test";
import { navigation, routes, sideMenu, siteName, welcome } from "#test/specification/public.ts";
import { axe, expect, test } from "./fixtures.ts";
import { admin, buyer, enterShop } from "./people.ts";

const soft = expect.soft;

const main = (page: Page) => page.getByRole("main");
const menu = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });

test.describe("what is protected", () => {
  test.use({ expectedErrors: [/401 \(/] });

  test("R-024 R-025 R-029 R-030 R-031 R-383 sends a visitor to the login, and remembers the whole way", async ({
    page,
    request,
  }) => {
    const [trim] = await (await request.get("/api/trims?limit=1")).json();
    const paths = new Set([...routes.buyers, ...routes.admins].map(({ path }) => path as string));
    for (const path of [...paths, `/purchase/${trim._id}`]) {
      await page.goto(path);
      await soft(page).toHaveURL(`/login?from=${encodeURIComponent(path)}`);
    }
  });

  test("R-032 R-338 a purchase page shows a loader, and nothing else, until it is known who is there", async ({
    page,
    request,
  }) => {
    const [trim] = await (await request.get("/api/trims?limit=1")).json();
    const path = `/purchase/${trim._id}`;
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route("**/api/auth/get-session**", async (route) => {
      asked.resolve();
      await gate.promise;
      await route.continue();
    });
    await page.goto(path);
    await asked.promise;
    await soft(main(page).getByRole("status")).toHaveText("Loading...");
    await soft(main(page).getByRole("textbox")).toHaveCount(0);
    await soft(page).toHaveURL(path);
    gate.resolve();
    await soft(page).toHaveURL(`/login?from=${encodeURIComponent(path)}`);
  });
});

for (const { who, pages, entries } of [
  { who: buyer, pages: routes.buyers, entries: sideMenu.buyers },
  { who: admin, pages: routes.admins, entries: sideMenu.admins },
]) {
  test(`R-025 R-028 R-037 R-039 R-040 R-041 R-042 R-043 R-044 R-045 R-046 R-047 R-048 R-049 R-384 R-386 each page of ${who.name} opens by its address, with its title`, async ({
    page,
  }) => {
    await enterShop(page, who);
    for (const { line, path, title } of pages) {
      await page.goto(path);
      await soft(page, line).toHaveURL(path);
      await soft(page, line).toHaveTitle(`${title} : ${siteName}`);
      await soft(main(page).getByRole("heading", { level: 1 }), line).toBeVisible();
      // The page of the payment is only its picture.
      await soft(menu(page), line).toBeVisible({ visible: line !== "R-043" });
      if (path !== "/dashboard") continue;
      for (const { line, words } of [welcome.admins, welcome.buyers]) await soft(main(page), line).toContainText(words);
    }
    await soft(page.getByRole("banner").getByRole("link", { name: navigation.loggedIn.label })).toBeVisible();
  });

  test(`R-050 R-051 R-052 R-053 R-054 R-055 R-056 R-057 R-385 R-387 the side menu of ${who.name} leads where it says, and has nothing of the other role`, async ({
    page,
  }) => {
    await enterShop(page, who);
    await page.goto("/dashboard");
    for (const { line, label, path } of entries)
      await soft(menu(page).getByRole("link", { name: label, exact: true }), line).toHaveAttribute("href", path);
    const shown = await menu(page).getByRole("link").allTextContents();
    const every = new Set([...sideMenu.buyers, ...sideMenu.admins].map(({ label }) => label as string));
    // The menu of staff is in groups, so its order is not the specified one.
    const labels = entries.map(({ label }) => label as string);
    soft(shown.filter((label) => every.has(label)).toSorted()).toEqual(labels.toSorted());
  });
}

test("R-043 the page of the payment is only a picture, which says what it shows", async ({ page }) => {
  await enterShop(page, buyer);
  await page.goto("/dashboard/payment");
  const picture = main(page).getByRole("img");
  await soft(picture).toHaveCount(1);
  await soft(picture).toHaveAccessibleName(/under construction/i);
  await soft(picture).not.toHaveJSProperty("naturalWidth", 0);
  for (const role of ["paragraph", "button", "link"] as const) await soft(main(page).getByRole(role)).toHaveCount(0);
});

test.describe("an address without a page", () => {
  test.use({ expectedErrors: [/404 \(/] });

  for (const path of ["/nope", "/blogs/nope", "/dashboard/nope"]) {
    test(`R-026 R-027 ${path} is only a picture, in words too, which leads home; the status is 404`, async ({
      page,
    }) => {
      if (path.startsWith("/dashboard")) await enterShop(page, buyer);
      soft((await page.goto(path))?.status()).toBe(404);
      await soft(page).toHaveTitle(`Not found : ${siteName}`);
      const picture = main(page).getByRole("link").getByRole("img");
      await soft(picture).toHaveAccessibleName(/not found/i);
      await soft(picture).not.toHaveJSProperty("naturalWidth", 0);
      await soft(main(page).getByRole("img")).toHaveCount(1);
      await soft(main(page)).toHaveText("");
      await axe(page);
      await picture.click();
      await soft(page).toHaveURL("/");
    });
  }
});
