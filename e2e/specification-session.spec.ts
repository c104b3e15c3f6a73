import type { Page } from "@playwright/test";
import { session } from "#test/specification/dashboard.ts";
import { navigation } from "#test/specification/public.ts";
import { noteCalls } from "./calls.ts";
import { failNext, hold, saidFor } from "./failures.ts";
import { expect, test } from "./fixtures.ts";
import { admin, buyer, enterShop, joinConfirmed, joinShop } from "./people.ts";

test.use({ expectedErrors: [/\b(401|403) \(|ERR_FAILED/] });

const soft = expect.soft;
const { key } = session.tokenKey;
const menu = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });
const stored = (page: Page) => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
/** What the pages' router asks for: which files a page needs, and what the server has rendered it from. */
const isOfRouter = (pathname: string) => pathname === "/__manifest" || pathname.endsWith(".data");

test("R-006 R-033 R-312 R-313 R-316 R-320 R-321 R-322 R-323 R-324 R-325 R-371 R-372 R-381 R-388 R-394 R-402 R-410 one token from login to logout, on every call that needs one", async ({
  page,
  shop,
}) => {
  const calls = noteCalls(page);
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    const isCall = ["fetch", "xhr"].includes(request.resourceType()) && !isOfRouter(pathname);
    if (isCall && (origin !== shop || !pathname.startsWith("/api/"))) elsewhere.push(request.url());
  });
  await page.goto("/dashboard/myorders");
  await expect(page).toHaveURL("/login?from=%2Fdashboard%2Fmyorders");
  await page.getByLabel("E-mail").fill(buyer.email);
  await page.getByRole("textbox", { name: "Password" }).fill(buyer.password);
  const granting = page.waitForResponse("**/api/login");
  await page.getByRole("button", { name: session.loggedIn.button, exact: true }).click();
  const granted = await granting;
  soft(granted.request().method()).toBe("POST");
  soft(granted.request().postDataJSON()).toEqual({ email: buyer.email });
  const { accessToken } = await granted.json();
  await expect(page.getByText(session.loggedIn.words, { exact: true })).toBeVisible();
  await expect(page).toHaveURL("/dashboard/myorders");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^My Orders : \d+ items$/);
  soft(await stored(page)).toEqual({ [key]: accessToken, accessTokenAbout: expect.stringMatching(/^[\w-]{36} \d+$/) });

  await expect
    // An order that somebody moves meanwhile makes the list ask again.
    .poll(() => [...new Set(calls.made())].toSorted())
    .toEqual([
      "GET /auth/get-session",
      "GET /events",
      "GET /orderCounts",
      "GET /orders",
      "POST /auth/sign-in/email",
      "POST /login",
    ]);
  for (const request of calls.requests) {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/auth/") || pathname === "/api/login") continue;
    soft((await request.allHeaders()).authorization, pathname).toBe(`Bearer ${accessToken}`);
  }
  soft(elsewhere).toEqual([]);

  await page.reload();
  await expect(page.getByRole("banner").getByText(buyer.name)).toBeVisible();
  await soft(page).toHaveURL("/dashboard/myorders");

  const token = (await stored(page))[key];
  await page.getByRole("button", { name: navigation.leave.label }).click();
  await expect(page).toHaveURL(session.loggedOut.leadsTo);
  await soft(page.getByRole("status").filter({ hasText: session.loggedOut.words })).toBeVisible();
  await soft(page.getByRole("banner").getByRole("link", { name: navigation.loggedOut.label })).toBeVisible();
  soft(await stored(page)).toEqual({});
  // The token ends with the session, even for somebody who has copied it.
  const copied = { headers: { authorization: `Bearer ${token}` } };
  soft((await page.request.get(`/api/orders?email=${buyer.email}`, copied)).status()).toBe(401);
  await page.goto("/dashboard");
  await soft(page).toHaveURL(/\/login/);
});

test("R-319 a login and a logout in one tab hold in the other", async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto("/blogs");
  await expect(other.getByRole("banner").getByRole("link", { name: navigation.loggedOut.label })).toBeVisible();
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(buyer.email);
  await page.getByRole("textbox", { name: "Password" }).fill(buyer.password);
  await page.getByRole("button", { name: session.loggedIn.button, exact: true }).click();
  await expect(other.getByRole("banner").getByText(buyer.name)).toBeVisible();
  await other.getByRole("button", { name: navigation.leave.label }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: navigation.loggedOut.label })).toBeVisible();
});

test("R-032 R-338 until it is known who asks, a link to a protected page shows the loader, and nothing of that page", async ({
  page,
}) => {
  await joinShop(page);
  const release = await hold(page, "GET", "**/dashboard.data*");
  await page.goto("/blogs");
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeAttached();
  await soft(page).toHaveURL("/blogs");
  await soft(page.getByRole("heading", { level: 1 })).toHaveText("Blogs");
  await soft(menu(page)).toHaveCount(0);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Welcome/);
  await expect(page.getByText("Loading...")).toHaveCount(0);
});

test("R-031 R-334 a session that ended in the shop leads from the next link to login, with the way back, and says so", async ({
  page,
  shop,
}) => {
  await joinShop(page);
  // Or the end of the stream tells the page.
  await page.route("**/api/events", (route) => route.abort());
  // Nor the figures of the menu, which the page asks for last.
  const counted = ["approvals?*", "waitingMessages"].map((path) => page.waitForResponse(`**/api/${path}`));
  await Promise.all([...counted, page.goto("/dashboard/myprofile")]);
  await page.request.post("/api/auth/sign-out", { data: {}, headers: { origin: shop } });
  await menu(page).getByRole("link", { name: "My Orders" }).click();
  await expect(page).toHaveURL("/login?from=%2Fdashboard%2Fmyorders");
  await expect(page.getByText("Your sign-in has ended. Please log in again.")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: navigation.loggedOut.label })).toBeVisible();
  soft(await stored(page)).toEqual({});
});

for (const [person, path, api] of [
  [buyer, "/dashboard/myorders", /\/api\/orders\?.*limit=50/],
  [admin, "/dashboard/manageorders", /\/api\/allOrders\?.*limit=50/],
] as const) {
  test(`R-226 R-227 R-277 R-278 R-334 the session ends when ${path} is refused its orders`, async ({ page }) => {
    for (const status of [401, 403] as const) {
      await enterShop(page, person);
      await failNext(page, "GET", api, { status });
      await page.goto(path);
      await expect(page, String(status)).toHaveURL(`/login?from=${encodeURIComponent(path)}`);
      await expect(page.getByRole("banner").getByRole("link", { name: navigation.loggedOut.label })).toBeVisible();
      soft(await stored(page)).toEqual({});
      await expect
        .poll(async () => (await page.request.get("/api/auth/get-session")).json(), "signed out at the provider too")
        .toBeNull();
    }
  });
}

test("R-335 a 401 of any other call ends the session, a 403 says why and stays", async ({ page }) => {
  await joinShop(page);
  await page.goto("/dashboard/myprofile");
  await page.getByLabel("Phone").fill("0046855512080");
  await page.getByLabel("LinkedIn link").fill("https://www.linkedin.com/in/astrid");
  await page.getByLabel("Location").fill("Ume\u00e5");
  await page.getByLabel("Education").fill("Weaving");
  const submit = page.getByRole("button", { name: "Add / Update Profile" });
  await failNext(page, "PUT", /\/api\/profile\//, { status: 403 });
  await submit.click();
  await expect(page.getByText(saidFor({ status: 403 }))).toBeVisible();
  await soft(page).toHaveURL("/dashboard/myprofile");
  await soft(page.getByLabel("Location")).toHaveValue("Ume\u00e5");
  await failNext(page, "PUT", /\/api\/profile\//, { status: 401 });
  await submit.click();
  await expect(page).toHaveURL("/login?from=%2Fdashboard%2Fmyprofile");
  soft(await stored(page)).toEqual({});
});

test("R-388 R-390 the menu follows what the server says of the e-mail, at the next link", async ({
  page,
  newPerson,
}) => {
  const email = await joinConfirmed(page);
  await page.goto("/dashboard");
  await expect(menu(page).getByRole("link", { name: "My Orders" })).toBeVisible();
  const office = await newPerson();
  await enterShop(office, admin);
  await office.goto(`/dashboard/makeadmin?q=${encodeURIComponent(email)}`);
  await office.getByRole("button", { name: /^Make Admin/ }).click();
  await office.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
  await expect(office.getByText("Admin Role Given Successfully !!!!")).toBeVisible();
  await menu(page).getByRole("link", { name: "My Profile" }).click();
  await expect(menu(page).getByRole("link", { name: "Make Admin" })).toBeVisible();
  await soft(menu(page).getByRole("link", { name: "My Orders" })).toHaveCount(0);
});

test("R-320 a sign-in makes two calls, a load at most one before what the page asks for, and a token is used again until it ends", {
  tag: "@trial",
}, async ({ page }) => {
  const calls = noteCalls(page);
  // With the stream open, the network is never idle.
  await page.route("**/api/events", (route) => route.abort());
  const made = async () => {
    await page.waitForLoadState("networkidle");
    const requests = calls.forget().map((request) => `${request.method()} ${new URL(request.url()).pathname.slice(4)}`);
    return requests.filter((request) => request !== "GET /events");
  };
  const shown = () => expect(page.getByRole("banner").getByText(buyer.name)).toBeVisible();
  // A page asks who is signed in when it has nothing better to do.
  await Promise.all([page.waitForResponse("**/api/auth/get-session"), page.goto("/login")]);
  await made();
  await page.getByLabel("E-mail").fill(buyer.email);
  await page.getByRole("textbox", { name: "Password" }).fill(buyer.password);
  await page.getByRole("button", { name: session.loggedIn.button, exact: true }).click();
  await shown();
  soft(await made(), "a sign-in").toEqual(["POST /auth/sign-in/email", "POST /login"]);
  const token = (await stored(page))[key];

  await page.reload();
  await shown();
  soft(await made(), "a load").toEqual(["GET /auth/get-session"]);
  await page.goto("/dashboard/myorders");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/items$/);
  soft(await made(), "a load that asks for data").toEqual(["GET /orderCounts", "GET /orders"]);
  soft((await stored(page))[key]).toBe(token);

  // Kept by another session of this browser, as after a login elsewhere: it is not this person's.
  await page.context().clearCookies();
  await enterShop(page, buyer);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/items$/);
  soft(await made(), "another session").toEqual(["POST /login", "GET /orderCounts", "GET /orders"]);
  soft((await stored(page))[key]).not.toBe(token);

  // As the next page begins: the present one would renew the token if it asked for anything meanwhile.
  await page.addInitScript(() => {
    const [id] = localStorage.getItem("accessTokenAbout")?.split(" ") ?? [];
    localStorage.setItem("accessTokenAbout", `${id} ${Date.now() + 59_000}`);
  });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/items$/);
  soft(await made(), "a token at its end").toEqual(["POST /login", "GET /orderCounts", "GET /orders"]);
});
