import { hold } from "../failures.ts";
import { expect, test } from "../fixtures.ts";
import { expectFocusStays, openAndLeave, press, skipToContent, tabTo, write } from "../keyboard.ts";
import { joinShop, PASSWORD } from "../people.ts";

test.use({ expectedErrors: [/401 \(Unauthorized\)/] });

test("a buyer logs in, orders, reads the order, looks at the payment and cancels", async ({ page, newPerson }) => {
  const email = await joinShop(await newPerson());
  const { keyboard } = page;
  const menu = page.getByRole("navigation", { name: "Dashboard" });
  const heading = page.getByRole("heading", { level: 1 });

  await page.goto("/blogs");
  await press(page.getByRole("banner").getByRole("link", { name: "Login" }));
  await expect(page).toHaveURL("/login");
  await expectFocusStays(page);
  await write(page.getByLabel("E-mail"), email);
  await write(page.getByRole("textbox", { name: "Password" }), "not-the-password");
  await keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText(/Invalid email or password/);
  await expect(page.getByRole("textbox", { name: "Password" })).toBeFocused();
  await keyboard.type(PASSWORD);
  await press(page.getByRole("button", { name: "Login", exact: true }));
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByText("Astrid Lindqvist")).toBeVisible();
  await expectFocusStays(page);

  await write(page.getByRole("combobox", { name: "Search trims" }), "linen");
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/q=linen/);
  await press(page.getByRole("navigation", { name: "Product line" }).getByRole("link", { name: "Threads" }));
  await expect(page.getByText("1 trim", { exact: true }).last()).toBeVisible();
  await press(page.getByRole("link", { name: "Order Now" }));
  await expect(page).toHaveURL(/\/purchase\//);
  await expectFocusStays(page);
  await write(page.getByLabel("Phone"), "0046855512080");
  await write(page.getByLabel("Address"), "Umeå");
  await write(page.getByLabel("Order quantity"), "1");
  await expect(page.getByText(/^Minimum Order Quantity is/)).toBeVisible();
  await keyboard.press("ControlOrMeta+A");
  await keyboard.type((await page.getByLabel("Order quantity").getAttribute("min")) ?? "");
  await press(page.getByRole("button", { name: "Place order" }));
  await expect(page.getByText(/^Success !!!/)).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Order No\.\s\d+ is placed$/ })).toBeFocused();
  await expectFocusStays(page);

  await press(page.getByRole("banner").getByRole("link", { name: "Dashboard" }), "Shift+Tab");
  await expect(heading).toHaveText(/^Welcome/);
  await expectFocusStays(page);
  await press(menu.getByRole("link", { name: "My Orders" }), "Shift+Tab");
  await expect(heading).toHaveText("My Orders : 1 items");
  await press(page.getByRole("row").getByRole("link", { name: /, order No\. \d+$/ }));
  await expect(heading).toHaveText(/^Order No./);
  await expectFocusStays(page);
  await tabTo(page.getByRole("link", { name: "0046 855 512 080" }));
  await press(page.getByRole("main").getByRole("link", { name: "My Orders" }), "Shift+Tab");
  await expect(heading).toHaveText("My Orders : 1 items");
  await expectFocusStays(page);

  const pay = page.getByRole("button", { name: /^Pay/ });
  await openAndLeave(pay);
  await keyboard.press("Enter");
  await press(page.getByRole("dialog").getByRole("button", { name: "Yes. Proceed" }));
  await expect(page).toHaveURL("/dashboard/payment");
  await expectFocusStays(page);
  await press(page.getByRole("banner").getByRole("link", { name: "Dashboard" }), "Shift+Tab");
  await press(page.getByRole("main").getByRole("link", { name: "My Orders" }));
  await expect(heading).toHaveText("My Orders : 1 items");
  await expectFocusStays(page);

  const cancel = page.getByRole("button", { name: /^Cancel order/ });
  const question = page.getByRole("dialog", { name: "Order Cancel" });
  await openAndLeave(cancel);
  await keyboard.press("Enter");
  await press(question.getByRole("button", { name: "Yes" }));
  await expect(page.getByText("Order Cancelled")).toBeVisible();
  await expect(heading).toHaveText("My Orders : 0 items");
  await expect(heading).toBeFocused();
  // The toast can be read again, and sent away, before it goes by itself.
  await keyboard.press("F6");
  await press(page.getByRole("status", { name: "Order Cancelled" }).getByRole("button", { name: "Close" }));
  await expect(page.getByText("Order Cancelled")).toHaveCount(0);
  await expectFocusStays(page);
  await press(page.getByRole("main").getByRole("link", { name: "Trims" }));
  await expect(page).toHaveURL("/trims");
  await expectFocusStays(page);
  await keyboard.press("Tab");
  await expect(page.getByRole("navigation", { name: "Product line" }).getByRole("link").first()).toBeFocused();
});

test("a buyer writes a review and a profile, and asks for the mail again", async ({ page, shop }) => {
  const email = await joinShop(page);
  const { keyboard } = page;
  await page.goto("/dashboard/addreview");
  await skipToContent(page);
  await write(page.getByLabel("Photo URL"), `${shop}/images/products/mini-rivet-brass-7.webp`);
  await write(page.getByLabel("Ratings"), "5");
  await tabTo(page.getByRole("radio", { name: "5 stars" }));
  await keyboard.press("ArrowLeft");
  await expect(page.getByLabel("Ratings")).toHaveValue("4");
  await write(page.getByLabel("Review", { exact: true }), `By keyboard. ${email}`);
  await press(page.getByRole("button", { name: "Add Review" }));
  await expect(page.getByLabel("Review", { exact: true })).toHaveValue("");
  await expectFocusStays(page);

  await press(page.getByRole("link", { name: "My Profile" }), "Shift+Tab");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Profile");
  await write(page.getByLabel("Phone"), "0046855512080");
  await write(page.getByLabel("Location"), "Stockholm");
  await write(page.getByLabel("LinkedIn link"), "https://www.linkedin.com/in/astrid");
  await press(page.getByRole("button", { name: "Add / Update Profile" }));
  await expect(page.getByLabel("Education")).toBeFocused();
  await keyboard.type("Weaving");
  await press(page.getByRole("button", { name: "Add / Update Profile" }));
  await expect(page.getByText("Profile Created !!!!")).toBeVisible();
  await expectFocusStays(page);
  await page.reload();
  await expect(page.getByLabel("Location")).toHaveValue("Stockholm");
});

test("a person who presses Tab before the scripts have come keeps their place", async ({ page }) => {
  await joinShop(page);
  const release = await hold(page, "GET", "**/assets/*.js");
  const opening = page.goto("/dashboard/myprofile");
  await expect(page.getByRole("banner").getByRole("link", { name: "Blogs" })).toBeVisible();
  await tabTo(page.getByRole("banner").getByRole("link", { name: "Blogs" }));
  release();
  await opening;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Profile");
  await expectFocusStays(page);
});
