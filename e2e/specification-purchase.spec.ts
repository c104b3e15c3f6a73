import type { APIRequestContext, Page } from "@playwright/test";
import type { Trim } from "#app/features/trims/contract.ts";
import { myOrders, purchase } from "#test/specification/orders.ts";
import { expect, test } from "./fixtures.ts";
import { expectSettled } from "./keyboard.ts";
import { expectPainted } from "./looks.ts";
import { joinShop } from "./people.ts";

const soft = expect.soft;
const form = (page: Page) => page.getByRole("region", { name: purchase.form.title });

async function findTrim(request: APIRequestContext, words: string): Promise<Trim> {
  const [trim, ...more] = await (await request.get("/api/trims", { params: { q: words } })).json();
  expect(more).toEqual([]);
  return trim;
}

/** Price, stock and minimum; other journeys order the same trims. */
const mercerised = ({ quantity }: Trim) => [/^\$2\.95 \$\d\.\d\d from \d+$/, String(quantity), "24"];
const melange = ({ quantity }: Trim) => [/^\$2\.75 \$\d\.\d\d from \d+$/, String(quantity), "24"];

test("R-147 R-148 R-149 R-150 R-151 R-152 R-153 R-154 R-155 R-156 R-157 R-158 R-406 the trim on the left, the order form on the right", async ({
  page,
  request,
}) => {
  const trim = await findTrim(request, "mercerised cotton");
  const email = await joinShop(page, "Mei Tanaka");
  await page.goto(`/purchase/${trim._id}`);
  const main = page.getByRole("main");
  const picture = main.getByRole("img", { name: trim.alt, exact: true });
  await soft(picture).not.toHaveJSProperty("naturalWidth", 0);
  await soft(main.getByRole("heading", { level: 1 })).toHaveText(trim.name);
  await soft(main.getByRole("term")).toHaveText(purchase.figures.map(({ of }) => of));
  await soft(main.getByRole("definition")).toHaveText(mercerised(trim));
  const [left, right] = [await picture.boundingBox(), await form(page).boundingBox()];
  soft((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);

  await soft(form(page).getByRole("heading")).toHaveText(purchase.form.title);
  const given = ["Mei Tanaka", email, trim.name];
  for (const [index, { line, label }] of purchase.given.entries()) {
    const field = form(page).getByLabel(label, { exact: true });
    await soft(field, line).toHaveValue(given[index] ?? "");
    await soft(field, line).toHaveAttribute("readonly");
  }
  for (const { line, label, kind } of purchase.typed) {
    const field = form(page).getByLabel(label, { exact: true });
    await soft(field, line).toHaveAttribute("required");
    if (kind === "textarea") await soft(field, line).toHaveJSProperty("tagName", "TEXTAREA");
    if (kind === "number") await soft(field, line).toHaveAttribute("type", "number");
    if (kind === "digits") await soft(field, line).toHaveAttribute("type", "tel");
  }
  await form(page).getByLabel("Order quantity").fill(String(trim.moq));
  await form(page).getByRole("button", { name: "Place order" }).click();
  for (const said of ["Phone is required", "Address is required"])
    await expectPainted(form(page).getByText(said, { exact: true }), "red");
  await form(page).getByLabel("Phone").fill("+46 85");
  await soft(form(page).getByText(/in digits/)).toBeVisible();
});

test("R-162 R-163 R-164 R-165 R-166 R-167 R-168 R-169 R-170 R-405 each limit of the quantity, said in red below the field while the button is off", async ({
  page,
  request,
}) => {
  const trim = await findTrim(request, "corespun signal");
  const { moq, quantity } = trim;
  await joinShop(page);
  await page.goto(`/purchase/${trim._id}`);
  const field = form(page).getByLabel("Order quantity");
  const submit = form(page).getByRole("button", { name: "Place order" });
  await soft(submit).toBeDisabled();
  await field.fill("1");
  for (const [typed, said] of [
    ["", purchase.required.words],
    [String(moq - 1), purchase.minimum.words(moq)],
    ["0", purchase.minimum.words(moq)],
    ["-5", purchase.minimum.words(moq)],
    [String(quantity + 1), purchase.maximum.words(quantity)],
    [`${moq}.5`, "Please write a whole number of pieces"],
  ] as const) {
    await field.fill(typed);
    const message = form(page).getByText(said, { exact: true });
    await expectPainted(message, "red");
    soft((await message.boundingBox())?.y, said).toBeGreaterThan((await field.boundingBox())?.y ?? Infinity);
    await soft(field).toHaveAccessibleDescription(new RegExp(said));
    await soft(submit, said).toBeDisabled();
  }
  for (const fits of [moq, quantity]) {
    await field.fill(String(fits));
    await soft(submit, `${fits} pieces`).toBeEnabled();
    await soft(form(page).getByText(/Order Quantity is/)).toHaveCount(0);
  }
});

test("R-171 a stock below the minimum is said once, and nothing can be ordered", async ({ page, request }) => {
  const trim = await findTrim(request, "cross-dot");
  expect(trim.quantity).toBeLessThan(trim.moq);
  await joinShop(page);
  await page.goto(`/purchase/${trim._id}`);
  await soft(page.getByRole("main").getByText(/below the minimum order/)).toHaveCount(1);
  for (const typed of [trim.moq, trim.quantity]) {
    await form(page).getByLabel("Order quantity").fill(String(typed));
    await soft(form(page).getByRole("button", { name: "Place order" })).toBeDisabled();
    await soft(form(page).getByText(/(Minimum|Maximum) Order Quantity is/)).toHaveCount(0);
  }
});

test("R-159 R-160 another id loads its own trim, with its own limits and an empty form", async ({ page, request }) => {
  const [one, other] = [await findTrim(request, "bonded nylon"), await findTrim(request, "melange corespun")];
  await joinShop(page);
  const asked: string[] = [];
  page.on("request", (sent) => {
    const path = new URL(sent.url()).pathname;
    if (path.startsWith("/api/trims/")) asked.push(path);
  });
  await page.goto(`/purchase/${one._id}`);
  // Until it is known who orders, the form takes nothing, though a script can write into it.
  await expectSettled(page);
  await form(page).getByLabel("Order quantity").fill("1");
  await soft(form(page).getByText(purchase.minimum.words(one.moq))).toBeVisible();
  await expect.poll(() => asked).toEqual([`/api/trims/${one._id}`]);
  // Only the id changes: the page itself stays, as with the back button between two trims.
  await page.evaluate((path) => {
    history.pushState(null, "", path);
    window.dispatchEvent(new PopStateEvent("popstate"));
  }, `/purchase/${other._id}`);
  await soft(page.getByRole("heading", { level: 1 })).toHaveText(other.name);
  await expect.poll(() => asked).toEqual([`/api/trims/${one._id}`, `/api/trims/${other._id}`]);
  await soft(page.getByRole("main").getByRole("definition")).toHaveText(melange(other));
  await soft(form(page).getByLabel("Product name")).toHaveValue(other.name);
  await soft(form(page).getByLabel("Order quantity")).toHaveValue("");
  await form(page)
    .getByLabel("Order quantity")
    .fill(String(other.quantity + 1));
  await soft(form(page).getByText(purchase.maximum.words(other.quantity))).toBeVisible();
});

test("R-009 R-210 the heading of My Orders counts its rows", async ({ page, request }) => {
  const trim = await findTrim(request, "ash grey");
  const email = await joinShop(page);
  await page.goto("/dashboard/myorders");
  const heading = page.getByRole("heading", { level: 1 });
  await soft(heading).toHaveText(myOrders.heading(0));
  const { accessToken: token } = await (await page.request.post("/api/login", { data: { email } })).json();
  for (const count of [1, 2]) {
    const data = {
      name: "x",
      email,
      phone: "004612345",
      address: "x",
      productName: trim.name,
      orderQuantity: trim.moq,
    };
    const answer = await page.request.post("/api/orders", { headers: { authorization: `Bearer ${token}` }, data });
    expect(answer.status()).toBe(200);
    await page.reload();
    await soft(heading).toHaveText(myOrders.heading(count));
    await soft(page.getByRole("table").locator("tbody").getByRole("row")).toHaveCount(count);
  }
});
