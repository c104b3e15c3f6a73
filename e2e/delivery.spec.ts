import { hold } from "./failures.ts";
import { expect, test } from "./fixtures.ts";
import { buyerWithOrders } from "./orders.ts";
import { joinShop } from "./people.ts";

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
