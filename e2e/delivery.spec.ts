import { hold } from "./failures.ts";
import { expect, test } from "./fixtures.ts";
import { buyerWithOrders } from "./orders.ts";
import { joinConfirmed, joinShop } from "./people.ts";
import { tokenOf } from "./sheets.ts";

test("R-156 R-246 before the first order the phone comes from the profile, however it was written", {
  tag: "@trial",
}, async ({ page }) => {
  const [trim] = await (await page.request.get("/api/trims?line=threads&limit=1")).json();
  await joinShop(page);
  await page.goto("/dashboard/myprofile");
  await page.getByLabel("Phone").fill("+47 (0)905 12-345");
  await page.getByLabel("LinkedIn link").fill("https://www.linkedin.com/in/astrid");
  await page.getByLabel("Location").fill("Oslo");
  await page.getByLabel("Education").fill("Weaving");
  await page.getByRole("button", { name: "Add / Update Profile" }).click();
  await expect(page.getByText("Profile Created !!!!")).toBeVisible();
  await page.goto(`/purchase/${trim._id}`);
  await expect(page.getByLabel("Phone")).toHaveValue("+47 905 123 45");
  await expect(page.getByLabel("Address")).toHaveValue("");
  await expect(page.getByLabel("Order quantity")).toHaveValue("");
});

test("R-157 R-175 phone and address of the last order are filled in, and whoever is faster keeps what they wrote", async ({
  page,
}) => {
  const [trim] = await (await page.request.get("/api/trims?line=threads&limit=1")).json();
  await buyerWithOrders(page, 1);
  await page.goto(`/purchase/${trim._id}`);
  await expect(page.getByLabel("Phone")).toHaveValue("0046 855 512 080");
  await expect(page.getByLabel("Address")).toHaveValue("Vävaregatan 14\nUmeå");

  const release = await hold(page, "GET", /\/api\/orders\?/);
  await page.reload();
  await page.getByLabel("Phone").fill("+47 905 12 345");
  await page.getByRole("button", { name: "1 × minimum" }).click();
  release();
  await expect(page.getByLabel("Address")).toHaveValue("Vävaregatan 14\nUmeå");
  await expect(page.getByLabel("Phone")).toHaveValue("+47 905 12 345");
  await expect(page.getByLabel("Order quantity")).toHaveValue(String(trim.moq));
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByText(/^Success !!!/)).toBeVisible();
  await expect(page.getByLabel("Phone")).toHaveValue("+47 905 123 45");
  await expect(page.getByLabel("Order quantity")).toHaveValue("");
});

test("R-157 members of a company choose an address of its book, or type another one by its fields", async ({
  page,
}) => {
  const [trim] = await (await page.request.get("/api/trims?line=threads&limit=1")).json();
  const email = await joinConfirmed(page);
  const post = async (path: string, data: object) => {
    const headers = { ...(await tokenOf(page)), "idempotency-key": crypto.randomUUID() };
    expect((await page.request.post(`/api/${path}`, { headers, data })).ok()).toBe(true);
  };
  const readLast = async () => {
    const headers = await tokenOf(page);
    return (await (await page.request.get(`/api/orders?email=${email}&limit=1`, { headers })).json())[0];
  };
  await post("companies", { name: "Norrland Denim AB", country: "SE" });
  const dock = { street: "Fabriksgatan 3", postcode: "903 27", town: "Umeå", country: "SE" };
  await post("company/addresses", { label: "Dock 4", ...dock, isDefault: true });
  await page.goto(`/purchase/${trim._id}`);
  await expect(page.getByLabel("Deliver to")).toHaveValue("Dock 4");
  await expect(page.getByLabel("Address")).toHaveValue("Fabriksgatan 3\n903 27 Umeå\nSweden");
  await page.getByLabel("Deliver to").selectOption("Another address");
  await expect(page.getByLabel("Country")).toHaveValue("SE");
  await page.getByRole("button", { name: "1 × minimum" }).click();
  await page.getByLabel("Phone").fill("+47 905 12 345");
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByText("Street is required")).toBeVisible();
  await page.getByLabel("Company").fill("Kaunas Knit");
  await page.getByLabel("Street and number").fill("Taikos 12");
  await page.getByLabel("Town").fill("Kaunas");
  await page.getByLabel("Country").selectOption("LT");
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByText(/^Success !!!/)).toBeVisible();
  expect(await readLast()).toMatchObject({
    address: "Kaunas Knit\nTaikos 12\nKaunas\nLithuania",
    shipTo: { company: "Kaunas Knit", street: "Taikos 12", town: "Kaunas", country: "LT" },
  });
  await page.getByRole("button", { name: "1 × minimum" }).click();
  await page.getByRole("button", { name: "Add to order sheet" }).click();
  await expect(page.getByText(/pieces are on your order sheet/)).toBeVisible();
  await page.goto("/dashboard/ordersheet");
  await expect(page.getByRole("radio", { name: /^Fabriksgatan 3, 903 27 Umeå, Sweden/ })).toBeChecked();
  await expect(page.getByRole("radio", { name: /^Kaunas Knit, Taikos 12/ })).toBeVisible();
  await expect(page.getByLabel("Phone")).toHaveValue("+47 905 123 45");
  await page.getByRole("radio", { name: "Another address" }).check();
  await expect(page.getByLabel("Country")).toHaveValue("SE");
  await page.getByRole("button", { name: "Send order sheet" }).click();
  await expect(page.getByText("2 fields to correct", { exact: true })).toBeVisible();
  await page.getByLabel("Street and number").fill("Taikos 14");
  await page.getByLabel("Town").fill("Kaunas");
  await page.getByLabel("Country").selectOption("LT");
  await page.getByRole("button", { name: "Send order sheet" }).click();
  await page.waitForURL(/\/ordersheets\/\d+$/);
  expect(await readLast()).toMatchObject({
    address: "Taikos 14\nKaunas\nLithuania",
    shipTo: { company: null, street: "Taikos 14", town: "Kaunas", country: "LT" },
  });
});
