import type { Locator, Page } from "@playwright/test";
import { purchase } from "#test/specification/orders.ts";
import { expect, test } from "./fixtures.ts";
import { expectPainted } from "./looks.ts";
import { admin, enterShop, joinShop, register } from "./people.ts";

test("R-006 R-008 R-009 R-024 R-029 R-033 R-034 R-153 R-154 R-155 R-156 R-162 R-163 R-164 R-166 R-167 R-173 R-174 R-175 R-176 R-207 R-326 R-384 R-404 a visitor registers, orders a trim, sees the order and cancels it", async ({
  page,
  request,
}) => {
  const [trim] = await (await request.get("/api/trims?q=wreath&line=rivets&limit=1")).json();
  const stock = async () => (await (await request.get(`/api/trims/${trim._id}`)).json()).quantity;
  const inStock: number = trim.quantity;

  await page.goto(`/purchase/${trim._id}`);
  await expect(page).toHaveURL(/\/login\?from=/);
  await page.getByRole("link", { name: "Register" }).click();
  const email = await register(page);
  await expect(page).toHaveURL(`/purchase/${trim._id}`);
  await expect(page.getByRole("banner").getByText("Astrid Lindqvist")).toBeVisible();

  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Astrid Lindqvist");
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await expect(page.getByLabel("Product name")).toHaveValue(trim.name);
  for (const field of ["Name", "E-mail", "Product name"]) {
    await expect(page.getByLabel(field, { exact: true })).not.toBeEditable();
  }

  const quantity = page.getByLabel("Order quantity");
  const submit = page.getByRole("button", { name: "Place order" });
  const expectRefused = async (typed: string, message: string) => {
    await quantity.fill(typed);
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(submit).toBeDisabled();
  };
  await expectRefused("1", `Minimum Order Quantity is ${trim.moq}`);
  const total = page.getByRole("main").locator("output");
  await expect(total).toHaveText("–");
  await expectRefused("", "Order Quantity is required");
  await expect(total).toHaveText(/^from \$/);
  await expectRefused(String(trim.moq - 1), `Minimum Order Quantity is ${trim.moq}`);
  await expectRefused(String(inStock + 1), `Maximum Order Quantity is ${inStock}`);
  await expectRefused("-5", `Minimum Order Quantity is ${trim.moq}`);
  await quantity.fill(String(inStock));
  await expect(submit).toBeEnabled();
  await quantity.fill(String(trim.moq));

  await page.getByLabel("Phone").fill("0046855512080");
  await page.getByLabel("Address").fill("Vävaregatan 14, Umeå");
  await submit.dblclick();
  const done = page.getByRole("status").filter({ hasText: purchase.success.words });
  await expectPainted(done.locator("svg").first(), "green");
  await expect(page.getByLabel("Order quantity")).toHaveValue("");
  await expect(page.getByLabel("Phone")).toHaveValue("0046 855 512 080");
  await expect(page.getByLabel("Address")).toHaveValue("Vävaregatan 14, Umeå");
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  expect(await stock()).toBe(inStock - trim.moq);

  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "My Orders" }).click();
  await expect(page.getByRole("heading", { name: "My Orders : 1 items" })).toBeVisible();
  await expect(page.getByRole("columnheader")).toHaveText(["Number", "Email", "Item", "Quantity", "Payment", "Cancel"]);

  await page.getByRole("button", { name: /^Pay/ }).click();
  const pay = page.getByRole("dialog", { name: "Do you want to pay now ?" });
  await expect(pay).toContainText("The invoice comes first. We will e-mail it to you, and it says how to pay.");
  await pay.getByRole("button", { name: "No. Not now" }).click();
  await expect(pay).toBeHidden();
  await page.getByRole("button", { name: /^Pay/ }).click();
  await pay.getByRole("button", { name: "Yes. Proceed" }).click();
  await expect(page).toHaveURL("/dashboard/payment");
  await expect(page.getByRole("img", { name: /under construction/i })).toBeVisible();
  await page.goBack();

  await page.getByRole("button", { name: /^Cancel order/ }).click();
  const cancel = page.getByRole("dialog", { name: "Order Cancel" });
  await expect(cancel).toContainText(
    "If cancel order then that can not be retrieved. Do you want to cancel this order now ?",
  );
  await cancel.getByRole("button", { name: "No" }).click();
  await expect(page.getByRole("heading", { name: "My Orders : 1 items" })).toBeVisible();
  await page.getByRole("button", { name: /^Cancel order/ }).click();
  await cancel.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("Order Cancelled")).toBeVisible();
  await expect(page.getByRole("heading", { name: "My Orders : 0 items" })).toBeVisible();
  expect(await stock()).toBe(inStock);
});

test("R-013 an admin sees a buyer's order and deletes it", { tag: "@trial" }, async ({ page, newPerson, request }) => {
  const [trim] = await (await request.get("/api/trims?q=hammered&limit=1")).json();
  const email = await joinShop(page, "Hiroto Minase");
  await page.goto(`/purchase/${trim._id}`);
  await page.getByLabel("Phone").fill("81866231450");
  await page.getByLabel("Address").fill("3-8 Kojima, Kurashiki");
  await page.getByLabel("Order quantity").fill(String(trim.moq));
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByText(/^Success !!!/)).toBeVisible();

  const office = await newPerson();
  await enterShop(office, admin);
  await office.goto("/dashboard/manageorders");
  await expect(office.getByRole("columnheader")).toHaveText([
    "Number",
    "Email",
    "Item",
    "Quantity",
    "Payment",
    "Shipping",
    "Cancel",
  ]);
  const row = office.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText(trim.name);
  await expect(row.getByText("Pending")).toHaveCount(2);
  await row.getByRole("button", { name: /^(Cancel|Delete) order/ }).click();
  const dialog = office.getByRole("dialog").filter({ visible: true });
  await expect(dialog).toContainText("Once delete then it can not be restored. Are you sure to delete this Item ?");
  await dialog.getByRole("button", { name: "Yes" }).click();
  await expect(office.getByText("Order Cancelled")).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.goto("/dashboard/myorders");
  await expect(page.getByRole("heading", { name: "My Orders : 0 items" })).toBeVisible();
  const after = await (await request.get(`/api/trims/${trim._id}`)).json();
  expect(after.quantity).toBe(trim.quantity);
});

test("on a slow line, what is filled in after the form was refused leaves no wrong word behind", {
  tag: "@trial",
}, async ({ page, request }) => {
  const [trim] = await (await request.get("/api/trims?q=nipple&limit=1")).json();
  await joinShop(page);
  const known = Promise.withResolvers<void>();
  await page.route("**/api/profile/*", async (route) => {
    const profile = await (await route.fetch()).json();
    await known.promise;
    await route.fulfill({ json: { ...profile, phone: "0046855512080" } });
  });
  await page.goto(`/purchase/${trim._id}`);
  await page.getByLabel("Order quantity").fill(String(trim.moq));
  await page.getByRole("button", { name: "Place order" }).click();
  const [phone, address] = [page.getByText("Phone is required"), page.getByText("Address is required")];
  await expect(phone).toBeVisible();
  known.resolve();
  await expect(page.getByLabel("Phone")).toHaveValue("0046 855 512 080");
  await expect(phone).toHaveCount(0);
  await expect(address).toBeVisible();
  await page.getByLabel("Address").fill("Umeå");
  await expect(address).toHaveCount(0);
});

test("what is filled in late leaves an order alone that is on its way", { tag: "@trial" }, async ({
  page,
  request,
}) => {
  const [trim] = await (await request.get("/api/trims?q=nipple&limit=1")).json();
  await joinShop(page);
  const [known, placed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/api/profile/*", async (route) => {
    const profile = await (await route.fetch()).json();
    await known.promise;
    await route.fulfill({ json: { ...profile, phone: "0046855512080", address: "Umeå" } });
  });
  await page.route("**/api/orders", async (route) => {
    await placed.promise;
    await route.continue();
  });
  await page.goto(`/purchase/${trim._id}`);
  await page.getByLabel("Phone").fill("12345");
  await page.getByLabel("Address").fill("Somewhere");
  await page.getByLabel("Order quantity").fill(String(trim.moq));
  const submit = page.getByRole("button", { name: "Place order" });
  await submit.click();
  await expect(submit).toHaveAttribute("aria-disabled", "true");
  const answered = page.waitForResponse("**/api/profile/*");
  known.resolve();
  await (await answered).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await expect(submit).toHaveAttribute("aria-disabled", "true");
  placed.resolve();
  await expect(page.getByText(/^Success !!!/)).toBeVisible();
});

test.describe("when the shop does not answer as it should", () => {
  test.use({ expectedErrors: [/\b409 \(|ERR_CONNECTION_RESET/] });

  /** Somebody new fills in the order form. Returns its button. */
  async function fillInForm(page: Page): Promise<Locator> {
    const [trim] = await (await page.request.get("/api/trims?q=nipple&limit=1")).json();
    await joinShop(page);
    await page.goto(`/purchase/${trim._id}`);
    await page.getByLabel("Phone").fill("12345");
    await page.getByLabel("Address").fill("Somewhere");
    await page.getByLabel("Order quantity").fill(String(trim.moq));
    return page.getByRole("button", { name: "Place order" });
  }

  test("R-177 R-178 the order form says why and keeps what was typed; the retry sends the same key", async ({
    page,
  }) => {
    const submit = await fillInForm(page);
    const keys: (string | undefined)[] = [];
    await page.route("**/api/orders", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length === 1) return route.abort("connectionreset");
      if (keys.length === 2) return route.fulfill({ status: 200, json: { acknowledged: true } });
      return route.continue();
    });
    await submit.click();
    await expect(page.getByText(/No connection to the shop/)).toBeVisible();
    await submit.click();
    const toast = page.getByRole("alert").filter({ hasText: /did not confirm the order/ });
    await expectPainted(toast.locator("svg").first(), "red");
    await expect(page.getByLabel("Address")).toHaveValue("Somewhere");
    await submit.click();
    await expect(page.getByText(/^Success !!!/)).toBeVisible();
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  test("a line that fell silent is given up after a minute, and the order is placed once", { tag: "@trial" }, async ({
    page,
  }) => {
    await page.clock.install();
    const submit = await fillInForm(page);
    let sent = 0;
    await page.route("**/api/orders", async (route) => {
      // The shop hears the first one; its answer never arrives.
      if (sent++ === 0) await route.fetch();
      else await route.continue();
    });
    await submit.click();
    await expect.poll(() => sent).toBe(1);
    // On a busy machine some seconds of the minute have passed already.
    await page.clock.runFor(45_000);
    await expect(submit).toHaveAttribute("aria-disabled", "true");
    await expect(async () => {
      await page.clock.runFor(1_000);
      await expect(page.getByText(/No connection to the shop/)).toBeVisible({ timeout: 500 });
    }).toPass();
    await submit.click();
    await expect(page.getByText(/^Success !!!/)).toBeVisible();
    await page.goto("/dashboard/myorders");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Orders : 1 items");
  });

  test("R-164 R-172 the form shows the fresh number when stock has gone since it was opened", async ({
    page,
    request,
    shop,
  }) => {
    const [trim] = await (await request.get("/api/trims?q=mini%20rivet&limit=1")).json();
    await joinShop(page);
    await page.goto(`/purchase/${trim._id}`);
    await page.getByLabel("Phone").fill("12345");
    await page.getByLabel("Address").fill("Somewhere");
    await page.getByLabel("Order quantity").fill(String(trim.quantity));
    const email = await page.getByLabel("E-mail").inputValue();
    const login = await page.request.post("/api/login", { data: { email }, headers: { origin: shop } });
    const { accessToken: token } = await login.json();
    await request.post("/api/orders", {
      headers: { authorization: `Bearer ${token}` },
      data: { name: "x", email, phone: "12345", address: "x", productName: trim.name, orderQuantity: trim.moq },
    });
    await page.getByRole("button", { name: "Place order" }).click();
    const left = trim.quantity - trim.moq;
    await expect(page.getByText(`Maximum Order Quantity is ${left}`).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Place order" })).toBeDisabled();
    await expect(page.getByLabel("Address")).toHaveValue("Somewhere");
  });
});
