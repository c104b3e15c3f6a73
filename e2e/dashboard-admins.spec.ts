import type { Page } from "@playwright/test";
import { dismissToasts, failNext, saidFor, sizes } from "./failures.ts";
import { axe, expect, test } from "./fixtures.ts";
import { goByMenu } from "./menu.ts";
import { admin, enterShop, joinConfirmed, joinShop } from "./people.ts";

const yes = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Yes" });

const question = "Once delete then it can not be restored. Are you sure to delete this Item ?";

/** The list of profiles with only this person in it. */
async function openAlone(page: Page, email: string) {
  await page.goto(`/dashboard/makeadmin?q=${email.slice(0, 8)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Profiles : 1");
  return page.getByRole("row").filter({ hasText: email });
}

for (const { name, viewport } of sizes) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport, expectedErrors: [/\b(401|403|409|500) \(|ERR_INTERNET_DISCONNECTED/] });

    test("R-012 R-015 R-209 an admin makes an admin, then removes the profile; all in place", {
      tag: "@trial",
    }, async ({ page, newPerson }) => {
      const somebody = await newPerson();
      const email = await joinConfirmed(somebody, "Camille Besson");
      await enterShop(page, admin);
      const row = await openAlone(page, email);
      await expect(page.locator("th")).toHaveText(["Number", "Email", "Name", "Make Admin", "Remove"]);
      await expect(row).toContainText("Camille Besson");
      await axe(page);

      const grant = row.getByRole("button", { name: "Make Admin" });
      const failures = [
        ["network", saidFor("network")],
        [{ status: 403 }, "Failed to make an admin"],
        [{ status: 500 }, saidFor({ status: 500 })],
      ] as const;
      // What is said does not depend on the width.
      for (const [failure, said] of name === "desktop" ? failures : failures.slice(0, 1)) {
        await failNext(page, "PUT", /\/api\/profiles\/admin\//, failure);
        await grant.click();
        await yes(page).click();
        await expect(page.getByText(said)).toBeVisible();
        await dismissToasts(page);
      }
      await page.route(/\/api\/profiles\/admin\//, (route) =>
        route.fulfill({ json: { acknowledged: true, modifiedCount: 0 } }),
      );
      await grant.click();
      await yes(page).click();
      await expect(page.getByText(/is already an admin or no longer has an account/)).toBeVisible();
      await expect(page.getByText("Admin Role Given Successfully !!!!")).toHaveCount(0);
      await page.unrouteAll();
      await dismissToasts(page);

      await grant.click();
      await page.getByRole("dialog").getByRole("button", { name: "No" }).click();
      await expect(grant).toBeFocused();
      await grant.click();
      await expect(page.getByRole("dialog")).toContainText("all owners get a mail about it.");
      await axe(page);
      await yes(page).click();
      await expect(page.getByText("Admin Role Given Successfully !!!!")).toBeVisible();
      await expect(row.getByText("Already an admin")).toBeVisible();
      await expect(grant).toHaveCount(0);
      await somebody.goto("/dashboard/makeadmin");
      await expect(somebody.getByRole("heading", { name: /^All Profiles : \d+$/ })).toBeVisible();

      await dismissToasts(page);
      const dialog = page.getByRole("dialog");
      const demote = row.getByRole("button", { name: `Remove Admin ${email}` });
      await demote.click();
      await expect(dialog).toContainText("Take the admin role away?");
      await axe(page);
      await failNext(page, "DELETE", /\/api\/profiles\/admin\//, { status: 409 });
      await dialog.getByRole("button", { name: "Yes" }).click();
      await expect(page.getByText(saidFor({ status: 409 }))).toBeVisible();
      await expect(demote).toBeVisible();
      await dismissToasts(page);
      await demote.click();
      await dialog.getByRole("button", { name: "Yes" }).click();
      await expect(page.getByText("Admin Role Removed Successfully !!!!")).toBeVisible();
      await expect(row.getByText("Already an admin")).toHaveCount(0);
      await expect(grant).toBeFocused();
      await expect(dialog).toHaveCount(0);

      await dismissToasts(page);
      const remove = row.getByRole("button", { name: `Remove ${email}`, exact: true });
      await remove.click();
      await expect(dialog).toContainText(question);
      await axe(page);
      await dialog.getByRole("button", { name: "No" }).click();
      await expect(row).toHaveCount(1);
      await failNext(page, "DELETE", /\/api\/profiles\//, { status: 409 });
      await remove.click();
      await dialog.getByRole("button", { name: "Yes" }).click();
      await expect(page.getByText(saidFor({ status: 409 }))).toBeVisible();
      await dismissToasts(page);
      await remove.click();
      await dialog.getByRole("button", { name: "Yes" }).click();
      await expect(page.getByText("User Profile removal success!!!")).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Profiles : 0");
      await expect(row).toHaveCount(0);

      await somebody.goto("/dashboard/makeadmin");
      await expect(somebody).toHaveURL(/\/login/);
    });

    test("nobody becomes an admin whose address is not confirmed, and the list says who", { tag: "@trial" }, async ({
      page,
      newPerson,
    }) => {
      const [confirmed, other] = [await joinConfirmed(await newPerson()), await joinShop(await newPerson())];
      await enterShop(page, admin);
      await expect((await openAlone(page, confirmed)).getByText("Confirmed", { exact: true })).toBeVisible();
      const row = await openAlone(page, other);
      await expect(row.getByText("Not confirmed")).toBeVisible();
      await row.getByRole("button", { name: "Make Admin" }).click();
      await yes(page).click();
      await expect(page.getByText(`${other} is not confirmed yet.`)).toBeVisible();
      await expect(row.getByText("Already an admin")).toHaveCount(0);
      await axe(page);
    });

    test("an admin gives up their own role, and is a buyer at once", { tag: "@trial" }, async ({ page, newPerson }) => {
      const somebody = await newPerson();
      await somebody.setViewportSize(viewport);
      const email = await joinConfirmed(somebody, "Yusuf Demirci");
      await enterShop(page, admin);
      const row = await openAlone(page, email);
      await row.getByRole("button", { name: "Make Admin" }).click();
      await yes(page).click();
      await expect(row.getByText("Already an admin")).toBeVisible();

      const own = await openAlone(somebody, email);
      const menu = somebody.getByRole("navigation", { name: "Dashboard" });
      const dialog = somebody.getByRole("dialog");
      await own.getByRole("button", { name: "Remove Admin" }).click();
      await expect(dialog).toContainText("your own role");
      await axe(somebody);
      await dialog.getByRole("button", { name: "No" }).click();
      await expect(own.getByRole("button", { name: "Remove Admin" })).toBeFocused();
      await own.getByRole("button", { name: "Remove Admin" }).click();
      await dialog.getByRole("button", { name: "Go on" }).click();
      await expect(somebody.getByRole("dialog", { name: "Remove Admin" })).toContainText(
        "You are about to give up your own admin role.",
      );
      await yes(somebody).click();
      await expect(somebody).toHaveURL("/dashboard");
      await expect(somebody.getByText("You are no longer an admin.")).toBeVisible();
      if (viewport.width < 992) await somebody.getByRole("button", { name: "Menu" }).click();
      await expect(menu.getByRole("link", { name: "My Orders" })).toBeVisible();
      await expect(menu.getByRole("link", { name: "Make Admin" })).toHaveCount(0);
      await somebody.goto("/dashboard/makeadmin");
      await expect(somebody).toHaveURL("/dashboard");
    });

    test("what admins do is in the record, which can be searched", { tag: name === "phone" ? "@trial" : [] }, async ({
      page,
      newPerson,
    }) => {
      const somebody = await newPerson();
      const email = await joinConfirmed(somebody, "Priya Raghunath");
      await enterShop(page, admin);
      const row = await openAlone(page, email);
      await row.getByRole("button", { name: "Make Admin" }).click();
      await yes(page).click();
      await expect(page.getByText("Admin Role Given Successfully !!!!")).toBeVisible();

      await goByMenu(page, "Record");
      await expect(page.getByRole("heading", { name: /^Record : \d+ entr(y|ies)$/ })).toBeVisible();
      await page.getByRole("searchbox").fill(email.slice(0, 8));
      await expect(page).toHaveURL(/q=/);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Record : 1 entry");
      await axe(page);
      await page.getByRole("button", { name: /^Made an admin/ }).click();
      const sheet = page.getByRole("dialog", { name: email });
      await expect(sheet).toContainText(admin.email);
      await axe(page);
      await page.keyboard.press("Escape");
      await expect(sheet).toHaveCount(0);
      await page.getByRole("searchbox").fill("nothing-like-this");
      await expect(page.getByRole("heading", { name: "No entry matches" })).toBeVisible();
      await axe(page);
    });
  });
}

test.describe("a list that does not load", () => {
  test.use({ expectedErrors: [/\b500 \(|ERR_INTERNET_DISCONNECTED/] });

  for (const { path, link, title } of [
    { path: "makeadmin", link: "Make Admin", title: "The profiles did not load" },
    { path: "manageorders", link: "Manage All Orders", title: "The orders did not load" },
    { path: "manageproducts", link: "Manage Products", title: "The items did not load" },
    { path: "record", link: "Record", title: "The record did not load" },
  ]) {
    test(`${path} says so when the network is down, and loads on retry`, {
      tag: path !== "manageorders" ? "@trial" : [],
    }, async ({ page }) => {
      await enterShop(page, admin);
      await page.goto("/dashboard");
      await failNext(page, "GET", new RegExp(`/${path}\\.data`), "network");
      await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: link }).click();
      await expect(page.getByRole("heading", { name: title })).toBeVisible();
      await expect(page.getByText(saidFor("network"))).toBeVisible();
      await axe(page);
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(page.getByRole("searchbox")).toBeVisible();
      await expect(page.getByRole("main")).toBeFocused();
    });
  }

  test("so does the form of a new item, under its own name", { tag: "@trial" }, async ({ page }) => {
    await enterShop(page, admin);
    await page.goto("/dashboard");
    await failNext(page, "GET", /\/addproduct\.data/, { status: 500 });
    await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Add A Product" }).click();
    await expect(page.getByRole("heading", { name: "The form did not load" })).toBeVisible();
    const name = page.getByRole("heading", { level: 1, name: "Add A Product" });
    await expect(name).toBeAttached();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByLabel("Item name")).toBeVisible();
    await expect(name).toBeVisible();
  });
});
