import type { Page } from "@playwright/test";
import { describeDay } from "#app/ui/moment-words.ts";
import { dismissToasts, hold, sizes } from "./failures.ts";
import { axe, axeInBothSchemes, expect, test } from "./fixtures.ts";
import { expectFocusStays, expectSettled, openAndLeave, press, tabTo, write } from "./keyboard.ts";
import { buyerWithOrders, numbersOf, orderAndOffice } from "./orders.ts";
import { admin, enterShop, joinShop } from "./people.ts";
import { tokenOf } from "./sheets.ts";

const track = (page: Page, name: string) => page.getByRole("list", { name });
const here = (page: Page, name: string) => track(page, name).locator("[aria-current=step]");
const act = (page: Page, name: string | RegExp) => page.getByRole("main").getByRole("button", { name });
const dialog = (page: Page) => page.locator("dialog:modal");

test.describe("an order that does not exist for the caller", () => {
  test.use({ expectedErrors: [/404 \(Not Found\)|400 \(Bad Request\)/] });

  test("is the same picture, whether it is another buyer's or none at all", async ({ page, newPerson }) => {
    const other = await newPerson();
    await buyerWithOrders(other, 1);
    const [number] = await numbersOf(other);
    await joinShop(page);
    for (const asked of [number, 999_999_999, "nonsense"]) {
      await page.goto(`/dashboard/orders/${asked}`);
      await expect(page.getByRole("main").getByRole("link", { name: /404, page not found/ })).toBeVisible();
      await expect(page).toHaveTitle("Not found : Rivet & Reed");
      await axe(page);
    }
  });
});

test("a placed order leaves a receipt, which leads to its page and to My Orders, and is there for who comes back", async ({
  page,
}) => {
  const [trim] = await (await page.request.get("/api/trims?line=threads&limit=1")).json();
  await joinShop(page, "Astrid Lindqvist");
  await page.goto(`/purchase/${trim._id}`);
  await expectSettled(page);
  await page.getByLabel("Phone").fill("+47 905 12 345");
  await page.getByLabel("Address").fill("Vävaregatan 14\nUmeå");
  await page.getByLabel("Order quantity").fill(String(trim.moq));
  await page.getByRole("button", { name: "Place order" }).click();
  const receipt = page.getByRole("region", { name: /^Order No\.\s\d+ is placed$/ });
  await expect(receipt.getByRole("heading")).toBeFocused();
  await expect(receipt).toContainText("Your Order will be reviewed by an admin. For update visit My Orders page.");
  for (const [term, said] of [
    ["Quantity", `${trim.moq.toLocaleString("en")} pieces`],
    ["Address", "Vävaregatan 14"],
    ["Total", "$"],
  ] as const) {
    await expect(
      receipt.locator("div", { has: page.getByRole("term").filter({ hasText: term }) }).last(),
    ).toContainText(said);
  }
  // The first toast of a page comes with its code, which may be later than the receipt.
  await expect(page.getByText(/^Success !!! Your Order will be reviewed/)).toBeVisible();
  await dismissToasts(page);
  await axe(page);
  await receipt.getByRole("link", { name: "Open the order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Order No\.\s\d+$/);
  await page.goBack();
  await expect(receipt).toBeVisible();
  await page.reload();
  await expect(receipt).toBeVisible();
  await receipt.getByRole("link", { name: "Open the order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Order No\.\s\d+$/);
  await expect(page.getByText("We will confirm the order.")).toBeVisible();
  await expect(page.getByRole("link", { name: "+47 905 123 45" })).toHaveAttribute("href", "tel:+4790512345");
  for (const name of ["Review", "Shipping", "Payment"]) await expect(here(page, name)).toHaveText(/In review|Pending/);
  await page.getByRole("main").getByRole("link", { name: "My Orders" }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("In review");
  await page
    .getByRole("row")
    .nth(1)
    .getByRole("link", { name: trim.name.slice(0, 12) })
    .click();
  await expect(page).toHaveURL(/\/dashboard\/orders\/\d+$/);
  await page.goBack();
  // The number leads there, too.
  await page
    .getByRole("row")
    .nth(1)
    .getByRole("link", { name: /^Order \d+$/ })
    .click();
  await expect(page).toHaveURL(/\/dashboard\/orders\/\d+$/);
});

for (const { name, viewport } of sizes) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    test("an admin takes an order from review to payment by the keyboard alone", {
      tag: name === "phone" ? "@trial" : [],
    }, async ({ page, newPerson }) => {
      const buyer = await newPerson();
      await buyerWithOrders(buyer, 1);
      const [number] = await numbersOf(buyer);
      await enterShop(page, admin);
      await page.goto(`/dashboard/orders/${number}`);
      await expect(here(page, "Review")).toContainText("In review");
      await axeInBothSchemes(page);

      await openAndLeave(act(page, "Decline…"));
      await press(act(page, "Accept and invoice…"));
      await expect(dialog(page)).toBeVisible();
      await axe(page);
      await press(dialog(page).getByRole("button", { name: "Accept and invoice" }));
      await expect(here(page, "Review")).toContainText("Accepted");
      await expect(here(page, "Payment")).toContainText("Invoiced");
      await expectFocusStays(page);
      await press(act(page, "Start production"));
      await expect(here(page, "Shipping")).toContainText("In production");
      await expectFocusStays(page);
      await press(act(page, /^Take back/));
      await expect(here(page, "Shipping")).toContainText("Pending");
      await expectFocusStays(page);
      await press(act(page, /^Pack$/));
      await expect(here(page, "Shipping")).toContainText("Packed");
      await expectFocusStays(page);

      const noteForm = page.getByRole("form", { name: "A note on the order" });
      await press(noteForm.getByRole("button", { name: "Save note" }));
      await expect(noteForm.getByText("Please write the note")).toBeVisible();
      await keyboardNote(page, "Die 14 is worn.");
      await expect(page.getByText("Die 14 is worn.")).toBeVisible();
      await expectFocusStays(page);

      await press(act(page, "Ship…"), "Shift+Tab");
      for (const label of ["Carrier", "Tracking number", "Tracking link", "Note for the buyer"])
        await expect(dialog(page).getByLabel(`${label} (optional)`)).toBeVisible();
      for (const to of ["Astrid Lindqvist", "Vävaregatan 14"]) await expect(dialog(page)).toContainText(to);
      await axe(page);
      await write(dialog(page).getByLabel("Carrier"), "Kielline Freight");
      await write(dialog(page).getByLabel("Tracking number"), "KF 7730");
      await write(dialog(page).getByLabel("Tracking link"), "track.example/KF7730");
      await press(dialog(page).getByRole("button", { name: "Ship", exact: true }));
      await expect(dialog(page).getByText(/^Please write a link that begins with https/)).toBeVisible();
      await expect(dialog(page).getByLabel("Tracking link")).toBeFocused();
      await write(dialog(page).getByLabel("Tracking link"), "https://track.example/KF7730");
      await write(dialog(page).getByLabel("Note for the buyer"), "6 cartons.");
      await press(dialog(page).getByRole("button", { name: "Ship", exact: true }));
      await expect(here(page, "Shipping")).toContainText("Shipped");
      await press(act(page, "Mark as delivered"));
      await expect(here(page, "Shipping")).toContainText("Delivered");
      await press(act(page, "Mark as paid"));
      await expect(here(page, "Payment")).toContainText("Paid");
      await expect(page.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
      await expect(page.getByText(/^This order shipped with [\d,]+ pieces?\.$/)).toBeVisible();
      await expect(page.getByText("go back:")).toHaveCount(0);
      await dismissToasts(page);
      await axeInBothSchemes(page);
      const name = "Astrid Lindqvist";
      await press(page.getByRole("main").getByRole("link", { name }));
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

      await buyer.goto(`/dashboard/orders/${number}`);
      await expect(here(buyer, "Shipping")).toContainText("Delivered");
      await expect(buyer.getByText("6 cartons.")).toBeVisible();
      await expect(buyer.getByRole("main")).not.toContainText("Die 14 is worn.");
      const tracking = buyer.getByRole("link", { name: /^Track Kielline Freight KF 7730/ }).first();
      await expect(tracking).toHaveAttribute("href", "https://track.example/KF7730");
      await expect(tracking, "the carrier is not told who follows the link").toHaveAttribute("rel", /\bnoreferrer\b/);
      await expect(buyer.getByRole("main").getByRole("button", { name: /Pay|Cancel/ })).toHaveCount(0);
      await expect(buyer.getByRole("main")).not.toContainText("Demo Admin");
      await axeInBothSchemes(buyer);
    });

    test("an admin declines an order with a reason, and its buyer reads it", {
      tag: name === "phone" ? "@trial" : [],
    }, async ({ page, newPerson }) => {
      const buyer = await newPerson();
      await buyerWithOrders(buyer, 1);
      const [number] = await numbersOf(buyer);
      await enterShop(page, admin);
      await page.goto(`/dashboard/orders/${number}`);
      await press(act(page, "Decline…"));
      await press(dialog(page).getByRole("button", { name: "Decline", exact: true }));
      await expect(dialog(page).getByText("Please tell the buyer the reason")).toBeVisible();
      await axeInBothSchemes(page);
      await write(dialog(page).getByLabel(/^Reason/), "The die is worn.");
      await press(dialog(page).getByRole("button", { name: "Decline", exact: true }));
      await expect(here(page, "Review")).toContainText("Declined");
      await expect(page.getByText("This order holds no pieces.")).toBeVisible();
      // The button that opened the dialog is gone.
      await expect(page.getByRole("heading", { name: "Declined", exact: true })).toBeFocused();
      await expectFocusStays(page);
      await tabTo(act(page, /^Take back/));

      await buyer.goto(`/dashboard/orders/${number}`);
      await expect(buyer.getByRole("status").filter({ hasText: "We cannot take this order." })).toContainText(
        "The die is worn.",
      );
      await expect(here(buyer, "Review")).toHaveText(/Declined.*ended here/);
      await axeInBothSchemes(buyer);
      await press(act(page, /^Take back/));
      await expect(here(page, "Review")).toContainText("In review");
    });
  });
}

test("a press beside a dialog closes it only while nothing is typed", { tag: "@trial" }, async ({
  page,
  newPerson,
}) => {
  const { number } = await orderAndOffice(await newPerson(), async () => page);
  await page.goto(`/dashboard/orders/${number}`);
  const decline = page.getByRole("button", { name: "Decline…" });
  const question = page.getByRole("dialog", { name: /^Decline/ });
  await decline.click();
  await expect(question).toBeVisible();
  await page.mouse.click(5, 300);
  await expect(question).toHaveCount(0);
  await decline.click();
  await question.getByRole("textbox").fill("The die is worn.");
  await page.mouse.click(5, 300);
  await expect(question.getByRole("textbox")).toHaveValue("The die is worn.");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep typing" }).click();
  await expect(question.getByRole("textbox")).toHaveValue("The die is worn.");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(question).toHaveCount(0);
});

test.describe("two admins at once", () => {
  test.use({ expectedErrors: [/409 \(Conflict\)/] });

  test("the second reads why nothing moved, and sees where the order stands", { tag: "@trial" }, async ({
    page,
    newPerson,
  }) => {
    const buyer = await newPerson();
    await buyerWithOrders(buyer, 1);
    const [number] = await numbersOf(buyer);
    const other = await newPerson();
    for (const one of [page, other]) {
      await enterShop(one, admin);
      await one.goto(`/dashboard/orders/${number}`);
      await expect(act(one, "Accept order")).toBeVisible();
    }
    // Somebody else is faster.
    const release = await hold(other, "POST", /\/moves$/);
    await act(other, "Accept order").click();
    await act(page, "Accept order").click();
    await expect(here(page, "Review")).toContainText("Accepted");
    release();
    await expect(
      other.getByText(/ accepted this order on .+ It is accepted, Pending and not invoiced\.$/),
    ).toBeVisible();
    await expect(here(other, "Review")).toContainText("Accepted");
  });
});

/** Chooses who reads the note with the arrows, and writes it. */
async function keyboardNote(page: Page, words: string) {
  const form = page.getByRole("form", { name: "A note on the order" });
  await write(form.getByLabel("Note", { exact: true }), words);
  await press(form.getByRole("button", { name: "Save note" }));
  await expect(form.getByLabel("Note", { exact: true })).toHaveValue("");
}

test.describe("read elsewhere", () => {
  // Where the date differs from the shop's, which is in Greenwich, whatever the hour.
  test.use({ timezoneId: new Date().getUTCHours() < 12 ? "Etc/GMT+12" : "Pacific/Kiritimati" });

  test("an order has the day of the shop's clock in every list, and a moment names its zone", {
    tag: "@trial",
  }, async ({ page, newPerson }) => {
    const { placed } = await buyerWithOrders(page, 1);
    const [number] = await numbersOf(page);
    const { createdAt } = await (
      await page.request.get(`/api/orders/${placed[0]?._id}`, { headers: await tokenOf(page) })
    ).json();
    const day = describeDay(createdAt.slice(0, 10));
    const moment = `${day}, ${createdAt.slice(11, 16)} UTC`;
    await page.goto("/dashboard/myorders");
    await expect(page.getByRole("row").nth(1)).toContainText(` ${day.replace(/ \d{4}$/, "")}`);
    await page.goto(`/dashboard/orders/${number}`);
    await expect(page.getByRole("main")).toContainText(`Ordered ${moment}`);
    await expect(page.getByRole("list", { name: "Review" })).toContainText(day);
    const office = await newPerson();
    await enterShop(office, admin);
    await office.goto(`/dashboard/manageorders?q=${number}`);
    await expect(office.getByRole("row").nth(1)).toContainText(` ${day.replace(/ \d{4}$/, "")}`);
  });
});
