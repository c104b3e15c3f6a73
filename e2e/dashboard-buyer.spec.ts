import { failNext, saidFor, sizes } from "./failures.ts";
import { axe, expect, test } from "./fixtures.ts";
import { goByMenu } from "./menu.ts";
import { acceptance, buyerWithOrders, moveOrder } from "./orders.ts";
import { admin, enterShop, joinShop } from "./people.ts";

for (const { name, viewport } of sizes) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport, expectedErrors: [/\b(422|500) \(|ERR_INTERNET_DISCONNECTED/] });

    test("R-010 R-117 a buyer writes a review, which appears on the home page at once", { tag: "@trial" }, async ({
      page,
    }) => {
      const email = await joinShop(page, "Astrid Lindqvist");
      await page.goto("/dashboard");
      await goByMenu(page, "Add A review");
      await expect(page).toHaveURL("/dashboard/addreview");
      await expect(page.getByRole("heading", { name: "Add A review" })).toBeVisible();
      await expect(page.getByText(/name, e-mail and photo are public/)).toBeVisible();
      await expect(page.getByLabel("Name")).toHaveValue("Astrid Lindqvist");
      await expect(page.getByLabel("E-mail")).toHaveValue(email);
      for (const label of ["Name", "E-mail"]) await expect(page.getByLabel(label)).not.toBeEditable();
      await axe(page);

      const submit = page.getByRole("button", { name: "Add Review" });
      const ratings = page.getByLabel("Ratings");
      await expect(ratings).toHaveAttribute("placeholder", /out of 5/);
      await submit.click();
      for (const said of ["Rating is required", "Review is required"]) {
        await expect(page.getByText(said, { exact: true })).toBeVisible();
      }
      await axe(page);
      for (const [typed, said] of [
        ["3", "At least rate 4 out of five"],
        ["6", "You can not rate more than 5"],
      ] as const) {
        await ratings.fill(typed);
        await expect(page.getByText(said, { exact: true })).toBeVisible();
      }
      await page.getByLabel("Photo URL").fill("javascript:alert(1)");
      await expect(page.getByText("Please write an address that begins with https://")).toBeVisible();
      await page.getByLabel("Photo URL").fill("");
      const stars = page.getByRole("group", { name: "Stars" });
      // The stars are beside the field where there is room, and never widen the page.
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overhang).toBeLessThanOrEqual(0);
      await stars.getByRole("radio", { name: "3 stars" }).check();
      await expect(ratings).toHaveValue("3");
      await expect(page.getByText("At least rate 4 out of five", { exact: true })).toBeVisible();
      await stars.getByRole("radio", { name: "5 stars" }).check();
      await expect(ratings).toHaveValue("5");
      await expect(ratings).not.toHaveAttribute("aria-invalid");
      await ratings.fill("4");
      await expect(stars.getByRole("radio", { name: "4 stars" })).toBeChecked();
      const words = `Every rivet sits where it should. ${email}`;
      await page.getByLabel("Review", { exact: true }).fill(words);

      await failNext(page, "POST", /\/api\/reviews$/, { status: 500 });
      await submit.click();
      await expect(page.getByText(saidFor({ status: 500 }))).toBeVisible();
      await expect(page.getByLabel("Review", { exact: true })).toHaveValue(words);
      await submit.dblclick();
      await expect(
        page.getByText(
          "Success !!! Your review is added. Your review is now available on the homepage reviews section.",
        ),
      ).toBeVisible();
      for (const label of ["Ratings", "Photo URL"]) await expect(page.getByLabel(label)).toHaveValue("");
      await expect(stars.getByRole("radio", { checked: true })).toHaveCount(0);
      await expect(page.getByLabel("Review", { exact: true })).toHaveValue("");

      // A public page may be a quarter of a second old, and other journeys write reviews too.
      await expect(async () => {
        await page.goto("/home?reviews=60");
        const card = page
          .getByRole("region", { name: "What buyers say" })
          .getByRole("listitem")
          .filter({ hasText: words });
        // Without a photo, the initials appear beside it.
        await expect(card.getByText("AL", { exact: true })).toHaveCount(1, { timeout: 1_000 });
      }).toPass();
    });

    test("R-011 a profile is stored, shown again, and changed", { tag: "@trial" }, async ({ page }) => {
      const email = await joinShop(page, "Hiroto Minase");
      await page.goto("/dashboard/myprofile");
      await expect(page.getByRole("heading", { name: "My Profile" })).toBeVisible();
      await expect(page.getByLabel("E-mail")).toHaveValue(email);
      await expect(page.getByLabel("Name")).not.toBeEditable();
      const submit = page.getByRole("button", { name: "Add / Update Profile" });
      await submit.click();
      for (const said of [
        "Phone is required",
        "LinkedIn link is required",
        "Location is required",
        "Education is required",
      ]) {
        await expect(page.getByText(said, { exact: true })).toBeVisible();
      }
      await axe(page);
      const about = {
        Phone: "0081866231450",
        "LinkedIn link": "https://www.linkedin.com/in/hiroto",
        Location: "Kurashiki",
        Education: "Textile engineering,\nOkayama",
      };
      for (const [label, value] of Object.entries(about)) await page.getByLabel(label).fill(value);
      const errors = [{ field: "location", message: "We do not deliver there" }];
      await failNext(page, "PUT", /\/api\/profile\//, { status: 422, errors });
      await submit.click();
      await expect(page.getByText("We do not deliver there")).toBeVisible();
      await expect(page.getByLabel("Location")).toBeFocused();
      await failNext(page, "PUT", /\/api\/profile\//, "network");
      await submit.click();
      await expect(page.getByText(saidFor("network"))).toBeVisible();
      for (const [label, value] of Object.entries(about)) await expect(page.getByLabel(label)).toHaveValue(value);

      await submit.click();
      await expect(page.getByText("Profile Created !!!!")).toBeVisible();
      await page.reload();
      const shown = { ...about, Phone: "0081 866 231 450" };
      for (const [label, value] of Object.entries(shown)) await expect(page.getByLabel(label)).toHaveValue(value);
      await axe(page);
      await page.getByLabel("Location").fill("Kojima");
      await submit.click();
      await expect(page.getByText("Profile Created !!!!")).toBeVisible();
      await page.reload();
      await expect(page.getByLabel("Location")).toHaveValue("Kojima");
    });
  });
}

for (const { name, viewport } of sizes) {
  test.describe(`the welcome on a ${name}`, () => {
    test.use({ viewport });

    test("shows a buyer's open orders, the newest first, and what is to be paid", {
      tag: name === "desktop" ? "@trial" : [],
    }, async ({ page, newPerson }) => {
      const { placed } = await buyerWithOrders(page, 6);
      await page.goto("/dashboard");
      const rows = page.getByRole("table").getByRole("row");
      await expect(rows).toHaveCount(6);
      await expect(rows.nth(1)).toContainText(/In review/);
      await expect(rows.nth(1)).not.toContainText("Pay by");
      await axe(page);

      const staff = await newPerson();
      await enterShop(staff, admin);
      const newest = placed.at(-1)?._id ?? "";
      await moveOrder(staff, newest, acceptance);
      await moveOrder(staff, newest, { track: "payment", from: "pending", to: "invoiced" });
      await expect(rows.nth(1)).toContainText(/Pay by \d+ \w+/);

      await page.getByRole("link", { name: "All 6 open orders" }).click();
      await expect(page).toHaveURL("/dashboard/myorders");
      await page.goBack();
      await rows.nth(1).getByRole("link").first().click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Order No\./);
    });
  });
}

test("an admin has a profile and writes no review", { tag: "@trial" }, async ({ page }) => {
  await enterShop(page, admin);
  await page.goto("/dashboard");
  await expect(page.getByRole("navigation", { name: "Dashboard" }).getByRole("link")).toHaveText([
    "Trims",
    "My Profile",
    "Make Admin",
    "Manage All Orders",
    "Order sheet",
    "Buyers",
    "Add A Product",
    "Manage Products",
    "Reviews",
    "Record",
  ]);
  await page.goto("/dashboard/addreview");
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/dashboard/myprofile");
  await expect(page.getByLabel("E-mail")).toHaveValue(admin.email);
});

test.describe("with a shop that fails once", () => {
  test.use({ expectedErrors: [/\b500 \(/] });

  test("a profile that does not load says so, and loads on retry", { tag: "@trial" }, async ({ page }) => {
    await joinShop(page);
    await page.goto("/dashboard");
    await failNext(page, "GET", /\/myprofile\.data/, { status: 500 });
    await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "My Profile" }).click();
    await expect(page.getByRole("heading", { name: "Your profile did not load" })).toBeVisible();
    await axe(page);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("button", { name: "Add / Update Profile" })).toBeVisible();
  });
});
