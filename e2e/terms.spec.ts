import { expect, test } from "./fixtures.ts";
import { CONTACT, mailTo } from "./mails.ts";
import { joinShop } from "./people.ts";

test("the footer leads to the terms, whose contents lead to each part", async ({ page }) => {
  await page.goto("/blogs");
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await expect(page).toHaveURL("/terms");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms");
  await expect(page.getByText("This is a template.")).toBeVisible();
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

test("every word that is still open is marked, and nothing else", async ({ page }) => {
  await page.goto("/terms");
  const text = (await page.getByRole("main").textContent()) ?? "";
  const open = text.match(/\[[^\]]+\]/g);
  expect(open?.length).toBeGreaterThan(5);
  await expect(page.getByRole("main").locator("mark")).toHaveText(open ?? []);
});

test("a person who registers can read the terms without losing what was typed", async ({ page }) => {
  await page.goto("/register");
  await page.getByLabel("Name").fill("Camille Besson");
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Read the terms" }).click();
  const terms = await opened;
  await expect(terms).toHaveURL("/terms");
  await terms.close();
  await expect(page.getByLabel("Name")).toHaveValue("Camille Besson");
});

test("the footer, the terms and every mail say where to write to", async ({ page }) => {
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
