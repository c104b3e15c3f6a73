import { expect, type Page } from "@playwright/test";
import { admin, enterShop, joinShop } from "./people.ts";

type Trim = { _id: string; name: string; moq: number; quantity: number };
export type Placed = { _id: string; productName: string; orderQuantity: number };

/**
 * Somebody new with this many orders of three threads, oldest first; `mark` begins their address and theirs alone. The
 * journeys share the stock: the threads are those of which most orders are left. All go to one address unless
 * `addresses` names others, by turns.
 */
export async function buyerWithOrders(
  page: Page,
  count: number,
  addresses = ["V\u00e4varegatan 14\nUme\u00e5"],
  email?: string,
) {
  email = await joinShop(page, "Astrid Lindqvist", email);
  const { request } = page;
  const { accessToken } = await (await request.post("/api/login", { data: { email } })).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const threads: Trim[] = await (await request.get("/api/trims?line=threads&limit=50")).json();
  const trims = threads.toSorted((a, b) => b.quantity / b.moq - a.quantity / a.moq);
  const placed: Placed[] = [];
  for (let at = 0; at < count; at += 1) {
    const { _id: trimId, name: productName, moq } = trims[at % 3] as Trim;
    const about = { name: "Astrid", phone: "0046855512080", address: addresses[at % addresses.length] };
    const data = { ...about, email, productName, trimId, orderQuantity: moq + (at % 3) };
    const answer = await request.post("/api/orders", { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    placed.push({ _id: (await answer.json()).insertedId, productName, orderQuantity: data.orderQuantity });
  }
  return { email, mark: email.slice(0, 8), placed };
}

/** Somebody new with one order, and an admin in a browser of their own. */
export async function orderAndOffice(page: Page, newPerson: () => Promise<Page>) {
  const { placed } = await buyerWithOrders(page, 1);
  const [number] = await numbersOf(page);
  const [{ _id, productName }] = placed as [Placed];
  const office = await newPerson();
  await enterShop(office, admin);
  return { number, _id, productName, office };
}

/** The numbers of the person's orders, newest first. */
export async function numbersOf(page: Page): Promise<number[]> {
  const session = await (await page.request.get("/api/auth/get-session")).json();
  const { email } = session.user;
  const { accessToken } = await (await page.request.post("/api/login", { data: { email } })).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const orders: { number: number }[] = await (
    await page.request.get(`/api/orders?email=${encodeURIComponent(email)}`, { headers })
  ).json();
  return orders.map(({ number }) => number);
}

/** Moves an order of anybody's, as the admin whose pages share this context. */
export async function moveOrder(
  page: Page,
  id: string,
  move: { track: string; from: string; to: string } & Partial<
    Record<"note" | "noteFor" | "carrier" | "trackingNumber" | "trackingUrl", string>
  >,
) {
  const session = await (await page.request.get("/api/auth/get-session")).json();
  const { accessToken } = await (await page.request.post("/api/login", { data: { email: session.user.email } })).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const answer = await page.request.post(`/api/orders/${id}/moves`, { headers, data: move });
  expect(answer.ok(), await answer.text()).toBe(true);
}

export const acceptance = { track: "review", from: "in-review", to: "accepted" };
