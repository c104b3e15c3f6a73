import { expect, type Page } from "@playwright/test";
import { demoPeople } from "#db/demo-people.ts";
import { linkMailedTo } from "./mails.ts";

/** A page, or the context that all its pages share. */
type Visitor = Pick<Page, "request">;

export const PASSWORD = "selvedge-and-brass";

/** Registers somebody new on the page that is open, `/register`, and returns their address. */
export async function register(page: Page, name = "Astrid Lindqvist"): Promise<string> {
  const email = newAddress();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByLabel("I agree with the terms").check();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Account creation done !!!!")).toBeVisible();
  return email;
}

/**
 * Logs in on a page of its own and waits until the header knows the person; on a phone the name is in the closed menu.
 */
export async function logIn(page: Page, who: { name: string; email: string; password: string }): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(who.email);
  await page.getByRole("textbox", { name: "Password" }).fill(who.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByRole("banner").getByText(who.name)).toBeAttached();
}

/**
 * Opens an account for somebody new without the form, and signs them in: the context's next page knows them. Returns
 * their address.
 */
export async function joinShop(page: Visitor, name = "Astrid Lindqvist", email = newAddress()): Promise<string> {
  await askProvider(page, "sign-up", { name, email, password: PASSWORD });
  return email;
}

/** As `joinShop`, and the link in the mail has been followed: the address is confirmed. */
export async function joinConfirmed(page: Visitor, name?: string): Promise<string> {
  const email = await joinShop(page, name);
  await confirmAddress(page, email);
  return email;
}

/** Follows the link in the mail that asks to confirm an address. */
export async function confirmAddress(page: Visitor, email: string): Promise<void> {
  const link = new URL(await linkMailedTo(email, "Please confirm your e-mail address"));
  const data = { token: link.searchParams.get("token") };
  const answer = await page.request.post("/api/auth/verify-email", { data });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Signs in without the form: the context's next page knows the person. */
export async function enterShop(
  page: Visitor,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await askProvider(page, "sign-in", { email, password });
}

async function askProvider(page: Visitor, door: "sign-up" | "sign-in", data: object): Promise<void> {
  // Each from a network of their own: the journeys are not about the limits of one network.
  const headers = { "x-forwarded-for": `198.18.${Math.floor(Math.random() * 256)}.7` };
  const answer = await page.request.post(`/api/auth/${door}/email`, { data, headers });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** An address that nobody has yet. */
export function newAddress(): string {
  return `${crypto.randomUUID()}@norrland-denim.example`;
}

export const { admin, buyer } = demoPeople;
