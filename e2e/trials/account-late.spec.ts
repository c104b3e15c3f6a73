import type { Page } from "@playwright/test";
import { loseNextAnswer } from "../failures.ts";
import { expect, test } from "../fixtures.ts";
import { enterShop, joinConfirmed, joinShop, PASSWORD } from "../people.ts";
import { codeField, codeOf, openSecurity, plugIn, setUpApp } from "../second-factor.ts";

// A page of one's logins that does not know what has happened since it loaded.

test.use({ expectedErrors: [/40[19]|ERR_FAILED/] });

/** The buttons that change who can log in; the last two open a dialog that asks for the password. */
const actions: Record<string, (page: Page) => Promise<void>> = {
  "set up the app": (page) => page.getByRole("button", { name: "Set up the app" }).click(),
  "change the password": async (page) => {
    await page.getByRole("button", { name: "Change password" }).click();
    const dialog = page.getByRole("dialog", { name: "Change password" });
    await dialog.getByRole("textbox", { name: "Password you have now" }).fill(PASSWORD);
    await dialog.getByRole("textbox", { name: "New password" }).fill("twill-and-copper-77");
    await dialog.getByRole("button", { name: "Change password" }).click();
  },
  "delete the account": async (page) => {
    await page.getByRole("button", { name: "Delete my account…" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account" });
    await dialog.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Delete my account" }).click();
  },
};

for (const [what, act] of Object.entries(actions)) {
  test(`whoever wants to ${what} after their session has ended is led to the login`, async ({ page, shop }) => {
    await joinConfirmed(page);
    await openSecurity(page);
    await expect(page.getByRole("button", { name: "Set up the app" })).toBeVisible();
    // Nothing else may hear of the end first.
    await page.waitForLoadState("networkidle");
    await page.request.post("/api/auth/sign-out", { data: {}, headers: { origin: shop } });
    await act(page);
    await expect(page.getByText("Your sign-in has ended. Please log in again.")).toBeVisible();
    await expect(page).toHaveURL("/login?from=%2Fdashboard%2Fmyprofile%2Fsecurity");
  });

  test(`whoever wants to ${what} on a page that slept changes nothing of the person who has logged in since`, async ({
    page,
    newPerson,
  }) => {
    const next = await joinShop((await newPerson()).context());
    await joinConfirmed(page);
    await openSecurity(page);
    await expect(page.getByRole("button", { name: "Set up the app" })).toBeVisible();
    // What the other tab has kept is there, and the news of it is not.
    await enterShop(page, { email: next, password: PASSWORD });
    const sent: string[] = [];
    page.on("request", (request) => sent.push(new URL(request.url()).pathname));
    const taken = await (await page.request.post("/api/login", { data: { email: next } })).json();
    await page.evaluate(({ accessToken, sessionId }) => {
      localStorage.setItem("accessTokenAbout", `${sessionId} ${Date.now() + 600_000}`);
      localStorage.setItem("accessToken", accessToken);
    }, taken);
    await act(page);
    await expect.poll(() => sent).toContain("/api/auth/get-session");
    expect(sent.filter((path) => /\/auth\/(app|change-password|delete-account)/.test(path))).toEqual([]);
  });
}

test("an app that was set up in another tab is shown to whoever wants to set it up here", async ({ page, context }) => {
  await joinConfirmed(page);
  await openSecurity(page);
  const other = await context.newPage();
  await openSecurity(other);
  await setUpApp(other);
  await page.getByRole("button", { name: "Set up the app" }).click();
  await expect(page.getByText("Switch the app off first.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Switch off the authenticator app" })).toBeVisible();
});

test("an app that was switched on without an answer is shown at the next try", async ({ page }) => {
  await joinConfirmed(page);
  await openSecurity(page);
  await page.getByRole("button", { name: "Set up the app" }).click();
  const shown = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  await loseNextAnswer(page, "**/api/auth/app/confirm");
  await codeField(page).fill(codeOf((shown ?? "").replaceAll(" ", "")));
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByText("No connection to the shop. Please try again.")).toBeVisible();
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByRole("button", { name: "Switch off the authenticator app" })).toBeVisible();
  await expect(page.getByText("10 of 10 left")).toBeVisible();
});

test("a passkey that was added without an answer is shown at the next try", async ({ page }) => {
  await plugIn(page);
  await joinConfirmed(page);
  await openSecurity(page);
  await loseNextAnswer(page, "**/api/auth/passkeys");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("No connection to the shop. Please try again.")).toBeVisible();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("This device already has a passkey for your account.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove passkey/ })).toBeVisible();
});
