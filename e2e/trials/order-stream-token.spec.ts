import { queryShop } from "#test/shop-process.ts";
import { expect } from "../fixtures.ts";
import { acceptance, moveOrder, orderAndOffice } from "../orders.ts";
import { test } from "../own-shop/own-shop.ts";

const SECONDS_LEFT = 3;

// The browser reports the 401 that tells it to renew.
test.use({ expectedErrors: [/Failed to load resource.*401/] });

test("a stream whose token runs out is resumed with a new one: nothing is missed, and nobody is signed out", async ({
  page,
  newPerson,
  ownShop,
}) => {
  const { number, _id, office } = await orderAndOffice(page, newPerson);
  const streams: { token: string | undefined; from: string | undefined }[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname !== "/api/events") return;
    const headers = request.headers();
    streams.push({ token: headers.authorization, from: headers["last-event-id"] });
  });
  await Promise.all([page.waitForResponse(/\/api\/events$/), page.goto(`/dashboard/orders/${number}`)]);
  const step = page.getByRole("list", { name: "Review" }).locator("[aria-current]");
  const shipping = page.getByRole("list", { name: "Shipping" }).locator("[aria-current=step]");
  await moveOrder(office, _id, acceptance);
  await expect(step).toContainText("Accepted");

  // By the clock of the database, as every token ends; only sooner.
  await queryShop(
    ownShop.dataDir,
    `update access_tokens set expires_at = now() + interval '${SECONDS_LEFT} seconds'
     where session_id in (select sessions.id from sessions join users on users.id = user_id where role is distinct from 'admin')
     returning 1`,
  );
  const renewed = page.waitForResponse((response) => /\/api\/login$/.test(response.url()) && response.ok());
  const resumed = page.waitForResponse((response) => /\/api\/events$/.test(response.url()) && response.ok());
  await moveOrder(office, _id, { track: "shipping", from: "pending", to: "in-production" });
  await expect(shipping).toContainText("In production");
  await renewed;
  // Between the streams.
  await moveOrder(office, _id, { track: "shipping", from: "in-production", to: "packed" });
  await resumed;
  await expect(shipping).toContainText("Packed");
  await moveOrder(office, _id, { track: "shipping", from: "packed", to: "shipped" });
  await expect(shipping).toContainText("Shipped");

  const [first, last] = [streams[0], streams.at(-1)];
  expect(last?.token).not.toBe(first?.token);
  expect(last?.from).toMatch(/^\d+$/);
  await expect(page).toHaveURL(`/dashboard/orders/${number}`);
});
