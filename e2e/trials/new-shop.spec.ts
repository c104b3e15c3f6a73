import { axe, expect } from "../fixtures.ts";
import { test } from "../own-shop/own-shop.ts";
import { admin, enterShop } from "../people.ts";

test.use({ shopName: "without orders" });

test("a shop without orders says so, and draws no axis of nothing", async ({ page }) => {
  await enterShop(page, admin);
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Sales of twelve months" })).toContainText("Nothing was sold yet.");
  await expect(page.getByRole("img", { name: /^Sales of every week/ })).toHaveCount(0);
  await axe(page);
  const tabs = {
    "/dashboard/manageorders": "No orders yet",
    "/dashboard/manageorders?tab=ship": "Nothing is packed",
    "/dashboard/manageorders?tab=due": "No invoice is late",
    "/dashboard/buyers?part=owing": "Nobody owes anything",
  };
  for (const [address, said] of Object.entries(tabs)) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: said })).toBeVisible();
    await expect(page.getByText("Choose other filters")).toHaveCount(0);
  }
  await page.goto("/dashboard/manageorders?tab=ship&days=wanted&from=2026-01-01");
  await expect(page.getByRole("heading", { name: "No order matches" })).toBeVisible();
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(page.getByRole("heading", { name: "No orders yet" })).toBeVisible();
});
