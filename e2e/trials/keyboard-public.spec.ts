import type { Locator } from "@playwright/test";
import { footerOptions } from "#app/content/footer.ts";
import { expect, test } from "../fixtures.ts";
import { expectFocusStays, openAndLeave, press, skipToContent, tabTo, write } from "../keyboard.ts";
import { linkMailedTo } from "../mails.ts";
import { PASSWORD } from "../people.ts";

// From a network of its own, whose mails an hour no other journey uses up.
test.use({
  expectedErrors: [/\b(400|401|404) \(|Failed to fetch manifest patches/],
  extraHTTPHeaders: { "x-forwarded-for": "203.0.113.8" },
});

test("the home page: its carousel, dialogs, trims and footer", async ({ page }) => {
  const { keyboard } = page;
  await page.goto("/");
  await skipToContent(page);
  await openAndLeave(page.getByRole("button", { name: "Our Top Buyers" }));
  await openAndLeave(page.getByRole("button", { name: "Our Monthly Sell" }));
  await press(page.getByRole("button", { name: "Metal rivets" }));
  await press(page.getByRole("button", { name: "Next slide" }));
  await expect(page.getByText("4 of 6", { exact: true })).toBeVisible();

  const more = page.getByRole("link", { name: "Show more" });
  const orders = page.getByRole("link", { name: "Order Now" });
  await press(more);
  await expect(orders).toHaveCount(24);
  await expect(
    page.locator("#trims").getByRole("listitem").nth(12).getByRole("heading").getByRole("link"),
  ).toBeFocused();
  await expectFocusStays(page);
  await tabTo(page.getByRole("combobox", { name: "Search trims" }), "Shift+Tab");
  await keyboard.type("no such thing");
  await press(page.getByRole("button", { name: "Search", exact: true }));
  await expect(page.getByText("No trim matches")).toBeVisible();
  await press(page.getByRole("link", { name: "Show all trims" }));
  await expect(orders).toHaveCount(12);
  await expectFocusStays(page);

  const footer = page.getByRole("contentinfo");
  for (const option of [footerOptions[0], footerOptions.at(-1) ?? ""]) {
    await openAndLeave(footer.getByRole("button", { name: option, exact: true }));
  }
});

test("R-020 the blogs: every answer opens and closes", async ({ page }) => {
  const { keyboard } = page;
  await page.goto("/blogs");
  await skipToContent(page);
  for (const question of await page.locator("summary").all()) {
    const answer = question.locator("..");
    const isOpen = (await answer.getAttribute("open")) !== null;
    await press(question);
    await expect(answer).toHaveJSProperty("open", !isOpen);
    await keyboard.press("Space");
    await expect(answer).toHaveJSProperty("open", isOpen);
  }
});

test("on a phone: from no page home, by the menu to register, and by a mail to a new password", async ({
  page,
  newPerson,
}) => {
  const { keyboard } = page;
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/nope");
  await skipToContent(page);
  await press(page.getByRole("link", { name: /Back to the home page/ }));
  await expect(page).toHaveURL("/");
  await expectFocusStays(page);

  const toggle = page.getByRole("button", { name: "Menu" });
  const header = page.getByRole("banner");
  await press(toggle, "Shift+Tab");
  await tabTo(header.getByRole("link", { name: "Blogs" }));
  await keyboard.press("Escape");
  await expect(toggle).toBeFocused();
  await keyboard.press("Enter");
  await press(header.getByRole("link", { name: "My Portfolio" }));
  await expect(page).toHaveURL("/portfolio");
  await expectFocusStays(page);
  await press(toggle, "Shift+Tab");
  await press(header.getByRole("link", { name: "Login" }));
  await press(page.getByRole("main").getByRole("link", { name: "Register" }));
  await expect(page).toHaveURL("/register");
  await expectFocusStays(page);

  const email = `${crypto.randomUUID()}@norrland-denim.example`;
  await write(page.getByLabel("Name"), "Astrid Lindqvist");
  await write(page.getByLabel("E-mail"), email);
  await write(page.getByRole("textbox", { name: "Password" }), PASSWORD);
  await tabTo(page.getByLabel("I agree with the terms"));
  await keyboard.press("Space");
  await press(page.getByRole("button", { name: "Submit" }));
  await expect(page.getByText("Account creation done !!!!")).toBeVisible();
  await expectFocusStays(page);
  await page.goto(await linkMailedTo(email, "Please confirm your e-mail address"));
  await press(page.getByRole("link", { name: "Go to the shop" }));
  await expect(page).toHaveURL("/home");
  await expectFocusStays(page);
  await press(toggle, "Shift+Tab");
  await press(header.getByRole("link", { name: "Dashboard" }));
  await expect(page).toHaveURL("/dashboard");
  await expectFocusStays(page);
  await press(toggle, "Shift+Tab");
  await tabTo(page.getByRole("navigation", { name: "Dashboard" }).getByRole("link").last());
  await press(header.getByRole("button", { name: "Logout" }));
  await expect(page).toHaveURL("/home");
  await expect(page.getByText("You Logged out.")).toBeVisible();
  await expectFocusStays(page);

  const other = await newPerson();
  await other.goto("/login");
  await skipToContent(other);
  await write(other.getByLabel("E-mail"), email);
  const reset = other.getByRole("button", { name: "Reset password." });
  await openAndLeave(reset);
  await other.keyboard.press("Enter");
  await press(other.getByRole("dialog").getByRole("button", { name: "Yes" }));
  await expect(other.getByText("Sent email for password reset")).toBeVisible();
  await expect(reset).toBeFocused();
  await press(other.getByRole("button", { name: "Login as Admin ?" }));
  await expect(other.getByText(/^Demo admin/)).toBeVisible();
  const github = other.getByRole("button", { name: "GitHub signup" });
  const opening = other.waitForEvent("popup");
  await press(github);
  const popup = await opening;
  await press(popup.getByRole("button", { name: "Refuse" }));
  await expect(other.getByRole("alert")).toBeVisible();
  await expect(github).toBeFocused();

  await other.goto(await linkMailedTo(email, "Set a new password"));
  await skipToContent(other);
  const password = other.getByLabel("New password");
  await write(password, "password");
  await other.keyboard.press("Enter");
  await expect(other.getByLabel("New password")).toHaveAccessibleDescription(/among the most common/);
  await expect(password).toBeFocused();
  await write(password, "twill-and-copper");
  await press(other.getByRole("button", { name: "Set password" }));
  await expect(other).toHaveURL("/login");
  await expectFocusStays(other);
});

test("a filter that changes above the focus leaves it in sight, and what it stood in if it goes", async ({ page }) => {
  let gate = Promise.withResolvers<void>();
  await page.route("**/trims.data*", async (route) => {
    await gate.promise;
    await route.continue();
  });
  const filter = page.getByRole("region", { name: "Filter" });
  const answered = async (stop: Locator) => {
    gate = Promise.withResolvers<void>();
    await page.goto("/trims?q=linen");
    await press(page.getByRole("navigation", { name: "Product line" }).getByRole("link", { name: "Threads" }));
    await tabTo(stop);
    gate.resolve();
    await expect(filter.getByRole("group", { name: "Size", exact: true })).toBeVisible();
    await expectFocusStays(page);
  };
  const colour = filter.locator("summary", { hasText: /^Colour$/ });
  await answered(colour);
  await expect(colour).toBeFocused();
  const materials = filter.getByRole("group", { name: "Material" }).getByText("more, no trims");
  await answered(materials);
  await expect(materials).toBeFocused();
  await answered(filter.getByRole("group", { name: "Finish" }).getByText("more, no trims"));
  await expect(filter.locator("summary", { hasText: /^Finish$/ })).toBeFocused();
});
