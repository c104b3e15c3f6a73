import type { Page } from "@playwright/test";
import { dismissToasts, sizes } from "./failures.ts";
import { axe, axeInBothSchemes, expect, test } from "./fixtures.ts";
import { expectSettled } from "./keyboard.ts";
import { mailTo } from "./mails.ts";
import { enterShop, joinConfirmed, joinShop, PASSWORD } from "./people.ts";
import { codeField, codeOf, leaveCodes, openSecurity, plugIn, setUpApp } from "./second-factor.ts";

// The 401 that asks for the second step, wrong codes, and the proof that is asked for.
test.use({ expectedErrors: [/40[13]/] });

/** Gives address and password on a page that nobody is logged in on. */
async function typePassword(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
}

for (const { name, viewport } of sizes) {
  test(`a buyer sets up an app, logs in with it and with a recovery code, and switches it off, on a ${name}`, {
    tag: name === "phone" ? "@trial" : [],
  }, async ({ page, newPerson }) => {
    await page.setViewportSize(viewport);
    const email = await joinConfirmed(page);
    await openSecurity(page);
    const { key, codes } = await setUpApp(page);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as a file" }).click();
    expect((await saving).suggestedFilename()).toBe("rivet-and-reed-recovery-codes.txt");
    await leaveCodes(page);
    await mailTo(email, "An authenticator app was switched on");

    const elsewhere = await newPerson();
    await elsewhere.setViewportSize(viewport);
    await typePassword(elsewhere, email);
    await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText("Enter the code");
    await expect(codeField(elsewhere)).toBeFocused();
    await elsewhere.keyboard.type("000000");
    await elsewhere.keyboard.press("Enter");
    await expect(elsewhere.getByText("This code is wrong or has expired.")).toBeVisible();
    await expect(codeField(elsewhere)).toBeFocused();
    await axe(elsewhere);
    await elsewhere.keyboard.type(codeOf(key).replace(/(...)/, "$1 "));
    await elsewhere.keyboard.press("Enter");
    await expect(elsewhere).toHaveURL(/\/$/);

    const third = await newPerson();
    await typePassword(third, email);
    await third.getByRole("button", { name: "Use a recovery code" }).press("Enter");
    await expect(third.getByRole("heading", { level: 1 })).toHaveText("Use a recovery code");
    await third.keyboard.type(codes[0]?.toLowerCase() ?? "");
    await third.keyboard.press("Enter");
    await expect(third).toHaveURL(/\/$/);
    await mailTo(email, "A recovery code was used");

    await openSecurity(page);
    await expect(page.getByText("9 of 10 left")).toBeVisible();
    await expect(page.getByText(/with the password and the app’s code/)).toBeVisible();
    await page.getByRole("button", { name: "Switch off the authenticator app" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Switch the app off" });
    await dialog.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByText("After the password we also ask for a code")).toBeVisible();
    await mailTo(email, "The authenticator app was switched off");
  });
}

test.describe("the second step whose code does not load", () => {
  test.use({ expectedErrors: [/40[134]|ERR_FAILED/] });

  test("as a passkey asks for the page of now", { tag: "@trial" }, async ({ page }) => {
    await page.goto("/login");
    await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404 }));
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByText("A part of this page did not load. Please reload the page")).toBeVisible();
  });

  test("is taken on the page of now, where the old page asked for what is gone", { tag: "@trial" }, async ({
    page,
    newPerson,
  }) => {
    const email = await joinConfirmed(page);
    await openSecurity(page);
    const { key } = await setUpApp(page);
    const old = await newPerson();
    await old.goto("/login");
    let isOld = true;
    old.on("request", (asked) => {
      if (asked.isNavigationRequest()) isOld = false;
    });
    await old.route("**/assets/second-step-*.js", (route) =>
      isOld ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await old.getByLabel("E-mail").fill(email);
    await old.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await old.keyboard.press("Enter");
    await expect(old.getByRole("heading", { level: 1 })).toHaveText("Enter the code");
    await codeField(old).fill(codeOf(key));
    await old.keyboard.press("Enter");
    await expect(old).toHaveURL(/\/$/);
    expect(isOld).toBe(false);
  });

  test("leads back to the login where there is no connection", { tag: "@trial" }, async ({ page, newPerson }) => {
    const email = await joinConfirmed(page);
    await openSecurity(page);
    await setUpApp(page);
    const cutOff = await newPerson();
    await cutOff.goto("/login");
    await cutOff.route("**/assets/second-step-*.js", (route) => route.abort());
    await cutOff.route("**/login", (route) => route.abort());
    await cutOff.getByLabel("E-mail").fill(email);
    await cutOff.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await cutOff.keyboard.press("Enter");
    await expect(cutOff.getByText("There is no connection to the shop. Please try again.")).toBeVisible();
    await expect(cutOff.getByRole("heading", { level: 1 })).toHaveText("Login");
  });
});

test("a passkey is added, named, used to log in and as the second step, and removed", async ({ page, shop }) => {
  await plugIn(page);
  const email = await joinConfirmed(page);
  await openSecurity(page);
  await page.getByRole("button", { name: "Add a passkey" }).press("Enter");
  await expect(page.getByRole("list", { name: "Recovery codes" })).toBeVisible();
  await leaveCodes(page);
  await page.getByRole("button", { name: /^Rename passkey/ }).press("Enter");
  await page.getByRole("textbox", { name: "Name" }).fill("Office laptop");
  await page.keyboard.press("Enter");
  // The dialog names the same example.
  await expect(page.getByText("Office laptop", { exact: true })).toBeVisible();
  await mailTo(email, "A passkey was added");

  await page.request.post("/api/auth/sign-out", { data: {}, headers: { origin: shop } });
  await page.goto("/login");
  // A click waits until the form takes it, a key is lost.
  await expectSettled(page);
  await page.getByRole("button", { name: "Use a passkey" }).press("Enter");
  await expect(page).toHaveURL(/\/$/);

  await page.request.post("/api/auth/sign-out", { data: {}, headers: { origin: shop } });
  await typePassword(page, email);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Use your passkey");
  await page.getByRole("button", { name: "Use a passkey" }).press("Enter");
  await expect(page).toHaveURL(/\/$/);

  await openSecurity(page);
  await expect(page.getByText(/with the password and a passkey/)).toBeVisible();
  await page.getByRole("button", { name: "Remove passkey Office laptop" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Remove passkey" }).press("Enter");
  await expect(page.getByText("Office laptop")).toHaveCount(0);
  await mailTo(email, "A passkey was removed");
});

test("whoever leaves the set-up of the app and begins again keeps the focus, however late the shop is", {
  tag: "@trial",
}, async ({ page }) => {
  await joinConfirmed(page);
  await openSecurity(page);
  await page.getByRole("button", { name: "Set up the app" }).press("Enter");
  await expect(codeField(page)).toBeFocused();
  // From now on the page asks for the state of the account and gets no answer.
  await page.route(/\/security\.data/, () => {});
  await page.getByRole("button", { name: "Not now" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Authenticator app" })).toBeFocused();
  await page.getByRole("button", { name: "Set up the app" }).press("Enter");
  await expect(codeField(page)).toBeFocused();
});

for (const { name, viewport } of sizes) {
  test(`nothing of the second factor is hard to reach on a ${name}`, { tag: "@trial" }, async ({ page, newPerson }) => {
    await page.setViewportSize(viewport);
    const email = await joinConfirmed(page);
    await enterShop(await newPerson(), { email, password: PASSWORD });
    await openSecurity(page);
    await page.getByRole("button", { name: "Set up the app" }).click();
    await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
    await axeInBothSchemes(page);
    await page.getByRole("button", { name: "Not now" }).click();
    await setUpApp(page);
    await dismissToasts(page);
    await axeInBothSchemes(page);
    await leaveCodes(page);
    await page.getByRole("button", { name: "Switch off the authenticator app" }).click();
    await axeInBothSchemes(page);
  });
}

test("until the address is confirmed, the page says where the mail can be sent again", { tag: "@trial" }, async ({
  page,
}) => {
  await joinShop(page);
  await page.goto("/dashboard/myprofile/security");
  await expect(page.getByText("Please confirm your e-mail address first.")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Send again" })).toBeVisible();
});
