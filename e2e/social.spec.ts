import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { press } from "./keyboard.ts";

const buttons = { Google: "Google signup", GitHub: "GitHub signup" } as const;
type Name = keyof typeof buttons;

/** Opens the popup of a provider by its button. */
async function openPopup(page: Page, name: Name): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: buttons[name] }).click();
  const popup = await opening;
  await expect(popup.getByRole("heading", { name: `Who signs in with ${name}?` })).toBeVisible();
  return popup;
}

async function choose(popup: Page, person: string): Promise<void> {
  await popup.getByRole("button", { name: person }).click();
  await expect(popup.getByText("demo", { exact: true })).toBeVisible();
}

for (const [name, person] of [
  ["Google", "Noor Haddad"],
  ["GitHub", "Priya Raghunath"],
] as const) {
  test(`R-007 R-034 R-187 R-188 R-191 R-317 R-318 R-376 R-377 R-403 ${name}: a new person signs up in the popup and comes back to the remembered page; later they sign in`, async ({
    page,
    newPerson,
  }) => {
    await page.goto("/register?from=%2Fdashboard%2Fmyorders");
    const popup = await openPopup(page, name);
    await choose(popup, person);
    const closing = popup.waitForEvent("close");
    await popup.getByRole("button", { name: "Allow" }).click();
    await closing;
    await expect(page.getByText("Account access given")).toBeVisible();
    await expect(page).toHaveURL("/dashboard/myorders");
    await expect(page.getByRole("banner").getByText(person)).toBeVisible();
    await page.reload();
    await expect(page.getByRole("banner").getByText(person)).toBeVisible();

    const again = await newPerson();
    await again.goto("/login");
    const second = await openPopup(again, name);
    await choose(second, person);
    await press(second.getByRole("button", { name: "Allow" }));
    await expect(again.getByText("Account access given")).toBeVisible();
    await expect(again.getByRole("banner").getByText(person)).toBeVisible();
    await expect(again).toHaveURL("/");
  });
}

test.describe("what can go wrong is said in red under the form", () => {
  test.use({ expectedErrors: [/\b503 \(|ERR_INTERNET_DISCONNECTED|Failed to fetch manifest patches/] });
  const alert = (page: Page) => page.getByRole("alert");

  for (const name of ["Google", "GitHub"] as const) {
    test(`R-197 ${name}: the person refuses`, { tag: name === "GitHub" ? "@trial" : [] }, async ({ page }) => {
      await page.goto("/login");
      const popup = await openPopup(page, name);
      await popup.getByRole("button", { name: "Refuse" }).click();
      await expect(alert(page)).toHaveText(
        `${name} was not allowed to tell the shop who you are. Nothing has changed.`,
      );
      await expect(page.getByRole("button", { name: buttons[name] })).toBeEnabled();
    });

    test(`${name}: the window is closed`, { tag: name === "GitHub" ? "@trial" : [] }, async ({ page }) => {
      await page.goto("/login");
      const popup = await openPopup(page, name);
      await popup.close();
      await expect(alert(page)).toHaveText(`The ${name} window was closed before you were signed in.`);
    });

    test(`R-198 ${name}: the browser blocks the window`, { tag: name === "GitHub" ? "@trial" : [] }, async ({
      page,
    }) => {
      await page.goto("/register");
      await page.evaluate(() => {
        window.open = () => null;
      });
      await page.getByRole("button", { name: buttons[name] }).click();
      await expect(alert(page)).toContainText(`Your browser blocked the ${name} window.`);
    });

    test(`R-198 ${name}: no network`, { tag: "@trial" }, async ({ page, context }) => {
      await page.goto("/login");
      await expect(page.getByRole("button", { name: buttons[name] })).toBeEnabled();
      await context.setOffline(true);
      await page.getByRole("button", { name: buttons[name] }).click();
      await expect(alert(page)).toHaveText("No connection to the shop. Please try again.");
      await context.setOffline(false);
    });

    test(`${name}: the provider is down`, { tag: "@trial" }, async ({ page }) => {
      await page.goto("/login");
      const detail = `${name} cannot be reached right now.`;
      await page.route("**/api/auth/sign-in/social", (route) =>
        route.fulfill({ status: 503, contentType: "application/problem+json", json: { code: "unavailable", detail } }),
      );
      await page.getByRole("button", { name: buttons[name] }).click();
      await expect(alert(page)).toHaveText(detail);
    });
  }
});

// A29
test("messages of other pages and a callback opened by hand sign nobody in", async ({ page, context, shop }) => {
  const { port } = new URL(shop);
  await page.goto("/login");
  const popup = await openPopup(page, "Google");
  const foreign = await context.newPage();
  await foreign.goto(`http://127.0.0.1:${port}/signed-in?attempt=guessed-by-a-stranger`).catch(() => {});
  const stranger = await context.newPage();
  await stranger.goto(`http://127.0.0.1:${port}/blogs`);
  await stranger.evaluate(async (target) => {
    const opened = window.open(target);
    for (let count = 0; count < 100; count++) {
      opened?.postMessage({ attempt: "x", error: null, token: "stolen" }, "*");
      new BroadcastChannel("rivet-and-reed sign-in").postMessage({ attempt: "x", error: null });
    }
  }, `${shop}/login`);
  const sameOrigin = await context.newPage();
  await sameOrigin.goto("/blogs");
  await sameOrigin.evaluate(() => {
    const channel = new BroadcastChannel("rivet-and-reed sign-in");
    for (let count = 0; count < 100; count++) channel.postMessage({ attempt: crypto.randomUUID(), error: null });
  });
  const byHand = await context.newPage();
  await byHand.goto("/api/auth/callback/google?code=stolen&state=stolen").catch(() => {});
  await expect(page.getByRole("button", { name: "Google signup" })).toBeDisabled();
  await expect(page.getByText("Account access given")).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  await popup.close();
  await expect(page.getByRole("alert")).toHaveText(/was closed/);
});

test("at 127.0.0.1 the popup comes back there", { tag: "@trial" }, async ({ page, shop }) => {
  await page.goto(`http://127.0.0.1:${new URL(shop).port}/login`);
  const popup = await openPopup(page, "Google");
  await choose(popup, "Noor Haddad");
  await popup.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("banner").getByText("Noor Haddad")).toBeVisible();
});

test.describe("a window that looks closed", () => {
  /** Holds what the popup's own page loads. */
  const SLOW_MS = 3_000;

  test("on a slow line the popup's end is heard", { tag: "@trial" }, async ({ page }) => {
    await page.goto("/login");
    const popup = await openPopup(page, "Google");
    await popup.route("**/assets/*.js", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      await route.continue();
    });
    await popup.getByRole("button", { name: "Refuse" }).click();
    await expect(page.getByRole("alert")).toHaveText(/^The Google window|^Google was not allowed/);
    await expect(page.getByRole("alert")).toHaveText(/^Google was not allowed/, { timeout: 1 });
  });

  test("a provider that cuts its page off from the shop's still signs people in", { tag: "@trial" }, async ({
    page,
    context,
  }) => {
    const isBeginning = ({ searchParams }: URL) => searchParams.has("code_challenge");
    await context.route(isBeginning, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), "cross-origin-opener-policy": "same-origin" };
      await route.fulfill({ response, headers });
    });
    await page.goto("/login");
    const popup = await openPopup(page, "Google");
    await expect(page.getByRole("alert")).toHaveText("The Google window was closed before you were signed in.");
    await choose(popup, "Noor Haddad");
    await popup.getByRole("button", { name: "Allow" }).click();
    await expect(page.getByText("Account access given")).toBeVisible();
    await expect(page.getByRole("banner").getByText("Noor Haddad")).toBeVisible();
  });
});
