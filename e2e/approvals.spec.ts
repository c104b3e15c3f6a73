import { expect, test } from "./fixtures.ts";
import { linkMailedTo } from "./mails.ts";
import { joinConfirmed } from "./people.ts";
import { delivery, minimumOf, plentifulTrims, tokenOf, writeDraft } from "./sheets.ts";

test("what is above a purchaser's limit is asked for, returned, asked for again and approved", async ({
  page,
  newPerson,
}) => {
  const asker = await newPerson();
  const askerEmail = await joinConfirmed(asker, "Elif Sarıgöl");
  await joinConfirmed(page, "Aylin Erdem");
  const keyed = async (of: typeof page) => ({ ...(await tokenOf(of)), "idempotency-key": crypto.randomUUID() });
  const company = { name: "Çınaraltı Denim", country: "TR" };
  const founded = await page.request.post("/api/companies", { headers: await keyed(page), data: company });
  expect(founded.ok(), await founded.text()).toBe(true);
  const invited = await page.request.post("/api/company/invitations", {
    headers: await keyed(page),
    data: { email: askerEmail, role: "purchaser", orderLimit: "1.00" },
  });
  expect(invited.ok(), await invited.text()).toBe(true);
  const link = new URL(await linkMailedTo(askerEmail, `${company.name} invites you to Rivet & Reed`));
  const token = link.searchParams.get("token");
  const joined = await asker.request.post(`/api/invitations/${token}`, { headers: await keyed(asker), data: {} });
  expect(joined.ok(), await joined.text()).toBe(true);

  await writeDraft(asker, (await plentifulTrims(asker)).slice(0, 2).map(minimumOf), {
    ...delivery,
    poNumber: "CD-2615",
  });
  await asker.goto("/dashboard/ordersheet");
  await expect(asker.getByText("Above your limit of $1.00")).toBeVisible();
  await asker.getByRole("button", { name: "Ask for approval" }).click();
  await expect(asker.getByText("waits for approval")).toBeVisible();

  await page.goto("/dashboard/myorders");
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "To approve" }).first().click();
  await expect(page.getByRole("heading", { name: "To approve : 1" })).toBeVisible();
  await page.getByRole("button", { name: "Return with a reason" }).click();
  await page.getByLabel("Reason for Elif Sarıgöl").fill("The patches can wait");
  await page.getByRole("button", { name: "Return to Elif Sarıgöl" }).click();
  await expect(page.getByText("Nothing waits for you")).toBeVisible();

  await asker.reload();
  await expect(asker.getByText("“The patches can wait”")).toBeVisible();
  await asker.getByRole("button", { name: "Put it on the sheet again" }).click();
  await expect(asker.getByRole("heading", { name: "Order sheet : 2 lines" })).toBeVisible();
  await expect(asker.getByLabel("PO number")).toHaveValue("CD-2615");
  await expect(asker.getByLabel("Address")).toHaveValue(delivery.address);
  await asker.getByRole("button", { name: "Ask for approval" }).click();
  await expect(asker.getByText("waits for approval")).toBeVisible();

  await page.reload();
  await page.getByRole("button", { name: "Approve and send" }).click();
  await expect(page.getByText("Nothing waits for you")).toBeVisible();
  await asker.goto("/dashboard/myorders");
  await expect(asker.getByRole("heading", { name: "My Orders : 2 items" })).toBeVisible();
  await asker.getByRole("navigation", { name: "Whose orders" }).getByRole("link", { name: "Company" }).click();
  await expect(asker.getByRole("cell", { name: "You" })).toHaveCount(2);

  // The colleague's orders are not among the manager's own.
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "My Orders" }).first().click();
  await expect(page.getByText("No open orders")).toBeVisible();
  await page.getByRole("navigation", { name: "Whose orders" }).getByRole("link", { name: "Company" }).click();
  await expect(page).toHaveURL("/dashboard/myorders?of=company");
  await expect(page.getByRole("cell", { name: "Elif Sarıgöl" })).toHaveCount(2);
});
