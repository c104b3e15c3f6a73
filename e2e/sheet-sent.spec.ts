import type { Page } from "@playwright/test";
import { axeInBothSchemes, expect, test } from "./fixtures.ts";
import { acceptance, moveOrder } from "./orders.ts";
import { admin, enterShop, joinConfirmed, joinShop } from "./people.ts";
import { delivery, minimumOf, plentifulTrims, tokenOf, writeDraft } from "./sheets.ts";

type Sent = { number: number; orders: { _id: string; number: number; productName: string }[] };

/** A sheet of four orders: one declined, one cancelled by its buyer, one invoiced, one in review. */
async function sentSheet(page: Page, office: Page): Promise<Sent> {
  const email = await joinShop(page);
  const lines = (await plentifulTrims(page)).slice(0, 4).map(minimumOf);
  const headers = await tokenOf(page);
  const sent = await page.request.post("/api/orderSheets", {
    headers: { ...headers, "idempotency-key": crypto.randomUUID() },
    data: { name: "Astrid Lindqvist", email, ...delivery, poNumber: "ND-26017", lines },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  const { number } = await sent.json();
  const { orders } = await (await page.request.get(`/api/orderSheets/${number}`, { headers })).json();
  const [declined, cancelled, invoiced] = orders;
  await enterShop(office, admin);
  await moveOrder(office, declined._id, { ...acceptance, to: "declined", note: "The die is worn." });
  await page.request.delete(`/api/orders/${cancelled._id}`, { headers });
  await moveOrder(office, invoiced._id, acceptance);
  await moveOrder(office, invoiced._id, { track: "payment", from: "pending", to: "invoiced" });
  return { number, orders };
}

test("a sheet that was sent promises a mail only to an address that is confirmed", { tag: "@trial" }, async ({
  page,
  newPerson,
}) => {
  const send = async (buyer: Page) => {
    await writeDraft(buyer, (await plentifulTrims(buyer)).slice(0, 2).map(minimumOf), delivery);
    await buyer.goto("/dashboard/ordersheet");
    await buyer.getByRole("button", { name: /^Send order sheet/ }).click();
    return buyer.getByRole("status").filter({ hasText: "is sent." });
  };
  await joinShop(page);
  const banner = await send(page);
  await expect(banner).toContainText("We will confirm the order.");
  await expect(banner).toContainText("Please confirm your e-mail address to get our mails.");
  await expect(banner).not.toContainText("on its way");
  await expect(page.getByRole("region", { name: "Not confirmed yet" })).toContainText("Confirm ");

  const other = await newPerson();
  const email = await joinConfirmed(other);
  const promise = await send(other);
  await expect(promise).toContainText(`a mail with both lines is on its way to ${email}.`);
  await expect(promise).not.toContainText("Please confirm");
});

test("a sheet says which of its orders have ended and how, what is due, and offers one thing first", async ({
  page,
  newPerson,
}) => {
  const { number, orders } = await sentSheet(page, await newPerson());
  await page.goto(`/dashboard/ordersheets/${number}`);
  const main = page.getByRole("main");
  const banner = main.getByRole("status").first();
  await expect(banner).toContainText("One order was declined, and one was cancelled.");
  for (const [at, word] of ["declined", "cancelled"].entries())
    await expect(banner.getByRole("listitem").nth(at)).toHaveText(
      `No. ${orders[at]?.number}, ${orders[at]?.productName}, ${word}`,
    );
  await expect(main.getByRole("region", { name: "Where it stands" })).toContainText(/\$[\d,.]+ due \d+ \w+ \d{4}/);
  await expect(main.locator("button:not([data-kind])").filter({ hasText: /./ })).toHaveText(["Pay"]);
  await expect(
    page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "My Orders" }),
  ).toHaveAttribute("aria-current", "true");
});

test("the figures of a sheet's foot stand below those of its orders", { tag: "@trial" }, async ({
  page,
  newPerson,
}) => {
  const { number } = await sentSheet(page, await newPerson());
  await page.goto(`/dashboard/ordersheets/${number}`);
  const table = page.getByRole("table", { name: "Orders of this sheet" });
  await expect(table.getByRole("row").last()).toContainText("4 orders, 2 to be charged");
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const { lines, ends } = await table.evaluate((element) => {
      const rows = [...element.querySelectorAll("tr")];
      const endOf = (row: Element | undefined, cell: number) => {
        const words = document.createRange();
        words.selectNodeContents(row?.children[cell] ?? document.body);
        return words.getBoundingClientRect().right;
      };
      return {
        lines: [...element.querySelectorAll("[data-row-button]")].map((name) => name.getClientRects()[0]?.height ?? 0),
        ends: [1, 3].map((cell) => endOf(rows.at(-1), cell) - endOf(rows.at(-2), cell)),
      };
    });
    if (width > 360) for (const end of ends) expect(Math.abs(end), `at ${width} px`).toBeLessThan(1);
    if (width === 1280) for (const height of lines) expect(height).toBeLessThan(30);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test("from a sheet an admin comes to its orders in the list, where all of them are picked at once", {
  tag: "@trial",
}, async ({ page, newPerson }) => {
  const { number } = await sentSheet(await newPerson(), page);
  await page.goto(`/dashboard/ordersheets/${number}`);
  await expect(
    page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Manage All Orders" }),
  ).toHaveAttribute("aria-current", "true");
  await page.getByRole("main").getByRole("link", { name: "Orders in the list" }).click();
  // The sheet has such a box, too.
  await expect(page.getByRole("heading", { name: "All Orders" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select these 2" }).check();
  await page.getByRole("toolbar").getByRole("button", { name: "Accept 1" }).click();
  const said = page.getByRole("status").filter({ hasText: "1 accepted." });
  await expect(said).toBeVisible();
  await page.getByRole("link", { name: /^To produce/ }).click();
  await expect(page).toHaveURL(/tab=produce/);
  await expect(said).toBeVisible();
});

for (const width of [360, 1280]) {
  test(`at ${width} px an admin accepts what waits of a sheet on its page, and picks nothing that has ended`, {
    tag: width === 360 ? "@trial" : [],
  }, async ({ page, newPerson }) => {
    const { number, orders } = await sentSheet(await newPerson(), page);
    const [declined, , invoiced, waiting] = orders;
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/dashboard/ordersheets/${number}`);
    const main = page.getByRole("main");
    const all = main.getByRole("checkbox", { name: "Select these 2" });
    const boxOf = (order: Sent["orders"][number] | undefined) =>
      main.getByRole("checkbox", { name: `Select order No. ${order?.number},` });
    await expect(main.getByRole("checkbox", { name: /^Select order/ })).toHaveCount(2);
    const payment = main
      .getByRole("row", { name: `Order No. ${declined?.number}` })
      .getByRole("cell")
      .last();
    await expect(payment).toHaveText("–Nothing to pay");
    const link = (order: Sent["orders"][number] | undefined) =>
      main.getByRole("row", { name: `Order No. ${order?.number}` }).getByRole("link");

    await link(declined).focus();
    await page.keyboard.press("Space");
    await expect(main.getByRole("toolbar")).toHaveCount(0);
    for (let row = 0; row < 3; row += 1) await page.keyboard.press("Shift+ArrowDown");
    await expect(link(waiting)).toBeFocused();
    await expect(boxOf(invoiced)).toBeChecked();
    await expect(main.getByRole("toolbar")).toContainText("2 selected");
    await axeInBothSchemes(page);
    await main.getByRole("toolbar").getByRole("button", { name: "Accept 1" }).click();
    await expect(main.getByRole("status").filter({ hasText: "1 accepted." })).toBeVisible();
    await expect(all).toBeFocused();
    await expect(main.getByRole("region", { name: "Where it stands" })).toContainText("2 accepted");
    await expect(main.getByRole("toolbar")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

for (const width of [360, 1280]) {
  test(`at ${width} px an admin reads what happened to a sheet, several orders in one entry, and so does its buyer`, {
    tag: "@trial",
  }, async ({ page, newPerson }) => {
    const buyer = await newPerson();
    const { number, orders } = await sentSheet(buyer, page);
    const [declined, cancelled, invoiced, waiting] = orders;
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/dashboard/ordersheets/${number}`);
    const happened = page.getByRole("region", { name: "History" });
    const events = [
      /Sent, 4 orders by Astrid Lindqvist$/,
      new RegExp(`Declined: No\\.\\s${declined?.number} by you.*The buyer reads.*The die is worn\\.$`),
      new RegExp(`Cancelled: No\\.\\s${cancelled?.number} by Astrid Lindqvist$`),
      new RegExp(`Accepted: No\\.\\s${invoiced?.number} by you$`),
      new RegExp(`Invoiced, due \\d+ \\w+ \\d{4}: No\\.\\s${invoiced?.number} by you$`),
    ];
    await expect(happened.getByRole("listitem")).toHaveText(events);
    await axeInBothSchemes(page);

    await page.getByRole("checkbox", { name: "Select these 2" }).check();
    await page.getByRole("toolbar").getByRole("button", { name: "Accept 1" }).click();
    // Accepted within a minute, though not by one press.
    const accepted = happened.getByRole("listitem").nth(3);
    await expect(accepted).toHaveText(/Accepted: No\.\s\d+, No\.\s\d+ by you$/);
    await page.getByRole("checkbox", { name: "Select these 2" }).check();
    await page.getByRole("toolbar").getByRole("button", { name: "Pack 2" }).click();
    const packed = happened.getByRole("listitem").last();
    await expect(packed).toHaveText(/Packed: No\.\s\d+, No\.\s\d+ by you$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await packed.getByRole("link", { name: `No. ${waiting?.number}` }).click();
    await expect(page).toHaveURL(`/dashboard/orders/${waiting?.number}`);

    await buyer.goto(`/dashboard/ordersheets/${number}`);
    await expect(buyer.getByRole("heading", { name: "Documents" })).toBeVisible();
    const entries = buyer.getByRole("region", { name: "History" }).getByRole("listitem");
    await expect(entries.first()).toHaveText(/Sent, 4 orders by you$/);
    await expect(entries.nth(1)).toHaveText(/Declined: .* by Rivet & Reed.*The die is worn\.$/);
  });
}

test("printed for an admin, a sheet keeps no room for its boxes", { tag: "@trial" }, async ({ page, newPerson }) => {
  const { number } = await sentSheet(await newPerson(), page);
  await page.goto(`/dashboard/ordersheets/${number}`);
  const table = page.getByRole("table", { name: "Orders of this sheet" });
  await expect(table.getByRole("checkbox")).toHaveCount(2);
  await page.emulateMedia({ media: "print" });
  const lefts = await table.locator("tbody td:first-child").evaluateAll((cells) =>
    cells.map((cell) => {
      const inside = cell.getBoundingClientRect().x + Number.parseFloat(getComputedStyle(cell).paddingLeft);
      return (cell.querySelector("a")?.getBoundingClientRect().x ?? 0) - inside;
    }),
  );
  // The pictures are not printed.
  expect(lefts).toEqual([0, 0, 0, 0]);
});

test("in the list of admins, what has ended is neither paid nor shipped", { tag: "@trial" }, async ({
  page,
  newPerson,
}) => {
  const { number } = await sentSheet(await newPerson(), page);
  await page.goto(`/dashboard/manageorders?tab=cancelled&q=S-${number}`);
  await expect(page.getByText("–Nothing to pay")).toHaveCount(2);
  await expect(page.getByRole("cell", { name: /^(Declined|Cancelled)$/ })).toHaveCount(2);
});
