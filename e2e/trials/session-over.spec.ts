import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { fillOrder, withDelivery } from "../order-form.ts";
import { buyer, joinShop, logIn, PASSWORD } from "../people.ts";

const token = () => localStorage.getItem("accessToken");

/** As a browser does when the back button restores a page. */
const comeBack = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));

test.describe("a person who stays signed in", () => {
  // The browser itself reports what does not arrive, and what is refused.
  test.use({ expectedErrors: [/net::ERR_FAILED|401 \(Unauthorized\)/] });

  test("a page that is restored without a connection keeps its person, in all tabs", async ({ page, context }) => {
    await joinShop(page);
    await page.goto("/dashboard/myprofile");
    await page.getByLabel("Phone").fill("0046855512080");
    const other = await context.newPage();
    await other.goto("/dashboard/myorders");
    await expect(other.getByRole("heading", { name: "My Orders : 0 items" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await page.route("**/api/auth/get-session", (route) => route.abort());
    const asked = page.waitForEvent("requestfailed");
    await comeBack(page);
    await asked;
    // Whoever is led to the login is so within a moment.
    await page.evaluate((ms) => new Promise((over) => setTimeout(over, ms)), 500);
    await expect(page.getByLabel("Phone")).toHaveValue("0046855512080");
    await expect(page).toHaveURL("/dashboard/myprofile");
    expect(await page.evaluate(token)).not.toBeNull();
    await expect(other).toHaveURL("/dashboard/myorders");
  });

  test("a tab that cannot ask who has logged in leaves them signed in elsewhere", async ({ page, context }) => {
    const other = await context.newPage();
    await other.goto("/");
    await expect(other.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    await other.route("**/api/auth/get-session", (route) => route.abort());
    const asked = other.waitForEvent("requestfailed");
    await logIn(page, buyer);
    await asked;
    await page.goto("/dashboard/myorders");
    await expect(page.getByRole("heading", { name: /^My Orders/ })).toBeVisible();
    expect(await page.evaluate(token)).not.toBeNull();
  });

  test("a person whose clock was fast and is set right stays signed in, and nothing typed is lost", async ({
    page,
  }) => {
    const [trim] = await (await page.request.get("/api/trims?q=linen&limit=1")).json();
    await joinShop(page);
    await withDelivery(page, () => page.goto(`/purchase/${trim._id}`));
    await fillOrder(page, String(trim.moq));
    await page.waitForLoadState("networkidle");
    // What is kept then: a token that has ended, with its end still to come.
    await page.evaluate((hourMs) => {
      const [session, end] = (localStorage.getItem("accessTokenAbout") ?? "").split(" ");
      localStorage.setItem("accessTokenAbout", `${session} ${Number(end) + hourMs}`);
      localStorage.setItem("accessToken", "ended".padEnd(43, "x"));
    }, 3_600_000);
    await page.getByRole("button", { name: "Place order" }).click();
    await expect(page.getByText(/^Success !!! Your Order/)).toBeVisible();
    await expect(page).toHaveURL(`/purchase/${trim._id}`);
  });

  test("whoever acts after their session and token have ended is not told of a lost connection", async ({
    page,
    shop,
  }) => {
    const [trim] = await (await page.request.get("/api/trims?q=linen&limit=1")).json();
    await joinShop(page);
    await page.route("**/api/events", (route) => route.abort());
    await withDelivery(page, () => page.goto(`/purchase/${trim._id}`));
    await fillOrder(page, String(trim.moq));
    await page.waitForLoadState("networkidle");
    await page.request.post("/api/auth/sign-out", { data: {}, headers: { origin: shop } });
    await page.evaluate(() => {
      const [session] = (localStorage.getItem("accessTokenAbout") ?? "").split(" ");
      localStorage.setItem("accessTokenAbout", `${session} ${Date.now() - 1000}`);
    });
    await page.getByRole("button", { name: "Place order" }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText("Please log in")).toBeVisible();
    await expect(page.getByText("No connection to the shop")).toHaveCount(0);
  });

  test("a tab that wakes with the page of the person before shows nothing of them, and ends nobody's session", async ({
    page,
    context,
  }) => {
    await joinShop(page, "Camille Besson");
    await page.goto("/");
    const other = await context.newPage();
    // It sleeps: the news of other tabs is held back. Whoever listens first is told first.
    await other.addInitScript(() => window.addEventListener("storage", (event) => event.stopImmediatePropagation()));
    // Nor does the end of the stream or a figure of the menu tell it.
    await other.route("**/api/events", (route) => route.abort());
    const counted = ["approvals?*", "waitingMessages"].map((path) => other.waitForResponse(`**/api/${path}`));
    await Promise.all([...counted, other.goto("/dashboard/myprofile")]);
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByText("You Logged out.")).toBeVisible();
    await logIn(page, buyer);
    // The first thing that is heard of it is what its person does there.
    await other.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "My Orders" }).click();
    await expect(other.getByRole("banner").getByText(buyer.name)).toBeVisible();
    await expect(other.getByText("Camille Besson")).toHaveCount(0);
    await page.evaluate((ms) => new Promise((over) => setTimeout(over, ms)), 500);
    await expect(page.getByRole("banner").getByText(buyer.name)).toBeVisible();
    await page.goto("/dashboard/myorders");
    await expect(page.getByRole("heading", { name: /^My Orders/ })).toBeVisible();
  });
});

for (const [what, refuse] of [
  ["is full", "setItem"],
  ["may not be used", "all"],
] as const) {
  test(`where the browser's storage ${what}, people log in and gather trims all the same`, async ({ page }) => {
    await page.addInitScript((refused) => {
      const no = (name: string) => () => {
        throw new DOMException("No", name);
      };
      if (refused === "setItem") Storage.prototype.setItem = no("QuotaExceededError");
      else Object.defineProperty(window, "localStorage", { get: no("SecurityError") });
    }, refuse);
    const email = await joinShop(page);
    await page.context().clearCookies();
    await page.goto("/trims");
    await page
      .getByRole("button", { name: /Add to order sheet/ })
      .first()
      .click();
    const sheet = page.getByRole("banner").getByRole("link", { name: /^Order sheet/ });
    await expect(sheet).toHaveAccessibleName("Order sheet, 1 line");
    await sheet.click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Order sheet/ })).toContainText("1 line");
  });
}
