import { hold } from "./failures.ts";
import { expect, test } from "./fixtures.ts";
import { expectPainted } from "./looks.ts";
import { fillOrder, withDelivery } from "./order-form.ts";
import { admin, buyer, enterShop, joinShop, logIn, PASSWORD, register } from "./people.ts";

const token = () => localStorage.getItem("accessToken");

test.describe("a person who logs in and out", () => {
  // The page may be asking for its list during the logout.
  test.use({ expectedErrors: [/401 \(Unauthorized\)/] });

  test("R-006 R-031 R-033 R-190 login leads back to the remembered page, a reload keeps the person, logout removes everything", {
    tag: "@trial",
  }, async ({ page, newPerson }) => {
    // Somebody new: an order that another journey places for the demo's buyer would make My Orders load during the
    // logout.
    const name = "Astrid Lindqvist";
    const email = await joinShop(await newPerson(), name);
    await page.goto("/dashboard/myorders");
    await expect(page).toHaveURL(/\/login\?from=/);
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    const said = "login success. You can now see the private/protected routes.";
    await expect(page.getByRole("status").filter({ hasText: said })).toContainText(said);
    await expect(page).toHaveURL("/dashboard/myorders");
    expect(await page.evaluate(token)).toMatch(/^[\w-]{43}$/);
    await page.reload();
    await expect(page.getByRole("banner").getByText(name)).toBeVisible();
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/home");
    const leaving = page.getByText("You Logged out. Please login to visit protected page.");
    const top = await leaving.evaluate((words) => words.getBoundingClientRect().top);
    const login = page.getByRole("banner").getByRole("link", { name: "Login" });
    await expect(login).toBeVisible();
    // The toast does not cover it.
    const box = await login.boundingBox();
    expect(top).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0));
    expect(await page.evaluate(token)).toBeNull();
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/login/);
  });
});

test.describe("in a tab that is closed too soon", () => {
  // The next page may begin before the logout has arrived.
  test.use({ expectedErrors: [/401 \(/] });

  test("a logout holds though the home page has not come", { tag: "@trial" }, async ({ page, context }) => {
    await joinShop(page, "Camille Besson");
    await page.goto("/dashboard");
    await hold(page, "GET", /\/home\.data/);
    // A busy or killed tab says nothing when it goes: the request must be on its way by then.
    const signOut = page.waitForRequest("**/api/auth/sign-out", { timeout: 10_000 });
    await page.getByRole("button", { name: "Logout" }).click();
    await signOut;
    await page.close({ runBeforeUnload: true });
    const next = await context.newPage();
    await expect(async () => {
      await next.goto("/dashboard");
      await expect(next).toHaveURL("/login?from=%2Fdashboard", { timeout: 1000 });
    }).toPass();
  });
});

test.describe("on a slow line", () => {
  // What a page still asks for when its person has logged out is refused.
  test.use({ expectedErrors: [/401 \(Unauthorized\)/] });

  test("a logout shows the page it leaves until the home page has come, and what is refused meanwhile is no news", {
    tag: "@trial",
  }, async ({ page }) => {
    await joinShop(page, "Camille Besson");
    await page.goto("/dashboard/myorders");
    const heading = page.getByRole("heading", { level: 1, name: "My Orders : 0 items" });
    await expect(heading).toBeVisible();
    const [releaseHome, releaseList] = [
      await hold(page, "GET", /\/home\.data/),
      await hold(page, "GET", /\/api\/orders\?.*state=history/),
    ];
    const asked = page.waitForRequest(/\/api\/orders\?.*state=history/);
    await page.getByRole("navigation", { name: "Orders by state" }).getByRole("link", { name: "History" }).click();
    await asked;
    const refused = page.waitForResponse(/\/api\/orders\?.*state=history/);
    const signedOut = page.waitForResponse("**/api/auth/sign-out", { timeout: 10_000 });
    await page.getByRole("button", { name: "Logout" }).click();
    expect((await signedOut).status()).toBe(200);
    releaseList();
    expect((await refused).status()).toBe(401);
    await expect(heading).toBeVisible();
    await expect(page.getByRole("button", { name: "Logout" })).toHaveAttribute("aria-busy", "true");
    releaseHome();
    await expect(page.getByText("You Logged out. Please login to visit protected page.")).toBeVisible();
    await expect(page).toHaveURL("/home");
    await expect(page.getByText("Your sign-in has ended.")).toHaveCount(0);
  });
});

test.describe("what is refused", () => {
  test.use({ expectedErrors: [/\b401 \(|ERR_FAILED/] });

  test("R-181 R-197 a wrong password is said in red under the form, and what was typed stays", async ({ page }) => {
    await page.goto("/login");
    await page.getByLabel("E-mail").fill(buyer.email);
    await page.getByRole("textbox", { name: "Password" }).fill("not-the-password");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expectPainted(page.getByRole("alert").getByText(/Invalid email or password/), "red");
    await expect(page.getByLabel("E-mail")).toHaveValue(buyer.email);
  });

  test("R-208 an address already in use is said in red, and no account changes", async ({ page }) => {
    await page.goto("/register");
    await page.getByLabel("Name").fill("Eve");
    await page.getByLabel("E-mail").fill(buyer.email);
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    const submit = page.getByRole("button", { name: "Submit" });
    await expect(submit).toBeDisabled();
    await page.getByLabel("I agree with the terms").check();
    await submit.click();
    await expect(page.getByRole("alert")).toHaveText(/already/);
    await logIn(page, buyer);
  });

  for (const token of ["still kept", "to be renewed"])
    test(`a person whose session ends on a purchase page, the token ${token}, is told so, logs in again at the first try, and returns`, {
      tag: token === "to be renewed" ? "@trial" : [],
    }, async ({ page, shop }) => {
      const [trim] = await (await page.request.get("/api/trims?q=linen&limit=1")).json();
      await enterShop(page, buyer);
      // Or the end of the stream tells the page before the order is sent.
      await page.route("**/api/events", (route) => route.abort());
      await withDelivery(page, () => page.goto(`/purchase/${trim._id}`));
      await fillOrder(page, String(trim.moq));
      await page.waitForLoadState("networkidle");
      await page.request.post("/api/auth/sign-out", { data: {}, headers: { origin: shop } });
      if (token === "to be renewed")
        await page.evaluate(() => {
          const [sessionId] = (localStorage.getItem("accessTokenAbout") ?? "").split(" ");
          localStorage.setItem("accessTokenAbout", `${sessionId} 0`);
        });
      await page.getByRole("button", { name: "Place order" }).click();
      await expect(page).toHaveURL(/\/login/);
      await expect(page.getByRole("alert").getByText("Your sign-in has ended. Please log in again.")).toBeVisible();
      // Not by a page of its own: a new document would not remember what this one fetched ahead.
      await page.getByLabel("E-mail").fill(buyer.email);
      await page.getByRole("textbox", { name: "Password" }).fill(buyer.password);
      await page.getByRole("button", { name: "Login", exact: true }).click();
      await expect(page).toHaveURL(`/purchase/${trim._id}`);
      // The message that no longer holds does not stay beside the one of the login.
      await expect(page.getByText("login success.")).toBeVisible();
      await expect(page.getByText("Your sign-in has ended.")).toHaveCount(0, { timeout: 1_000 });
    });

  test("R-035 R-036 a remembered page of another site is not followed", async ({ page }) => {
    for (const from of ["//evil.example", "/\\evil.example", "https://evil.example", "/%09/evil.example"]) {
      await page.goto(`/login?from=${encodeURIComponent(from)}`);
      await expect(page.getByRole("link", { name: "Register" })).toHaveAttribute("href", /^\/register/);
    }
    await page.goto(`/login?from=${encodeURIComponent("/\\evil.example")}`);
    await page.getByLabel("E-mail").fill(buyer.email);
    await page.getByRole("textbox", { name: "Password" }).fill(buyer.password);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(page).toHaveURL("/");
  });
});

test.describe("a session that ends elsewhere", () => {
  // The page may be asking for its list at that moment.
  test.use({ expectedErrors: [/401 \(Unauthorized\)/] });

  test("a page restored as it was left does not show a person who has since logged out", { tag: "@trial" }, async ({
    page,
    shop,
  }) => {
    await enterShop(page, buyer);
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Welcome/);
    await page.request.post("/api/auth/sign-out", { data: {}, headers: { origin: shop } });
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await expect(page).toHaveURL("/login?from=%2Fdashboard");
  });
});

test("a tab that hears late of a logout leaves the next person signed in", { tag: "@trial" }, async ({
  page,
  context,
}) => {
  await logIn(page, admin);
  const other = await context.newPage();
  await other.goto("/");
  await expect(other.getByRole("banner").getByText(admin.name)).toBeVisible();
  // Browsers hold such news back from a tab that sleeps, and deliver all of it later, in order.
  await other.evaluate(() => {
    const late: StorageEvent[] = [];
    const hold = (event: StorageEvent) => {
      event.stopImmediatePropagation();
      late.push(event);
    };
    window.addEventListener("storage", hold, { capture: true });
    Object.assign(window, {
      wake: () => {
        window.removeEventListener("storage", hold, { capture: true });
        for (const { key, oldValue, newValue } of late)
          window.dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue }));
      },
    });
  });
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("You Logged out.")).toBeVisible();
  await logIn(page, buyer);
  const stored = await page.evaluate(token);
  await other.evaluate(() => Reflect.get(window, "wake")());
  await expect(other.getByRole("banner").getByText(buyer.name)).toBeVisible();
  await expect(page.getByRole("banner").getByText(buyer.name)).toBeVisible();
  expect(await page.evaluate(token)).toBe(stored);
});

test("the shop works the same at 127.0.0.1", { tag: "@trial" }, async ({ page, shop }) => {
  const { port } = new URL(shop);
  await page.goto(`http://127.0.0.1:${port}/register?from=/dashboard/myorders`);
  await register(page, "Priya Raghunath");
  await expect(page.getByRole("banner").getByText("Priya Raghunath")).toBeVisible();
  await page.goto(`http://127.0.0.1:${port}/dashboard/myorders`);
  await expect(page.getByRole("heading", { name: "My Orders : 0 items" })).toBeVisible();
});
