import type { Page } from "@playwright/test";
import { axe, expect, test } from "./fixtures.ts";
import { linkMailedTo } from "./mails.ts";
import { goByMenu } from "./menu.ts";
import { bar, dialog } from "./orders-table.ts";
import { admin, enterShop, joinConfirmed } from "./people.ts";
import { delivery, minimumOf, plentifulTrims, writeDraft } from "./sheets.ts";

const firm = { name: "Çınaraltı Denim", country: "Türkiye" };
const PO = "CD-2615";

test("a firm of three, from its founding to the paid invoice", async ({ page: manager, newPerson }) => {
  const [purchaser, viewer, office] = [await newPerson(), await newPerson(), await newPerson()];
  await joinConfirmed(manager, "Aylin Erdem");
  const invited = [
    { of: purchaser, email: await joinConfirmed(purchaser, "Elif Sarıgöl"), role: "Purchaser", limit: "1.00" },
    { of: viewer, email: await joinConfirmed(viewer, "Deniz Kaya"), role: "Viewer", limit: undefined },
  ];

  await test.step("the manager founds the company and invites two colleagues", async () => {
    await manager.goto("/dashboard");
    await goByMenu(manager, "Company");
    await manager.getByLabel("Company", { exact: true }).fill(firm.name);
    await manager.getByLabel("Country").selectOption(firm.country);
    await manager.getByRole("button", { name: "Found the company" }).click();
    await expect(manager.getByRole("heading", { level: 1, name: firm.name })).toBeVisible();
    for (const { email, role, limit } of invited) {
      const form = manager.getByRole("form", { name: "Invite a colleague" });
      await form.getByLabel("E-mail").fill(email);
      await form.getByLabel("Role").selectOption({ value: role.toLowerCase() });
      if (limit) await form.getByLabel("Limit per order in dollars").fill(limit);
      await form.getByRole("button", { name: "Send invitation" }).click();
      await expect(manager.getByText(`We have sent an invitation to ${email}.`)).toBeVisible();
    }
  });

  await test.step("they join by the mailed links", async () => {
    for (const { of, email } of invited) {
      await of.goto(await linkMailedTo(email, `${firm.name} invites you to Rivet & Reed`));
      await of.getByRole("button", { name: `Join ${firm.name}` }).click();
      await expect(of.getByRole("heading", { level: 1, name: firm.name })).toBeVisible();
    }
    await expect(viewer.getByText("3 people")).toBeVisible();
    await manager.reload();
    await axe(manager);
  });

  await test.step("the purchaser asks for approval, and the manager returns it", async () => {
    const lines = (await plentifulTrims(purchaser)).slice(0, 2).map(minimumOf);
    await writeDraft(purchaser, lines, { ...delivery, poNumber: PO });
    await goByMenu(purchaser, "Order sheet");
    await expect(purchaser.getByText("Above your limit of $1.00")).toBeVisible();
    await ask(purchaser);
    await manager.reload();
    await goByMenu(manager, "To approve");
    await expect(manager.getByRole("heading", { name: "To approve : 1" })).toBeVisible();
    await axe(manager);
    await manager.getByRole("button", { name: "Return with a reason" }).click();
    await manager.getByLabel("Reason for Elif Sarıgöl").fill("The patches can wait");
    await manager.getByRole("button", { name: "Return to Elif Sarıgöl" }).click();
    await expect(manager.getByText("Nothing waits for you")).toBeVisible();
  });

  await test.step("asked again, it is approved, and the company's", async () => {
    await purchaser.reload();
    await expect(purchaser.getByText("“The patches can wait”")).toBeVisible();
    await purchaser.getByRole("button", { name: "Put it on the sheet again" }).click();
    await expect(purchaser.getByRole("heading", { name: "Order sheet : 2 lines" })).toBeVisible();
    await expect(purchaser.getByLabel("PO number")).toHaveValue(PO);
    await expect(purchaser.getByRole("radio", { name: delivery.address.replace("\n", ", ") })).toBeChecked();
    await ask(purchaser);
    await manager.reload();
    await manager.getByRole("button", { name: "Approve and send" }).click();
    await expect(manager.getByText("Nothing waits for you")).toBeVisible();
    await goByMenu(purchaser, "My Orders");
    await expect(purchaser.getByRole("heading", { name: "My Orders : 2 items" })).toBeVisible();
    // The colleague's orders are not among the manager's own.
    await goByMenu(manager, "My Orders");
    await expect(manager.getByText("No open orders")).toBeVisible();
    for (const [who, by] of [
      [purchaser, "You"],
      [manager, "Elif Sarıgöl"],
    ] as const) {
      await who.getByRole("navigation", { name: "Whose orders" }).getByRole("link", { name: "Company" }).click();
      await expect(who.getByRole("cell", { name: by })).toHaveCount(2);
    }
  });

  await test.step("staff find it by the buyer's own number, accept, invoice, pack and ship a part of it", async () => {
    await enterShop(office, admin);
    await office.goto("/dashboard");
    await office.keyboard.press("Control+k");
    await expect(office.getByRole("dialog", { name: "Search" }).getByRole("combobox")).toBeFocused();
    await office.keyboard.type(`${firm.name} ${PO}`);
    await office.getByRole("option", { name: /S-\d/ }).first().click();
    await expect(office.getByText(firm.name).first()).toBeVisible();
    const pick = async (action: string) => {
      await office.getByRole("checkbox", { name: "Select these 2" }).check();
      await bar(office).getByRole("button", { name: action, exact: true }).click();
    };
    const said = (words: string) => expect(office.getByRole("status").filter({ hasText: words })).toBeVisible();
    await pick("Accept 2");
    await said("2 accepted.");
    await pick("Invoice 2…");
    await dialog(office)
      .getByRole("button", { name: /^Invoice/ })
      .click();
    await said("2 invoiced.");
    await pick("Pack 2");
    await said("2 packed.");
    await office
      .getByRole("checkbox", { name: /^Select order/ })
      .first()
      .check();
    await bar(office).getByRole("button", { name: "Ship 1…" }).click();
    await dialog(office).getByLabel("Carrier").fill("DHL");
    await dialog(office).getByRole("button", { name: /^Ship/ }).click();
    await said("1 shipped.");
  });

  await test.step("the manager reads how to pay, and the payment is booked", async () => {
    await manager
      .getByRole("link", { name: /^Sheet S-/ })
      .first()
      .click();
    const payment = manager.getByRole("region", { name: "Payment" });
    const number = await payment.locator("dt:text-is('Reference') + dd").first().textContent();
    await goByMenu(office, "Invoices");
    await office.getByRole("link", { name: number ?? "" }).click();
    await office.getByRole("button", { name: "Book payment…" }).click();
    await dialog(office).getByRole("button", { name: "Book", exact: true }).click();
    await expect(office.getByText("Paid", { exact: true }).first()).toBeVisible();
    await goByMenu(office, "Buyers");
    await office.getByRole("link", { name: firm.name }).first().click();
    await expect(office.getByRole("region", { name: "People" })).toContainText("Elif Sarıgöl");
    await axe(office);
    // Without a reload.
    await expect(payment.getByText("Reference")).toHaveCount(0);
    await goByMenu(manager, "Statement");
    await expect(manager.getByRole("row", { name: /^Payment/ })).toBeVisible();
  });

  await test.step("the viewer reads that it is paid, prints it, and is offered nothing else", async () => {
    await goByMenu(viewer, "My Orders");
    await viewer.getByRole("navigation", { name: "Whose orders" }).getByRole("link", { name: "Company" }).click();
    await expect(viewer.getByText("You may look and print.")).toBeVisible();
    await expect(viewer.getByRole("cell", { name: /Paid/ })).toHaveCount(2);
    await expectNoAct(viewer);
    await viewer
      .getByRole("link", { name: /^Sheet S-/ })
      .first()
      .click();
    await expect(viewer.getByRole("region", { name: "Where it stands" })).toContainText("paid");
    const confirmation = viewer.waitForEvent("download");
    await viewer
      .getByRole("button", { name: /confirmation/ })
      .first()
      .click();
    expect((await confirmation).suggestedFilename()).toMatch(/\.pdf$/);
    await expectNoAct(viewer);
    await goByMenu(viewer, "Company");
    await expect(viewer.getByText("You are a viewer")).toBeVisible();
    await expectNoAct(viewer);
  });
});

async function ask(purchaser: Page): Promise<void> {
  await purchaser.getByRole("button", { name: "Ask for approval" }).click();
  await expect(purchaser.getByText("waits for approval")).toBeVisible();
}

/** Documents and lists may be printed and sorted; leaving the company is everybody's right. */
const harmless = /confirmation|[Ii]nvoice|Number|Email|Item|Quantity|To the first row|Copy|PDF|Print|^Leave/;

async function expectNoAct(viewer: Page): Promise<void> {
  const main = viewer.getByRole("main");
  await expect(main.getByRole("button").filter({ hasNotText: harmless })).toHaveText([]);
  await expect(main.getByRole("link", { name: /^(Change|Order again|Pay|New)/ })).toHaveText([]);
}
