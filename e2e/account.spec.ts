import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { dismissToasts, sizes } from "./failures.ts";
import { axeInBothSchemes, expect, test } from "./fixtures.ts";
import { expectFocusStays, openAndLeave, press, skipToContent, walk, write } from "./keyboard.ts";
import { mailTo } from "./mails.ts";
import { enterShop, joinConfirmed, PASSWORD } from "./people.ts";

// A wrong password, and calls with a session that was ended elsewhere.
test.use({ expectedErrors: [/40[13]/] });

const NEW_PASSWORD = "twill-and-copper-77";

async function openSecurity(page: Page): Promise<void> {
  await page.goto("/dashboard/myprofile");
  await page.getByRole("link", { name: "Sign-in and security" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign-in and security");
}

for (const { name, viewport } of sizes) {
  test(`a buyer ends a session elsewhere, changes the password, takes the data and leaves, on a ${name}`, {
    tag: name === "phone" ? "@trial" : [],
  }, async ({ page, newPerson }) => {
    await page.setViewportSize(viewport);
    const email = await joinConfirmed(page);
    const elsewhere = await newPerson();
    await enterShop(elsewhere, { email, password: PASSWORD });
    await elsewhere.goto("/dashboard/myorders");
    await expect(elsewhere.getByRole("heading", { level: 1 })).toBeVisible();

    await openSecurity(page);
    const sessions = page.getByRole("region", { name: "Where you are signed in" });
    await expect(sessions.getByRole("listitem")).toHaveCount(2);
    await expect(sessions.getByRole("listitem").first()).toContainText("This one");
    await sessions.getByRole("button", { name: /^Sign out .+ on / }).click();
    await expect(sessions.getByRole("listitem")).toHaveCount(1);
    await expect(sessions.getByRole("heading")).toBeFocused();
    await elsewhere.goto("/dashboard/myorders");
    await expect(elsewhere).toHaveURL(/\/login/);

    await page.getByRole("button", { name: "Change password" }).click();
    const dialog = page.getByRole("dialog", { name: "Change password" });
    await expect(dialog.getByRole("textbox", { name: "Password you have now" })).toBeFocused();
    await expect(dialog.locator("input[autocomplete=username]")).toHaveValue(/@/);
    await dialog.getByRole("textbox", { name: "Password you have now" }).fill("not-the-password");
    await dialog.getByRole("textbox", { name: "New password" }).fill(NEW_PASSWORD);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog.getByText("This is not your password").first()).toBeVisible();
    await dialog.getByRole("textbox", { name: "Password you have now" }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog).toBeHidden();
    await mailTo(email, "Your password was changed");

    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe("rivet-and-reed-my-data.json");
    expect(JSON.parse(await readFile(await file.path(), "utf8"))).toMatchObject({ account: { email }, orders: [] });

    await dismissToasts(page);
    await page.getByRole("button", { name: "Delete my account…" }).click();
    const farewell = page.getByRole("dialog", { name: "Delete your account" });
    await farewell.getByRole("button", { name: "Delete my account" }).click();
    await expect(farewell.getByText("Please type your password").first()).toBeVisible();
    await farewell.getByRole("textbox", { name: "Password" }).fill(NEW_PASSWORD);
    await farewell.getByRole("button", { name: "Delete my account" }).click();
    await expect(page).toHaveURL(/\/$/);
    await mailTo(email, "Your account was deleted");
    await page.goto("/dashboard/myprofile");
    await expect(page).toHaveURL(/\/login/);
  });
}

test("all of it by keyboard", { tag: "@trial" }, async ({ page, newPerson }) => {
  const email = await joinConfirmed(page);
  await enterShop(await newPerson(), { email, password: PASSWORD });
  await page.goto("/dashboard/myprofile/security");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign-in and security");
  await skipToContent(page);
  await press(page.getByRole("button", { name: "Sign out the other one" }));
  await expect(page.getByText("No other sessions.")).toBeVisible();
  await expectFocusStays(page);
  await openAndLeave(page.getByRole("button", { name: "Change password" }));
  await press(page.getByRole("button", { name: "Delete my account…" }));
  await write(page.getByRole("textbox", { name: "Password" }), "not-the-password");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is not your password").first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Password" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.goto("/dashboard/myprofile/security");
  await expect(page.getByText("No other sessions.")).toBeVisible();
  await walk(page, "Tab");
});

for (const { name, viewport } of sizes) {
  test(`nothing on the page of one's logins is hard to reach on a ${name}`, { tag: "@trial" }, async ({
    page,
    newPerson,
  }) => {
    await page.setViewportSize(viewport);
    const email = await joinConfirmed(page);
    await enterShop(await newPerson(), { email, password: PASSWORD });
    await openSecurity(page);
    await axeInBothSchemes(page);
    await page.getByRole("button", { name: "Delete my account…" }).click();
    await axeInBothSchemes(page);
  });
}
