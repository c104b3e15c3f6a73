import { expect, type Page } from "@playwright/test";

/** Opens the order form of a trim. Returns its path, and how many pieces to order at least. */
export async function openOrderForm(page: Page): Promise<{ path: string; pieces: string }> {
  const [trim] = await (await page.request.get("/api/trims?q=linen&limit=1")).json();
  const path = `/purchase/${trim._id}`;
  await withDelivery(page, () => page.goto(path));
  return { path, pieces: String(trim.moq) };
}

/**
 * Does what opens the order form, and waits for the last answer that its page asks for: were the session to end before
 * that one, its refusal would tell the page.
 */
export async function withDelivery(page: Page, act: () => Promise<unknown>): Promise<void> {
  const profile = page.waitForResponse(/\/api\/profile\//);
  await act();
  await profile;
}

export async function fillOrder(page: Page, pieces: string): Promise<void> {
  await page.getByLabel("Phone").fill("0046855512080");
  await page.getByLabel("Address").fill("Umeå");
  await page.getByLabel("Order quantity").fill(pieces);
}

export async function expectOrder(page: Page, [phone, address, pieces]: [string, string, string]): Promise<void> {
  await expect(page.getByLabel("Phone")).toHaveValue(phone);
  await expect(page.getByLabel("Address")).toHaveValue(address);
  await expect(page.getByLabel("Order quantity")).toHaveValue(pieces);
}
