import { expect, test } from "./fixtures.ts";
import { expectPainted } from "./looks.ts";
import { acceptance, moveOrder, orderAndOffice } from "./orders.ts";
import { admin, enterShop } from "./people.ts";

test("a note in a drawer is dressed also when its page is the first that is opened", { tag: "@trial" }, async ({
  page,
}) => {
  await enterShop(page, admin);
  await page.goto("/dashboard/manageproducts");
  await page.getByRole("table").locator("tbody").getByRole("button").first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Minimum order quantity").fill("99999999");
  const note = sheet.getByText("The minimum order is above the stock");
  await expectPainted(note, "red");
  await expect(note).toHaveCSS("display", "flex");
});

// Safari takes no row of a table as the place of what is positioned in it: the links of all rows would cover the page.
test("the button over a row stays within its table, and its row clips it", { tag: "@trial" }, async ({
  page: buyerPage,
  newPerson,
}) => {
  const { _id, office: page } = await orderAndOffice(buyerPage, newPerson);
  await moveOrder(page, _id, acceptance);
  for (const path of ["/dashboard/manageproducts", "/dashboard/record"]) {
    await page.goto(path);
    const row = page
      .getByRole("row")
      .filter({ has: page.locator("[data-row-button]") })
      .first();
    await expect(row, path).toHaveCSS("clip-path", "inset(0px)");
    await expect(page.getByRole("table").filter({ has: row }), path).toHaveCSS("position", "relative");
  }
});

test("in forced colours, too, one sees which slide is shown and how far an order is", { tag: "@trial" }, async ({
  page,
  newPerson,
}) => {
  const { number, _id, office } = await orderAndOffice(page, newPerson);
  await moveOrder(office, _id, acceptance);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/");
  const dots = page.getByRole("button", { name: "Previous slide" }).locator("+ div button");
  await expect(dots).toHaveCount(6);
  const dotLooks = await dots.evaluateAll((all) => all.map((dot) => getComputedStyle(dot, "::before").backgroundColor));
  expect(new Set(dotLooks).size).toBe(2);
  await page.goto(`/dashboard/orders/${number}`);
  const steps = page.locator("li[data-is]");
  await expect(steps.first()).toBeVisible();
  const looks = await steps.evaluateAll((all) =>
    all.map((step) => [step.getAttribute("data-is"), getComputedStyle(step.firstElementChild ?? step).backgroundColor]),
  );
  const [done, now, todo] = ["done", "now", "todo"].map((is) => looks.find(([state]) => state === is)?.[1]);
  expect(new Set([done, now, todo]).size).toBe(3);
});

test("in forced colours, too, the menus mark where one is", { tag: "@trial" }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await enterShop(page, admin);
  for (const [path, menu] of [
    ["/home", "Main"],
    ["/trims?line=rivets", "Product line"],
    ["/dashboard/manageorders", "Dashboard"],
  ] as const) {
    await page.goto(path);
    const links = page.getByRole("navigation", { name: menu }).getByRole("link");
    await expect(links.and(page.locator("[aria-current]")), menu).toHaveCount(1);
    const looks = await links.evaluateAll((all) =>
      all.map((link) => {
        const { color, backgroundColor, borderBottom, textDecorationLine } = getComputedStyle(link);
        const look = [color, backgroundColor, borderBottom, textDecorationLine].join();
        return { isCurrent: link.hasAttribute("aria-current"), look };
      }),
    );
    const [current] = looks.filter(({ isCurrent }) => isCurrent).map(({ look }) => look);
    expect(
      looks.filter(({ look }) => look === current),
      menu,
    ).toHaveLength(1);
  }
});

test("in forced colours, too, the open row of a list and the acts on the selected ones stand out", {
  tag: "@trial",
}, async ({ page, newPerson }) => {
  const { office } = await orderAndOffice(page, newPerson);
  await office.emulateMedia({ forcedColors: "active" });
  await office.setViewportSize({ width: 1600, height: 900 });
  await office.goto("/dashboard/manageproducts");
  const rows = office.locator("tr[data-row]");
  await rows.nth(1).getByRole("button").first().click();
  await expect(office.locator("tr[aria-current]")).toHaveCSS("outline-style", "solid");
  await expect(rows.first()).toHaveCSS("outline-style", "none");
  await office.goto("/dashboard/manageorders");
  const picks = office.getByRole("checkbox", { name: /^Select order No\./ });
  await picks.first().check();
  await expect(office.getByRole("toolbar")).toHaveCSS("border-top-style", "solid");
});

test("the layers rank as they should", async ({ page }) => {
  for (const path of ["/", "/login", "/blogs", "/dashboard/myorders"]) {
    await page.goto(path);
    // A layer ranks by where it is named first, in whichever file comes first.
    const layers = await page.evaluate(() => {
      const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
      return rules.flatMap((rule) =>
        rule instanceof CSSLayerStatementRule
          ? [...rule.nameList]
          : rule instanceof CSSLayerBlockRule
            ? [rule.name]
            : [],
      );
    });
    expect([...new Set(layers)], path).toEqual(["base", "ui", "lists", "app", "print"]);
  }
});

// Safari on a phone zooms into a control whose text is smaller, and does not zoom out again.
test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

  test("no control to type in has letters below 16 px", async ({ page }) => {
    await enterShop(page, admin);
    const paths = ["/trims", "/dashboard/manageproducts", "/dashboard/manageorders", "/dashboard/addproduct"];
    for (const path of paths) {
      await page.goto(path);
      const controls = page.locator("input:not([type=checkbox], [type=radio], [type=hidden]), select, textarea");
      await expect(controls.first(), path).toBeAttached();
      const small = await controls.evaluateAll((all) =>
        all.filter((one) => Number.parseFloat(getComputedStyle(one).fontSize) < 16).map((one) => one.outerHTML),
      );
      expect(small, path).toEqual([]);
    }
  });
});
