import { expect, test } from "./fixtures.ts";
import { CONTACT, mailTo } from "./mails.ts";
import { admin, enterShop, joinShop } from "./people.ts";

test("the footer leads to the terms, whose contents lead to each part", async ({ page }) => {
  await page.goto("/blogs");
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await expect(page).toHaveURL("/terms");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms");
  const parts = page.getByRole("main").getByRole("region");
  const contents = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
  await expect(contents).toHaveText(await parts.getByRole("heading").allTextContents());
  expect(await contents.count()).toBeGreaterThan(6);
  for (const [at, link] of (await contents.all()).entries()) {
    await link.click();
    await expect(parts.nth(at).getByRole("heading")).toBeInViewport({ ratio: 1 });
    await expect(parts.nth(at).getByRole("heading")).toBeFocused();
  }
});

test("what is still open in the terms is marked for admins, and no buyer reads a bracket", { tag: "@trial" }, async ({
  page,
}) => {
  await page.goto("/terms");
  const main = page.getByRole("main");
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(main).not.toContainText(/[[\]]|template/);
  await expect(main).toContainText("Goods in stock leave us within 2 working days of acceptance.");
  await expect(main).toContainText("Rivet & Reed, Loom Lane 3, Leeds LS9 8AB, United Kingdom. Company number");
  await enterShop(page, admin);
  await page.goto("/terms");
  await expect(page.getByText("This is a template.")).toBeVisible();
  const open = ((await main.textContent()) ?? "").match(/\[[^\]]+\]/g);
  expect(open?.length).toBeGreaterThan(5);
  await expect(main.locator("mark")).toHaveText(open ?? []);
});

test("the footer says who the company is, from the settings of its papers", async ({ page }) => {
  await page.goto("/blogs");
  const foot = page.getByRole("contentinfo");
  await expect(foot).toContainText("Rivet & Reed, Loom Lane 3, Leeds LS9 8AB, United Kingdom. Company number");
  await expect(foot.getByRole("link", { name: "+44 113 496 0107" })).toHaveAttribute("href", "tel:+441134960107");
});

test("a person who registers can read the terms without losing what was typed", { tag: "@trial" }, async ({ page }) => {
  await page.goto("/register");
  await page.getByLabel("Name").fill("Camille Besson");
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Read the terms" }).click();
  const terms = await opened;
  await expect(terms).toHaveURL("/terms");
  await terms.close();
  await expect(page.getByLabel("Name")).toHaveValue("Camille Besson");
});

test("the footer, the terms and every mail say where to write to", { tag: "@trial" }, async ({ page }) => {
  for (const path of ["/", "/blogs", "/terms"]) {
    await page.goto(path);
    const written = page.getByRole("contentinfo").getByRole("link", { name: CONTACT });
    await expect(written).toHaveAttribute("href", `mailto:${CONTACT}`);
  }
  await expect(page.getByRole("main").getByRole("link", { name: CONTACT })).toHaveAttribute(
    "href",
    `mailto:${CONTACT}`,
  );
  // Also where the browser came to the page by itself.
  await page.getByRole("banner").getByRole("link", { name: "Blogs" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blogs");
  await expect(page.getByRole("contentinfo").getByRole("link", { name: CONTACT })).toBeVisible();

  const mail = await mailTo(await joinShop(page), "Please confirm your e-mail address");
  expect(mail.text).toContain(CONTACT);
  expect(mail.html).toContain(`href="mailto:${CONTACT}"`);
  expect(mail.replyTo).toEqual([{ name: "", address: CONTACT }]);
});
