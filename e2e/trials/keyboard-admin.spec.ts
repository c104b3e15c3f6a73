import type { Locator, Page } from "@playwright/test";
import { dismissToasts } from "../failures.ts";
import { expect, test } from "../fixtures.ts";
import { expectFocusStays, openAndLeave, press, skipToContent, tabTo, write } from "../keyboard.ts";
import { acceptance, buyerWithOrders, moveOrder } from "../orders.ts";
import { admin, enterShop, joinConfirmed, joinShop } from "../people.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
// One that closes is still seen for a moment.
const yes = (page: Page) => page.locator("dialog:modal").getByRole("button", { name: "Yes" });
const entry = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name });

/** Asks to delete a row, declines, and asks again; the button goes with its row, so the heading gets the focus. */
async function declineThenConfirm(remove: Locator, said: string): Promise<void> {
  const page = remove.page();
  await openAndLeave(remove);
  await page.keyboard.press("Enter");
  await press(yes(page));
  await expect(page.getByText(said)).toBeVisible();
  await expect(heading(page)).toBeFocused();
  await expectFocusStays(page);
}

/** Somebody new with orders of two quantities. */
async function buyerOfTwoQuantities(page: Page): Promise<string> {
  const email = await joinShop(page);
  const { accessToken } = await (await page.request.post("/api/login", { data: { email } })).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const [trim] = await (await page.request.get("/api/trims?line=threads&limit=1")).json();
  for (const more of [0, 1]) {
    const about = { name: "Astrid", email, phone: "0046855512080", address: "Umeå", productName: trim.name };
    const data = { ...about, trimId: trim._id, orderQuantity: trim.moq + more };
    const answer = await page.request.post("/api/orders", { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  return email;
}

test("an admin searches, sorts, reads, takes out and deletes orders", async ({ page, newPerson }) => {
  const { keyboard } = page;
  const email = await buyerOfTwoQuantities(await newPerson());
  await enterShop(page, admin);
  await page.goto("/dashboard");
  await press(entry(page, "Manage All Orders"));
  await expect(heading(page)).toHaveText(/^All Orders/);
  await write(page.getByRole("searchbox"), email.slice(0, 8));
  await expect(page).toHaveURL(/q=/);
  await expect(heading(page)).toHaveText("All Orders : 2 items");
  await expect(page.getByRole("searchbox")).toBeFocused();

  const download = page.getByRole("button", { name: "Download CSV" });
  const downloading = page.waitForEvent("download");
  await press(download);
  expect((await downloading).suggestedFilename()).toMatch(/^orders-.*\.csv$/);
  await expect(download).toBeEnabled();
  await expect(download).toBeFocused();

  const sorted = page.getByRole("columnheader", { name: "Quantity" });
  const sort = sorted.getByRole("button");
  await press(sort);
  await expect(page).toHaveURL(/sort=-quantity/);
  // The address changes before the list does.
  await expect(sorted).toHaveAttribute("aria-sort", "descending");
  await keyboard.press("Space");
  await expect(sorted).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/sort=quantity/);
  await expect(sort).toBeFocused();

  // On a phone the rows are cards, taller than the window.
  await page.setViewportSize({ width: 360, height: 640 });
  await tabTo(page.getByRole("combobox", { name: "Sort" }), "Shift+Tab");
  await keyboard.press("Home");
  // Only when the list has come do its rows stay where they are.
  await expect(page.locator("th[aria-sort]")).toHaveText("Number");
  await expect(page).not.toHaveURL(/sort=quantity/);
  const rows = page.getByRole("row").getByRole("link", { name: email });
  await tabTo(rows.first());
  await keyboard.press("ArrowDown");
  await expect(rows.nth(1)).toBeFocused();
  await keyboard.press("Enter");
  await expect(heading(page)).toHaveText(/^Order No./);
  await expectFocusStays(page);
  const cancel = page.getByRole("button", { name: "Cancel order" });
  await openAndLeave(cancel);
  await keyboard.press("Enter");
  await press(yes(page));
  await expect(page.getByRole("list", { name: "Review" })).toContainText("Cancelled");
  await expect(heading(page)).toBeFocused();
  await expectFocusStays(page);
  await page.goBack();
  await expect(heading(page)).toHaveText("All Orders : 1 items");
  await expectFocusStays(page);

  const remove = page.getByRole("row").getByRole("button", { name: /^Cancel order/ });
  await press(remove);
  await press(yes(page));
  await expect(heading(page)).toHaveText("All Orders : 0 items");
  await expect(heading(page)).toBeFocused();
  await press(page.getByRole("link", { name: "Show all" }));
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await expectFocusStays(page);
});

test("an admin gives a role, takes it back, removes the profile, and reads it all in the record", async ({
  page,
  newPerson,
}) => {
  const { keyboard } = page;
  const email = await joinConfirmed(await newPerson(), "Tomas Quiroga");
  await enterShop(page, admin);
  await page.goto("/dashboard/makeadmin");
  await skipToContent(page);
  await write(page.getByRole("searchbox"), email.slice(0, 8));
  await expect(heading(page)).toHaveText("All Profiles : 1");
  const demote = page.getByRole("button", { name: `Remove Admin ${email}` });
  await press(page.getByRole("button", { name: `Make Admin ${email}` }));
  await press(yes(page));
  await expect(demote).toBeFocused();
  await openAndLeave(demote);
  await keyboard.press("Enter");
  await press(yes(page));
  await expect(page.getByRole("button", { name: `Make Admin ${email}` })).toBeFocused();
  const remove = page.getByRole("button", { name: `Remove ${email}`, exact: true });
  await declineThenConfirm(remove, "User Profile removal success!!!");

  await press(entry(page, "Record"), "Shift+Tab");
  await expect(heading(page)).toHaveText(/^Record/);
  await write(page.getByRole("searchbox"), email.slice(0, 8));
  await expect(page).toHaveURL(/q=/);
  await expect(heading(page)).toHaveText("Record : 3 entries");
  const act = page.getByRole("row").getByRole("button").first();
  await press(act);
  const details = page.getByRole("dialog");
  await expect(details.getByRole("heading", { level: 2 })).toBeFocused();
  await press(details.getByRole("button", { name: "Close" }));
  await expect(act).toBeFocused();
  // Escape as soon as they are open: no hand is that fast.
  const closing = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        document.addEventListener("focusin", ({ target }) => {
          const opened = target instanceof Element && target.closest("dialog");
          if (opened) queueMicrotask(() => resolve(opened.requestClose()));
        });
      }),
  );
  await keyboard.press("Enter");
  await closing;
  await expect(details).toHaveCount(0);
  await expect(act).toBeFocused();
});

test("an admin adds an item, turns the pages, renames, restocks and deletes it", async ({ page }) => {
  const { keyboard } = page;
  const name = `Ring rivet ${crypto.randomUUID().slice(0, 8)}`;
  await enterShop(page, admin);
  await page.goto("/dashboard/addproduct");
  await skipToContent(page);
  for (const [label, words] of [
    ["Item name", name],
    ["Unit price", "0.0345"],
    ["Minimum order quantity", "5000"],
    ["Item description", "Brass."],
    ["Current stock quantity", "120000"],
  ] as const) {
    await write(page.getByLabel(label, { exact: true }), words);
  }
  await tabTo(page.getByLabel("Product line"));
  await keyboard.type("Rivets");
  await write(page.getByLabel("Item image URL"), "/images/products/domed-rivet-antique-brass-9-5.webp");
  const choosing = page.waitForEvent("filechooser");
  await press(page.getByRole("button", { name: "Upload a picture" }));
  await choosing;
  await press(page.getByRole("button", { name: "Add Item" }));
  await expect(page.getByText("Success !!! You have added a new item .")).toBeVisible();
  await expect(heading(page)).toBeFocused();
  await expectFocusStays(page);
  // While the browser's own controls have the focus, its clock is stopped.
  await dismissToasts(page);

  await press(entry(page, "Manage Products"), "Shift+Tab");
  await expect(heading(page)).toHaveText(/^All Items/);
  await press(page.getByRole("link", { name: "Next page" }), "Shift+Tab");
  await expect(page.getByText(/^51 to 100 of/)).toBeVisible();
  await expect(heading(page)).toBeFocused();
  const size = page.getByLabel("Rows per page");
  await tabTo(size, "Shift+Tab");
  await keyboard.press("ArrowDown");
  await expect(page.getByText(/^1 to 100 of/)).toBeVisible();
  await expect(size).toBeFocused();
  // Up the rows again, under the heads that stay.
  const opener = (at: number) => page.getByRole("row").nth(at).locator("[data-row-button]");
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 480 });
    await tabTo(opener(12));
    await tabTo(opener(2), "Shift+Tab");
  }
  await press(page.getByRole("link", { name: "Next page" }), "Shift+Tab");
  await expect(page.getByText(/^101 to [0-9]+ of/)).toBeVisible();
  await write(page.getByRole("searchbox"), name);
  await expect(heading(page)).toHaveText("All Items : 1 items");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await press(page.getByRole("button", { name, exact: true }));
  const sheet = page.getByRole("dialog");
  await write(sheet.getByLabel("Pieces in or out"), "-20000");
  await write(sheet.getByLabel("Why"), "Scrap");
  const restock = sheet.getByRole("button", { name: "Restock" });
  await press(restock);
  await expect(page.getByText(`${name}: 100,000 in stock now`)).toBeVisible();
  await expect(restock).toBeFocused();
  await write(sheet.getByLabel("Item name"), `${name} b`);
  await press(sheet.getByRole("button", { name: "Save Item" }));
  await expect(page.getByText("Item Saved")).toBeVisible();
  await expect(page.getByRole("button", { name: `${name} b`, exact: true })).toBeFocused();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("100,000");
  const remove = page.getByRole("button", { name: /^Delete item \d+/ });
  await declineThenConfirm(remove, "Item Deleted");
});

test("the first row of a list is three presses from the top of its page", async ({ page, newPerson }) => {
  const { placed } = await buyerWithOrders(await newPerson(), 1);
  await enterShop(page, admin);
  // Each list has a row, the record too, whatever other journeys have left.
  await moveOrder(page, placed[0]?._id ?? "", acceptance);
  for (const path of ["manageorders", "buyers", "manageproducts", "record", "makeadmin", "reviews"]) {
    await page.goto(`/dashboard/${path}`);
    await skipToContent(page);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "To the first row" })).toBeFocused();
    await expectFocusStays(page);
    await page.keyboard.press("Enter");
    await expectFocusStays(page);
    const reached = page.getByRole("main").locator(":focus");
    await expect(reached, path).toHaveCount(1);
    const first = page.getByRole("main").locator("tbody tr[data-row], #rows > ul > li").first();
    await expect(first.locator(":focus"), path).toHaveCount(1);
  }
});
