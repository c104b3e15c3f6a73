import type { Page } from "@playwright/test";
import { dismissToasts, failNext, hold, saidFor, sizes } from "../failures.ts";
import { axe, expect } from "../fixtures.ts";
import { expectFocusStays, openAndLeave, press, skipToContent, tabTo, write } from "../keyboard.ts";
import { mailTo } from "../mails.ts";
import { goByMenu } from "../menu.ts";
import { admin, enterShop, joinConfirmed, joinShop } from "../people.ts";
import { test } from "./own-shop.ts";

// What is hidden and answered here is on the home page: no other journey should come across it.
test.use({ expectedErrors: [/\b(409|500) \(|ERR_INTERNET_DISCONNECTED/] });

/** Writes a review and returns its words. */
async function writeReview(page: Page, email: string, img = ""): Promise<string> {
  const { accessToken } = await (await page.request.post("/api/login", { data: { email } })).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const review = `Even cones, lot ${crypto.randomUUID()}.`;
  const data = { name: "Astrid Lindqvist", email, img, ratings: 4, review };
  const answer = await page.request.post("/api/reviews", { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return review;
}

/** The home page's card with these words; a public page may be a quarter of a second old. */
async function expectOnHomePage(page: Page, words: string, count: number, answer?: string): Promise<void> {
  await expect(async () => {
    await page.goto("/home?reviews=60");
    const card = page.getByRole("region", { name: "What buyers say" }).getByRole("listitem").filter({ hasText: words });
    await expect(card).toHaveCount(count, { timeout: 1_000 });
    if (answer) await expect(card).toContainText(`Rivet & Reed answers${answer}`, { timeout: 1_000 });
  }).toPass();
}

for (const { name, viewport } of sizes) {
  test(`an admin answers a review, hides it with a reason and shows it again, on a ${name}`, {
    tag: name === "phone" ? "@trial" : [],
  }, async ({ page, newPerson }) => {
    const writer = await newPerson();
    const email = await joinConfirmed(writer, "Astrid Lindqvist");
    const words = await writeReview(writer, email);
    await page.setViewportSize(viewport);
    await enterShop(page, admin);
    await page.goto("/dashboard");
    await goByMenu(page, "Reviews");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Reviews : \d+ items$/);
    await page.getByRole("searchbox").fill(words.slice(-37, -1));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reviews : 1 items");
    const card = page.getByRole("main").getByRole("listitem").filter({ hasText: words });
    const answer = page.getByLabel("Your answer");

    await card.getByRole("button", { name: "Answer Astrid Lindqvist" }).click();
    await expect(answer).toBeFocused();
    await page.getByRole("button", { name: "Publish answer" }).click();
    await expect(page.getByText("Please write an answer")).toBeVisible();
    await answer.fill("Thank you. The loom keeps its setting.");
    const failures = ["network", { status: 500 }] as const;
    // What is said does not depend on the width.
    for (const failure of name === "desktop" ? failures : failures.slice(0, 1)) {
      await failNext(page, "PUT", /\/api\/reviews\//, failure);
      await page.getByRole("button", { name: "Publish answer" }).click();
      await expect(page.getByText(saidFor(failure))).toBeVisible();
      await expect(answer).toHaveValue("Thank you. The loom keeps its setting.");
      await dismissToasts(page);
    }
    await page.getByRole("button", { name: "Publish answer" }).dblclick();
    await expect(card).toContainText("The loom keeps its setting.");
    await expect(card.getByRole("button", { name: "Change the answer to Astrid Lindqvist" })).toBeFocused();
    await axe(page);
    expect((await mailTo(email, "Rivet & Reed answered your review")).text).toContain("The loom keeps its setting.");
    await expectOnHomePage(writer, words, 1, "Thank you. The loom keeps its setting.");

    await card.getByRole("button", { name: /^Hide/ }).click();
    const dialog = page.getByRole("dialog", { name: "Hide this review" });
    await dialog.getByRole("button", { name: "Hide review" }).click();
    for (const said of ["Please choose a reason", "Please tell the writer the reason"]) {
      await expect(dialog.getByText(said)).toBeVisible();
    }
    await dialog.getByLabel("Reason").selectOption("Names a person");
    await dialog.getByLabel("In words, for the writer").fill("It names our foreman.");
    await dialog.getByRole("button", { name: "Hide review" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(card).toContainText("Names a person");
    await expect(card.getByRole("button", { name: /^Answer|^Change/ })).toHaveCount(0);
    expect((await mailTo(email, "Your review is hidden")).text).toContain("It names our foreman.");
    await expectOnHomePage(writer, words, 0);

    await page
      .getByRole("navigation", { name: "Reviews by state" })
      .getByRole("link", { name: /^Hidden/ })
      .click();
    await expect(page).toHaveURL(/tab=hidden/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reviews : 1 items");
    await card.getByRole("button", { name: "Show the review of Astrid Lindqvist again" }).click();
    await expect(card.getByRole("button", { name: /^Hide/ })).toBeFocused();
    // It stays where it is until the list is asked for again, and counts no more.
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reviews : 0 items");
    await expectOnHomePage(writer, words, 1, "Thank you. The loom keeps its setting.");
  });
}

test("another admin is quicker: the page says so, and nothing is overwritten", { tag: "@trial" }, async ({
  page,
  newPerson,
}) => {
  const writer = await newPerson();
  const words = await writeReview(writer, await joinShop(writer));
  await enterShop(page, admin);
  const other = await newPerson();
  await enterShop(other, admin);
  for (const each of [page, other]) {
    await each.goto(`/dashboard/reviews?q=${words.slice(-37, -1)}`);
    await each.getByRole("button", { name: /^Answer/ }).click();
    await each.getByLabel("Your answer").fill(each === page ? "The slower answer." : "The quicker answer.");
  }
  await other.getByRole("button", { name: "Publish answer" }).click();
  await expect(other.getByRole("main")).toContainText("The quicker answer.");
  await page.getByRole("button", { name: "Publish answer" }).click();
  await expect(page.getByText(/Another admin has answered this review.* It reads: The quicker answer\./)).toBeVisible();
  await expect(page.getByLabel("Your answer")).toHaveValue("The slower answer.");
  await other.getByRole("button", { name: /^Hide/ }).click();
  const dialog = other.getByRole("dialog");
  // No mail can be sent: the address is not confirmed.
  await expect(dialog).toContainText("has no confirmed address");
  await other.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("a press on the menu counts though a message comes over it before the release", { tag: "@trial" }, async ({
  page,
  newPerson,
}) => {
  const writer = await newPerson();
  const words = await writeReview(writer, await joinShop(writer));
  // Here messages lie over the header.
  await page.setViewportSize({ width: 360, height: 780 });
  await enterShop(page, admin);
  await page.goto(`/dashboard/reviews?q=${words.slice(-37, -1)}`);
  await page.getByRole("button", { name: /^Answer/ }).click();
  await page.getByLabel("Your answer").fill("Thank you.");
  const release = await hold(page, "PUT", /\/api\/reviews\//);
  await page.getByRole("button", { name: "Publish answer" }).click();
  const menu = page.getByRole("banner").getByRole("button", { name: "Menu" });
  const box = await menu.boundingBox();
  if (!box) throw new Error("The menu is not shown");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  release();
  const message = page.getByRole("status").filter({ hasText: "The answer is on the home page." });
  await expect(message).toBeVisible();
  const place = await message.boundingBox();
  expect(place && place.y < y && y < place.y + place.height, "the message lies over the menu").toBe(true);
  await page.mouse.up();
  await expect(menu).toHaveAttribute("aria-expanded", "true");
  await message.getByRole("button", { name: "Close" }).click();
  await expect(message).toHaveCount(0);
});

test("on a phone a review stays where it is when its form closes", { tag: "@trial" }, async ({ page, newPerson }) => {
  const writer = await newPerson();
  const email = await joinShop(writer);
  const words = await writeReview(writer, email);
  // Below it there is more, so that the page could scroll.
  for (let more = 0; more < 3; more += 1) await writeReview(writer, email);
  await page.setViewportSize({ width: 360, height: 740 });
  await enterShop(page, admin);
  await page.goto(`/dashboard/reviews?sort=oldest&q=${email.slice(0, 36)}`);
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: words });
  for (const act of ["Not now", "Publish answer"]) {
    await card.getByRole("button", { name: /^Answer/ }).click();
    await card.getByLabel("Your answer").fill("Thank you.");
    const button = card.getByRole("button", { name: act });
    // What opened the form is below the window's edge.
    await button.evaluate((one) => one.scrollIntoView({ block: "end", behavior: "instant" }));
    const before = await card.boundingBox();
    await button.click();
    await expect(card.getByRole("button", { name: /^(Answer|Change the answer)/ })).toBeFocused();
    expect((await card.boundingBox())?.y, act).toBeCloseTo(before?.y ?? 0, 0);
  }
});

test("on a phone the reviews stay where they are when the ratings come", { tag: "@trial" }, async ({
  page,
  newPerson,
}) => {
  const writer = await newPerson();
  const words = await writeReview(writer, await joinShop(writer));
  await page.setViewportSize({ width: 360, height: 740 });
  await enterShop(page, admin);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/reviewCounts**", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto("/dashboard/reviews");
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: words });
  await expect(card).toBeVisible();
  const before = await card.boundingBox();
  answer();
  await expect(page.getByText(/^of 5, from \d+ shown reviews?$/)).toBeVisible();
  expect((await card.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
});

test("an admin answers, hides and shows a review by keyboard", { tag: "@trial" }, async ({ page, newPerson }) => {
  const writer = await newPerson();
  const words = await writeReview(writer, await joinShop(writer));
  const { keyboard } = page;
  await enterShop(page, admin);
  await page.goto("/dashboard/reviews");
  await skipToContent(page);
  await write(page.getByRole("searchbox"), words.slice(-37, -1));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reviews : 1 items");
  const opener = page.getByRole("button", { name: "Answer Astrid Lindqvist" });
  await press(opener);
  const answer = page.getByLabel("Your answer");
  await expect(answer).toBeFocused();
  await press(page.getByRole("button", { name: "Not now" }));
  await expect(opener).toBeFocused();
  await keyboard.press("Enter");
  await expect(answer).toBeFocused();
  await keyboard.type("Thank you.");
  await press(page.getByRole("button", { name: "Publish answer" }));
  await expect(page.getByRole("button", { name: /^Change the answer/ })).toBeFocused();

  const hide = page.getByRole("button", { name: /^Hide the review/ });
  await openAndLeave(hide);
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Hide this review" });
  await tabTo(dialog.getByLabel("Reason"));
  await keyboard.type("Insults");
  await write(dialog.getByLabel("In words, for the writer"), "It insults our foreman.");
  await press(dialog.getByRole("button", { name: "Hide review" }));
  const show = page.getByRole("button", { name: /^Show the review/ });
  await expect(show).toBeFocused();
  await expectFocusStays(page);
  await keyboard.press("Enter");
  await expect(hide).toBeFocused();
  await expectFocusStays(page);
});

test("the photo of a reviewer, at the foot of the home page, is not hinted at its head", { tag: "@trial" }, async ({
  page,
}) => {
  const photo = "https://pictures.example/astrid.webp";
  const words = await writeReview(page, await joinConfirmed(page), photo);
  await expectOnHomePage(page, words, 1);
  const home = await page.request.get("/home");
  const html = await home.text();
  expect(html).toContain(photo);
  for (const hint of html.match(/<link [^>]*>/g) ?? []) expect(hint).not.toContain(photo);
  expect(home.headers().link ?? "").not.toContain(photo);
});
