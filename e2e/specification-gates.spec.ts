import type { Page } from "@playwright/test";
import { login, register } from "#test/specification/gates.ts";
import { expect, test } from "./fixtures.ts";
import { expectPainted } from "./looks.ts";
import { startPagesOver } from "./pages-over.ts";
import { admin, buyer, PASSWORD } from "./people.ts";

const soft = expect.soft;
const main = (page: Page) => page.getByRole("main");
const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const password = (page: Page) => page.getByRole("textbox", { name: "Password" });

// From a network of its own, whose mails an hour no other journey uses up.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.9" } });

async function expectFields(page: Page, fields: readonly { line: string; label: string; type: string }[]) {
  for (const { line, label, type } of fields) {
    const field = main(page).getByRole("textbox", { name: label });
    await soft(field, line).toHaveAttribute("required");
    await soft(field, line).toHaveJSProperty("type", type);
  }
}

test("R-179 R-180 R-182 R-183 R-184 R-186 R-187 R-188 R-189 Login has its fields, buttons and links", async ({
  page,
}) => {
  await page.goto("/login");
  await expectFields(page, login.fields);
  for (const { line, label } of [login.reset, login.button, login.demo, ...login.social])
    await soft(main(page).getByRole("button", { name: label, exact: true }), line).toBeVisible();
  await soft(main(page).getByRole("link", { name: login.register.label })).toHaveAttribute("href", login.register.path);
  const heights: number[] = [];
  const [google, github] = login.social.map(({ label }) => main(page).getByRole("button", { name: label }));
  for (const part of [google, main(page).getByText(login.between.words, { exact: true }), github])
    heights.push((await part?.boundingBox())?.y ?? 0);
  soft(heights).toEqual(heights.toSorted((a, b) => a - b));
  soft(new Set(heights).size).toBe(3);

  await main(page).getByRole("button", { name: login.button.label, exact: true }).click();
  for (const said of [/Please write an e-mail address/, /Password is required/])
    await expectPainted(main(page).getByText(said), "red");
});

test("R-184 R-185 Login as Admin ? only tells the demo's account, and in a shop that is no demo that there is none", async ({
  page,
}) => {
  await page.goto("/login");
  const press = () => main(page).getByRole("button", { name: login.demo.label, exact: true }).click();
  await press();
  await soft(toast(page, admin.email)).toContainText(admin.password);
  await soft(page).toHaveURL("/login");
  await soft(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  soft(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();

  const shop = await startPagesOver({ trims: [], reviews: [] });
  await page.goto(`${shop.url}/login`);
  await press();
  await soft(toast(page, "Demo login is off in this shop.")).toBeVisible();
  await soft(page.getByText(admin.password)).toHaveCount(0);
  await shop.stop();
});

test("R-006 R-033 R-035 R-190 the login without a remembered page leads to /, and says so in green", async ({
  page,
}) => {
  await page.goto("/login");
  await main(page).getByLabel("E-mail").fill(buyer.email);
  await password(page).fill(buyer.password);
  await main(page).getByRole("button", { name: login.button.label, exact: true }).click();
  await soft(toast(page, login.success.words)).toContainText(login.success.words);
  await expectPainted(toast(page, login.success.words).locator("svg").nth(0), "green");
  await soft(page).toHaveURL("/");
});

test("R-192 R-193 R-194 R-195 R-196 the reset asks first; declined or without an address it sends nothing, and an unknown address gets the same words", async ({
  page,
}) => {
  let requests = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/request-password-reset")) requests++;
  });
  await page.goto("/login");
  const answer = async (word: "Yes" | "No") => {
    await main(page).getByRole("button", { name: login.reset.label, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await soft(dialog.getByText(login.reset.question, { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: word, exact: true }).click();
    await soft(dialog).toBeHidden();
  };
  await answer("No");
  await answer("Yes");
  // One, so that the No before said nothing.
  await soft(toast(page, login.reset.empty)).toHaveCount(1);
  await soft(toast(page, login.reset.sent)).toHaveCount(0);
  soft(requests).toBe(0);
  await main(page).getByLabel("E-mail").fill("nobody@atelier-vaubleu.example");
  await answer("No");
  await soft(toast(page, login.reset.sent)).toHaveCount(0);
  soft(requests).toBe(0);
  await answer("Yes");
  await soft(toast(page, login.reset.sent)).toBeVisible();
  await soft(main(page).getByRole("alert")).toHaveText("");
  soft(requests).toBe(1);
});

test("R-006 R-199 R-200 R-201 R-202 R-203 R-204 R-206 R-401 R-207 Register has its fields, waits for the terms, and leads to / under the new name", async ({
  page,
}) => {
  await page.goto("/register");
  await expectFields(page, register.fields);
  await soft(main(page).getByRole("link", { name: register.login.label })).toHaveAttribute("href", register.login.path);
  const submit = main(page).getByRole("button", { name: register.submit.label, exact: true });
  const terms = main(page).getByRole("checkbox", { name: register.terms.label });
  await soft(terms).not.toBeChecked();
  await soft(submit).toBeDisabled();
  await terms.check();
  await soft(submit).toBeEnabled();
  await terms.uncheck();
  await soft(submit).toBeDisabled();
  await terms.check();
  await submit.click();
  for (const said of [/Name is required/, /Please write an e-mail address/, /At least 8 characters/])
    await expectPainted(main(page).getByText(said), "red");

  await main(page).getByLabel("Name").fill("Ines Carvalho");
  await main(page).getByLabel("E-mail").fill(`${crypto.randomUUID()}@norrland-denim.example`);
  await password(page).fill(PASSWORD);
  await page.evaluate(() => document.body.setAttribute("data-not-reloaded", ""));
  await submit.click();
  await soft(toast(page, register.success.words)).toBeVisible();
  await expectPainted(toast(page, register.success.words).locator("svg").nth(0), "green");
  await soft(page).toHaveURL("/");
  await soft(page.getByRole("banner").getByText("Ines Carvalho", { exact: true })).toBeVisible();
  await soft(page.locator("body")).toHaveAttribute("data-not-reloaded");
});
