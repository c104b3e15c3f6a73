import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { buyer, enterShop } from "./people.ts";

test.use({ expectedErrors: [/\b502 \(|ERR_INTERNET_DISCONNECTED|Failed to fetch|Error loading route module/] });

const SAID = "There is no connection to the shop, so you are still on this page.";

/** Opens a page, and waits until the browser knows of the one that it will be asked for. */
async function open(page: Page, path: string, next: string): Promise<void> {
  const asks = (url: string) => url.includes("/__manifest?") && new URL(url).search.includes(encodeURIComponent(next));
  const heard = page.waitForResponse((response) => asks(response.url())).then((response) => response.finished());
  await page.goto(path);
  await heard;
}

test("without a connection a link leaves the page as it is, says why, and leads on once there is one", async ({
  page,
  context,
}) => {
  await open(page, "/terms", "/blogs");
  const blogs = page.getByRole("banner").getByRole("link", { name: "Blogs" });
  await context.setOffline(true);
  await blogs.click();
  const message = page.getByRole("alert").filter({ hasText: SAID });
  await expect(message).toBeVisible();
  await message.getByRole("button", { name: "Try again" }).click();
  await expect(message).toBeVisible();
  await expect(page).toHaveURL("/terms");
  await expect(page.getByRole("heading", { level: 1, name: "Terms" })).toBeVisible();

  await context.setOffline(false);
  await message.getByRole("button", { name: "Try again" }).click();
  await expect(page).toHaveURL("/blogs");
  await expect(page.getByRole("heading", { level: 1, name: "Blogs" })).toBeVisible();
});

test("so it does where the browser takes a dead line for a connection, and the link works again afterwards", {
  tag: "@trial",
}, async ({ page }) => {
  await open(page, "/terms", "/blogs");
  const blogs = page.getByRole("banner").getByRole("link", { name: "Blogs" });
  await page.route("**/*", (route) => route.abort("internetdisconnected"));
  await blogs.click();
  const message = page.getByRole("alert").filter({ hasText: SAID });
  await expect(message).toBeVisible();
  await expect(page).toHaveURL("/terms");
  await expect(page.getByRole("heading", { level: 1, name: "Terms" })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);

  await page.unroute("**/*");
  await blogs.click();
  await expect(page).toHaveURL("/blogs");
  await expect(page.getByRole("heading", { level: 1, name: "Blogs" })).toBeVisible();
});

test("a page that the browser has not heard of says that there is no connection, and opens once there is one", async ({
  page,
}) => {
  await page.route(/__manifest/, (route) => route.abort("internetdisconnected"));
  await page.goto("/terms");
  await page.waitForFunction(() => window.isHydrated);
  await page.route("**/*", (route) => route.abort("internetdisconnected"));
  await page.getByRole("banner").getByRole("link", { name: "Blogs" }).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("There is no connection to the shop");
  await expect(page.getByText("The fault is ours")).toHaveCount(0);
  await expect(page).toHaveTitle("No connection : Rivet & Reed");
  const again = page.getByRole("button", { name: "Try again" });
  await again.click();
  await expect(heading).toHaveText("There is no connection to the shop");
  await page.unrouteAll();
  await again.click();
  await expect(page).toHaveURL("/blogs");
  await expect(heading).toHaveText("Blogs");
});

test("so it does where the shop is gone and its scripts fail at once", { tag: "@trial" }, async ({ page, context }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { get: () => true }));
  await open(page, "/terms", "/blogs");
  await context.setOffline(true);
  await page.getByRole("banner").getByRole("link", { name: "Blogs" }).click();
  await expect(page.getByRole("alert").filter({ hasText: SAID })).toBeVisible();
  await expect(page).toHaveURL("/terms");
  await expect(page.getByRole("heading", { level: 1, name: "Terms" })).toBeVisible();
});

test("and so it does where a proxy says that the shop is gone", { tag: "@trial" }, async ({ page }) => {
  await open(page, "/terms", "/blogs");
  await page.route("**/*", (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
  await page.getByRole("banner").getByRole("link", { name: "Blogs" }).click();
  await expect(page.getByRole("alert").filter({ hasText: SAID })).toBeVisible();
  await expect(page).toHaveURL("/terms");
  await expect(page.getByRole("heading", { level: 1, name: "Terms" })).toBeVisible();
});

test("a list keeps its rows when the page that its reader wants is out of reach", { tag: "@trial" }, async ({
  page,
}) => {
  await enterShop(page, buyer);
  await open(page, "/dashboard/myorders", "/dashboard/myprofile");
  const heading = page.getByRole("heading", { level: 1, name: /^My Orders : / });
  await expect(heading).toBeVisible();
  await page.route("**/*", (route) => route.abort("internetdisconnected"));
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "My Profile" }).click();
  await expect(page.getByRole("alert").filter({ hasText: SAID })).toBeVisible();
  await expect(page).toHaveURL("/dashboard/myorders");
  await expect(heading).toBeVisible();
});
