import type { Page } from "@playwright/test";
import { dismissToasts, failNext, saidFor, sizes } from "./failures.ts";
import { axe, expect, test } from "./fixtures.ts";
import { admin, enterShop } from "./people.ts";

const question = "Once delete then it can not be retrieved. Are you sure to delete this Item ?";
/** One pixel of PNG. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function newItem() {
  return {
    "Item name": `Ring rivet ${crypto.randomUUID().slice(0, 8)}`,
    "Unit price": "0.0345",
    "Minimum order quantity": "5000",
    "Item description": "Brass cap struck with the house name.",
    "Current stock quantity": "120000",
    "Item image URL": "/images/products/domed-rivet-antique-brass-9-5.webp",
  };
}

async function fill(page: Page, item: Record<string, string>) {
  for (const [label, value] of Object.entries(item)) await page.getByLabel(label, { exact: true }).fill(value);
}

async function expectShown(page: Page, item: Record<string, string>) {
  for (const [label, value] of Object.entries(item)) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  }
}

for (const { name, viewport } of sizes) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport, expectedErrors: [/\b(409|422|500) \(|ERR_INTERNET_DISCONNECTED/] });

    test("R-014 an admin adds an item, changes it, restocks it and deletes it", { tag: "@trial" }, async ({
      page,
      request,
    }) => {
      await enterShop(page, admin);
      await page.goto("/dashboard/addproduct");
      await expect(page.getByRole("heading", { name: "Add A Product" })).toBeVisible();
      await axe(page);
      const submit = page.getByRole("button", { name: "Add Item" });
      await submit.click();
      for (const label of Object.keys(newItem())) {
        await expect(page.getByText(`${label} is required`, { exact: true })).toBeVisible();
      }
      await axe(page);
      for (const [label, typed, said] of [
        ["Unit price", "abc", "Please write a price such as 0.0345"],
        ["Current stock quantity", "1.5", "Please write a whole number of pieces"],
        ["Minimum order quantity", "0", "Please write a whole number above 0"],
        ["Item image URL", "javascript:alert(1)", "Please write an address that begins with https://"],
      ] as const) {
        await page.getByLabel(label, { exact: true }).fill(typed);
        await expect(page.getByText(said, { exact: true })).toBeVisible();
      }

      // What cannot be read is no figure.
      const preview = page.getByRole("region", { name: "Preview" });
      await expect(preview.locator("dd")).toHaveText(["–", "–", "–"]);

      const item = newItem();
      await fill(page, item);
      await expect(preview).toContainText(item["Item name"]);
      await expect(preview).toContainText("$0.0345");
      await expect(preview.locator("img")).toHaveAttribute("src", item["Item image URL"].replace(".webp", "-640.webp"));
      await page.getByLabel("Current stock quantity").fill("4999");
      await expect(page.getByText("The minimum order is above the stock")).toBeVisible();
      await page.getByLabel("Current stock quantity").fill("120000");
      await expect(page.getByText("The minimum order is above the stock")).toHaveCount(0);

      const errors = [{ field: "name", message: "This name is taken" }];
      const refused = [{ status: 409, errors }, { status: 422 }, { status: 500 }, "network"] as const;
      // What is said does not depend on the width.
      for (const failure of name === "desktop" ? refused : []) {
        await failNext(page, "POST", /\/api\/trims$/, failure);
        await submit.click();
        const isAtField = failure !== "network" && "errors" in failure;
        await expect(page.getByText(isAtField ? "This name is taken" : saidFor(failure))).toBeVisible();
        await expectShown(page, item);
        await dismissToasts(page);
      }
      await submit.dblclick();
      await expect(page.getByText("Success !!! You have added a new item .")).toBeVisible();
      for (const label of Object.keys(item)) await expect(page.getByLabel(label, { exact: true })).toHaveValue("");
      // A search also finds trims with most of its words.
      const found = async () => {
        const answer = await request.get(`/api/trims?q=${encodeURIComponent(item["Item name"])}`);
        const all: { name: string; price: string; quantity: number; description: string }[] = await answer.json();
        return all.filter(({ name }) => name === item["Item name"]);
      };
      expect(await found()).toMatchObject([
        { price: "0.0345", quantity: 120_000, description: item["Item description"] },
      ]);
      await fill(page, item);
      await submit.click();
      await expect(page.getByLabel("Item name")).toHaveAttribute("aria-invalid", "true");

      await page.goto("/dashboard/manageproducts");
      await expect(page.getByRole("heading", { name: /^All Items : \d+ items$/ })).toBeVisible();
      await expect(page.locator("th")).toHaveText(["Number", "Item Name", "Quantity", "Image", "Cancel"]);
      await page.getByRole("searchbox").fill(item["Item name"]);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Items : 1 items");
      await expect(page.getByRole("img", { name: item["Item name"] })).toBeVisible();
      await axe(page);

      const opener = page.getByRole("button", { name: item["Item name"], exact: true });
      await opener.click();
      const sheet = page.getByRole("dialog");
      await expect(sheet.getByText("Reserved by open orders")).toBeVisible();
      await axe(page);
      const restock = sheet.getByRole("button", { name: "Restock" });
      await restock.click();
      await expect(sheet.getByText("Please write a whole number of pieces")).toBeVisible();
      await sheet.getByLabel("Unit price").fill("0.04");
      await sheet.getByLabel("Pieces in or out").fill("-20000");
      await sheet.getByLabel("Why").fill("Scrap");
      const notRestocked = [
        { status: 409, errors: [{ field: "restock", message: "Only that much is there" }] },
        "network",
      ] as const;
      for (const failure of name === "desktop" ? notRestocked : []) {
        await failNext(page, "PATCH", /\/api\/trims\//, failure);
        await restock.click();
        await expect(
          page.getByText(failure === "network" ? saidFor(failure) : "Only that much is there"),
        ).toBeVisible();
        await expect(sheet.getByLabel("Pieces in or out")).toHaveValue("-20000");
        await dismissToasts(page);
      }
      await restock.click();
      await expect(page.getByText(`${item["Item name"]}: 100,000 in stock now`)).toBeVisible();
      await expect(sheet.getByLabel("Pieces in or out")).toHaveValue("");
      // What was typed meanwhile in the item's own form stays.
      await expect(sheet.getByLabel("Unit price")).toHaveValue("0.04");
      const movements = sheet.getByRole("table", { name: /^Movements/ }).getByRole("row");
      await expect(movements.nth(1)).toContainText("Scrap");
      await expect(movements.nth(1)).toContainText("\u221220,000100,000");
      await expect(movements.nth(2)).toContainText("+120,000120,000");
      await failNext(page, "PATCH", /\/api\/trims\//, "network");
      await sheet.getByRole("button", { name: "Save Item" }).click();
      await expect(page.getByText(saidFor("network"))).toBeVisible();
      await dismissToasts(page);
      await sheet.getByRole("button", { name: "Save Item" }).click();
      await expect(page.getByText("Item Saved")).toBeVisible();
      await expect(sheet).toHaveCount(0);
      await expect(page.getByRole("row").filter({ hasText: item["Item name"] })).toContainText("100,000");
      expect(await found()).toMatchObject([{ price: "0.0400", quantity: 100_000 }]);
      await opener.click();
      await expect(sheet).toContainText("Scrap");
      await page.keyboard.press("Escape");
      await expect(opener).toBeFocused();

      await dismissToasts(page);
      const remove = page.getByRole("button", { name: /^Delete item \d+/ });
      await remove.click();
      await expect(page.getByRole("dialog")).toContainText(question);
      await axe(page);
      await page.getByRole("dialog").getByRole("button", { name: "No" }).click();
      expect(await found()).toHaveLength(1);
      await failNext(page, "DELETE", /\/api\/trims\//, { status: 500 });
      await remove.click();
      await page.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
      await expect(page.getByText(saidFor({ status: 500 }))).toBeVisible();
      await dismissToasts(page);
      await remove.click();
      await page.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
      await expect(page.getByText("Item Deleted")).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Items : 0 items");
      expect(await found()).toHaveLength(0);
    });
  });
}

test.describe("the facts", () => {
  test("are folded below the form, are refused in place, and are shown beside the order form", {
    tag: "@trial",
  }, async ({ page, request }) => {
    await enterShop(page, admin);
    await page.goto("/dashboard/addproduct");
    const item = newItem();
    await fill(page, item);
    const days = page.getByLabel("Lead time");
    await expect(days).toBeHidden();
    await page.getByText("Technical facts").click();
    await axe(page);
    await page.getByLabel("Material", { exact: true }).selectOption("brass");
    await page.getByLabel("Colour", { exact: true }).selectOption("copper");
    await page.getByLabel("Size", { exact: true }).fill("9 mm");
    await page.getByLabel("Leading dimension").fill("9");
    await page.getByLabel("GRS").check();
    await days.fill("soon");
    await page.getByText("Technical facts").click();
    const submit = page.getByRole("button", { name: "Add Item" });
    await submit.click();
    await expect(days).toBeFocused();
    await expect(page.getByText("Please write a whole number", { exact: true })).toBeVisible();
    await days.fill("21");
    await submit.click();
    await expect(page.getByText("Success !!! You have added a new item .")).toBeVisible();
    const found = async () =>
      (await request.get(`/api/trims?q=${encodeURIComponent(item["Item name"])}`)).json() as Promise<{ _id: string }[]>;
    const [added] = await found();
    expect(added).toMatchObject({
      ...{ material: "brass", kind: null, leadTimeDays: 21, certificates: ["GRS"], care: null },
      colour: { name: "copper", shade: null, hex: "#b8694a" },
      size: { text: "9 mm", mm: 9, mmHeight: null },
    });

    await page.goto("/dashboard/manageproducts");
    await page.getByRole("searchbox").fill(item["Item name"]);
    await page.getByRole("button", { name: item["Item name"], exact: true }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByText("Technical facts").click();
    await expect(sheet.getByLabel("Colour", { exact: true })).toHaveValue("copper");
    await expect(sheet.getByLabel("GRS")).toBeChecked();
    await expect(sheet.getByLabel("GOTS")).not.toBeChecked();
    await sheet.getByLabel("Lead time").fill("");
    await sheet.getByLabel("Type", { exact: true }).selectOption("rivet");
    await sheet.getByRole("button", { name: "Save Item" }).click();
    await expect(page.getByText("Item Saved")).toBeVisible();
    expect(await found()).toMatchObject([{ ...added, leadTimeDays: null, kind: "rivet" }]);

    await page.goto(`/purchase/${added?._id}`);
    const facts = page.getByRole("table", { name: "Facts" });
    await expect(facts.getByRole("row")).toHaveText([
      "Typerivet",
      "Materialbrass",
      "Colourcopper",
      "Size9 mm",
      "CertificatesGRS",
    ]);
    await axe(page);
    await request.delete(`/api/trims/${added?._id}`);
  });
});

test.describe("a picture", () => {
  test.use({ expectedErrors: [/\b(415|500) \(|ERR_INTERNET_DISCONNECTED/] });
  const stored = /^\/images\/uploads\/[a-z0-9-]+\.webp$/;

  test("can be chosen, dropped or pasted, and appears in the preview", async ({ page }) => {
    await enterShop(page, admin);
    await page.goto("/dashboard/addproduct");
    const address = page.getByLabel("Item image URL");
    const file = page.locator('input[type="file"]');
    await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
    await expect(page.getByText("Please take a PNG, JPEG, WebP or AVIF picture").first()).toBeVisible();
    await file.setInputFiles({ name: "lie.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
    await expect(address).toHaveAttribute("aria-invalid", "true");
    await axe(page);
    // An address that is typed instead has nothing to do with the file that was refused.
    await address.fill("/images/products/domed-rivet-antique-brass-9-5.webp");
    await expect(address).not.toHaveAttribute("aria-invalid");
    for (const failure of [{ status: 500 }, "network"] as const) {
      await failNext(page, "POST", /\/api\/images$/, failure);
      await file.setInputFiles({ name: "pixel.png", mimeType: "image/png", buffer: pixel });
      await expect(page.getByText(saidFor(failure)).first()).toBeVisible();
    }
    await file.setInputFiles({ name: "pixel.png", mimeType: "image/png", buffer: pixel });
    await expect(address).toHaveValue(stored);
    const preview = page.getByRole("region", { name: "Preview" }).locator("img");
    await expect(preview).toHaveAttribute("src", (await address.inputValue()).replace(".webp", "-640.webp"));
    await expect.poll(() => preview.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);

    for (const way of ["drop", "paste"]) {
      await address.fill("");
      await address.evaluate(
        (element, { way, bytes }) => {
          const clipboardData = new DataTransfer();
          clipboardData.items.add(new File([new Uint8Array(bytes)], "pixel.png", { type: "image/png" }));
          const options = { bubbles: true, cancelable: true };
          element.dispatchEvent(
            way === "drop"
              ? new DragEvent("drop", { ...options, dataTransfer: clipboardData })
              : new ClipboardEvent("paste", { ...options, clipboardData }),
          );
        },
        { way, bytes: [...pixel] },
      );
      await expect(address).toHaveValue(stored);
    }
  });
});
