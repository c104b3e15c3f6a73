import type { Page } from "@playwright/test";
import { loseNextAnswer } from "../failures.ts";
import { expect, test } from "../fixtures.ts";
import { linkMailedTo } from "../mails.ts";
import { joinConfirmed, joinShop, logIn, newAddress, PASSWORD } from "../people.ts";

const LOST = "No connection to the shop. Please try again.";

// From a network of its own: the other journeys use up the mails an hour that one network may cause.
test.use({
  expectedErrors: [/\b(400|401) \(|ERR_FAILED/],
  extraHTTPHeaders: { "x-forwarded-for": "203.0.113.88" },
});

async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.goto("/register");
  await page.getByLabel("Name").fill("Camille Besson");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByLabel("I agree with the terms").check();
}

test("who registers again because no answer came is signed in to the account of the first try", async ({ page }) => {
  await fillRegistration(page, newAddress());
  await loseNextAnswer(page, "**/api/auth/sign-up/email");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText(LOST)).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Account creation done !!!!")).toBeVisible();
  await expect(page.getByRole("banner").getByText("Camille Besson")).toBeVisible();
});

test("who registers another's address, with or without an answer, learns nothing of it", async ({
  page,
  newPerson,
}) => {
  await fillRegistration(page, await joinShop(await newPerson()));
  await page.getByRole("textbox", { name: "Password" }).fill("twill-and-copper");
  await loseNextAnswer(page, "**/api/auth/sign-up/email");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText(LOST)).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText(/^No account was opened\. If this address already has one/)).toBeVisible();
});

test("who sets a new password again because no answer came is told that it may be set, and it is", async ({ page }) => {
  const email = await joinConfirmed(page, "Hiroto Minase");
  await page.context().clearCookies();
  await page.request.post("/api/auth/request-password-reset", { data: { email } });
  await page.goto(await linkMailedTo(email, "Set a new password"));
  await page.getByLabel("New password").fill("twill-and-copper");
  await loseNextAnswer(page, "**/api/auth/reset-password");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText(LOST)).toBeVisible();
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Your new password may be set already: no answer came to your first try. Please log in with it.",
  );
  await page.getByRole("main").getByRole("link", { name: "Login" }).click();
  await logIn(page, { name: "Hiroto Minase", email, password: "twill-and-copper" });
});
