import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { fillWithDemo } from "#test/demo-data.ts";
import { dataHome } from "#test/memory.ts";
import { pathsOf } from "#test/pages.ts";
import { freePort, logInAsAdmin, queryShop, startShopProcess, stopShopProcess } from "#test/shop-process.ts";
import { sizes } from "../failures.ts";
import { axe, expect } from "../fixtures.ts";
import { expectFocusStays, press, tabTo, write } from "../keyboard.ts";
import { acceptance, buyerWithOrders, moveOrder } from "../orders.ts";
import { admin, joinConfirmed, logIn } from "../people.ts";
import { codeField, codeOf, leaveCodes, openSecurity, setUpApp } from "../second-factor.ts";
import { tokenOf } from "../sheets.ts";
import { test } from "./own-shop.ts";

// The proof that is asked for, a wrong code, and the 401 that asks for the second step.
test.use({ expectedErrors: [/40[13]/] });

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** An admin with an authenticator app, whose last proof is a quarter of an hour old. Returns the app's key. */
async function becomeAdmin(page: Page, { url, dataDir }: { url: string; dataDir: string }): Promise<string> {
  const email = await joinConfirmed(page, "Signe Almqvist");
  const { token } = await logInAsAdmin(url);
  const headers = { authorization: `Bearer ${token}` };
  const made = await page.request.put(`/api/profiles/admin/${email}`, { headers });
  expect(await made.json()).toMatchObject({ modifiedCount: 1 });
  await openSecurity(page);
  const { key } = await setUpApp(page);
  await leaveCodes(page);
  await queryShop(dataDir, "update sessions set proved_at = now() - interval '15 minutes'");
  return key;
}

for (const { name, viewport } of sizes) {
  test(`an admin with an app proves by its code, by keyboard, that they may delete an item, on a ${name}`, {
    tag: name === "phone" ? "@trial" : [],
  }, async ({ page, ownShop }) => {
    await page.setViewportSize(viewport);
    const { keyboard } = page;
    const key = await becomeAdmin(page, ownShop);
    const [item] = await (await page.request.get("/api/trims?line=rivets&limit=1")).json();
    await page.goto(`/dashboard/manageproducts?q=${encodeURIComponent(item.name)}`);
    const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
    const ask = async () => {
      await press(page.getByRole("button", { name: `Delete item ${item.number}: ${item.name}`, exact: true }));
      await press(page.locator("dialog:modal").getByRole("button", { name: "Yes" }));
      await expect(dialog).toBeVisible();
      await expect(codeField(page)).toBeFocused();
    };

    // Whoever closes the dialog deletes nothing.
    await ask();
    await axe(page);
    await keyboard.press("Escape");
    await expect(page.locator("dialog:modal")).toHaveCount(0);
    await expectFocusStays(page);
    expect((await page.request.get(`/api/trims/${item._id}`)).status()).toBe(200);

    await ask();
    await keyboard.type("000000");
    await keyboard.press("Enter");
    await expect(dialog.locator("form").getByText("This code is wrong or has expired.")).toBeVisible();
    await expect(codeField(page)).toBeFocused();
    await tabTo(dialog.getByRole("button", { name: "Use a recovery code" }));
    await write(codeField(page), codeOf(key));
    await keyboard.press("Enter");
    await expect(page.getByText("Item Deleted")).toBeVisible();
    await expect(page.locator("dialog:modal")).toHaveCount(0);
    await expect(heading(page)).toBeFocused();
    await expectFocusStays(page);
    expect((await page.request.get(`/api/trims/${item._id}`)).status()).toBe(404);
  });
}

test("an accountant who logged in a while ago proves who they are, and returns money", async ({
  page,
  newPerson,
  ownShop,
}) => {
  const buyer = await newPerson();
  const [order] = (await buyerWithOrders(buyer, 1)).placed;
  const id = order?._id ?? "";
  const key = await becomeAdmin(page, ownShop);
  await moveOrder(page, id, acceptance);
  await moveOrder(page, id, { track: "payment", from: "pending", to: "invoiced" });
  const headers = await tokenOf(page);
  const [{ number }] = await (await page.request.get(`/api/invoices?order=${id}`, { headers })).json();
  await moveOrder(page, id, { track: "payment", from: "invoiced", to: "paid" });

  await page.goto(`/dashboard/invoices/${number}`);
  await page.getByRole("button", { name: "Refund…" }).click();
  const refund = page.getByRole("dialog", { name: `Refund of ${number}` });
  await refund.getByLabel("Amount in dollars").fill("0.01");
  await refund.getByLabel("Reason, in words for the buyer").fill("Paid twice");
  await refund.getByRole("button", { name: "Book refund" }).click();
  await expect(page.getByRole("dialog", { name: "Confirm it’s you" })).toBeVisible();
  await write(codeField(page), codeOf(key));
  await page.keyboard.press("Enter");
  await expect(page.getByText("$0.01 booked as returned")).toBeVisible();
});

test("somebody who signs in with Google is asked for the code as well", { tag: "@trial" }, async ({
  page,
  newPerson,
}) => {
  const signIn = async (browser: Page) => {
    await browser.goto("/login");
    const opening = browser.waitForEvent("popup");
    await browser.getByRole("button", { name: "Google signup" }).click();
    const popup = await opening;
    await popup.getByRole("button", { name: "Noor Haddad" }).click();
    const closing = popup.waitForEvent("close");
    await popup.getByRole("button", { name: "Allow" }).click();
    await closing;
  };
  await signIn(page);
  await expect(page.getByText("Account access given")).toBeVisible();
  await openSecurity(page);
  const { key } = await setUpApp(page);
  await leaveCodes(page);

  const elsewhere = await newPerson();
  await signIn(elsewhere);
  await expect(heading(elsewhere)).toHaveText("Enter the code");
  await expect(elsewhere.getByText("noor.haddad@atelier-vaubleu.example")).toBeVisible();
  await expect(codeField(elsewhere)).toBeFocused();
  await elsewhere.keyboard.type(codeOf(key));
  await elsewhere.keyboard.press("Enter");
  await expect(elsewhere).toHaveURL("/");
  await expect(elsewhere.getByRole("banner").getByText("Noor Haddad")).toBeAttached();
});

test.describe("where admins need a second factor", () => {
  const strict = test.extend<{ shop: string }>({
    shop: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
      async ({}, use) => {
        const dataDir = mkdtempSync(join(dataHome, "rivet-strict-"));
        await fillWithDemo(dataDir);
        const settings = { PORT: await freePort(), DATA_DIR: dataDir, ADMIN_SECOND_FACTOR: "required" };
        const shop = await startShopProcess(settings);
        await use(shop.url);
        await stopShopProcess(shop);
        rmSync(dataDir, { recursive: true, force: true });
      },
      { scope: "test", timeout: 60_000 },
    ],
  });

  strict("every page of admins leads one without to where it is set up; with it, they go on", async ({ page }) => {
    strict.slow();
    await logIn(page, admin);
    for (const path of ["/dashboard", ...pathsOf("admin")]) {
      await page.goto(path);
      await expect(page).toHaveURL("/dashboard/myprofile/security");
      await expect(page.getByText("Admins of this shop need a second factor.")).toBeVisible();
    }
    await axe(page);
    await setUpApp(page);
    await leaveCodes(page);
    await page.goto("/dashboard/addproduct");
    await expect(heading(page)).toHaveText("Add A Product");
  });
});
