import { failNext, saidFor } from "./failures.ts";
import { axe, expect, test } from "./fixtures.ts";
import { linkMailedTo } from "./mails.ts";
import { joinShop, logIn, PASSWORD, register } from "./people.ts";

// From a network of its own: the other journeys use up the mails an hour that one network may cause.
test.use({
  expectedErrors: [/\b(400|401) \(|ERR_INTERNET_DISCONNECTED/],
  extraHTTPHeaders: { "x-forwarded-for": "203.0.113.7" },
});

test("R-182 R-192 R-193 R-194 R-195 R-393 a forgotten password: from the request by the mail to a new one, which ends the other sessions", async ({
  page,
  newPerson,
}) => {
  await page.goto("/register");
  const email = await register(page, "Camille Besson");
  // Until then, whoever can read the mail gets the account without what was typed into it.
  await page.goto(await linkMailedTo(email, "Please confirm your e-mail address"));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("confirmed");

  const other = await newPerson();
  await other.goto("/login");
  const ask = async (answer: "Yes" | "No") => {
    await other.getByRole("button", { name: "Reset password." }).click();
    const dialog = other.getByRole("dialog");
    await expect(dialog).toContainText(
      "To reset your password you must input your email address correctly. The email is correct?",
    );
    await dialog.getByRole("button", { name: answer }).click();
  };
  await ask("Yes");
  await expect(other.getByText("Please input your email")).toBeVisible();
  await other.getByLabel("E-mail").fill(email);
  await ask("No");
  await expect(other.getByText("Sent email for password reset")).toHaveCount(0);
  await ask("Yes");
  await expect(other.getByText("Sent email for password reset")).toBeVisible();

  const link = await linkMailedTo(email, "Set a new password");
  const response = await other.goto(link);
  expect(response?.headers()).toMatchObject({ "referrer-policy": "no-referrer", "cache-control": "no-store" });
  await axe(other);
  // For a password manager.
  await expect(other.locator("input[autocomplete=username]")).toHaveValue(email);
  await other.getByLabel("New password").fill("password");
  await other.getByRole("button", { name: "Set password" }).click();
  await expect(other.getByLabel("New password")).toHaveAccessibleDescription(/among the most common/);
  await expect(other.getByLabel("New password")).toBeFocused();
  const renewed = "twill-and-copper";
  await other.getByLabel("New password").fill(renewed);
  await other.getByRole("button", { name: "Set password" }).click();
  await expect(other.getByText("Your new password is set. Please log in with it.")).toBeVisible();
  await expect(other).toHaveURL("/login");

  await page.reload();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await other.getByLabel("E-mail").fill(email);
  await other.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await other.getByRole("button", { name: "Login", exact: true }).click();
  await expect(other.getByRole("alert")).toHaveText(/Invalid email or password/);
  await logIn(other, { name: "Camille Besson", email, password: renewed });

  await other.goto(link);
  await expect(other.getByRole("alert")).toHaveText(/This link has already been used or is older than an hour/);
  await other.getByLabel("E-mail").fill(email);
  await other.getByRole("button", { name: "Send a new link" }).click();
  await expect(other.getByText("Sent email for password reset")).toBeVisible();
  await expect.poll(async () => linkMailedTo(email, "Set a new password")).not.toBe(link);
});

test("the verification mail: its link says that the address is confirmed, to the person who is logged in", async ({
  page,
  newPerson,
}) => {
  await page.goto("/register");
  const email = await register(page, "Astrid Lindqvist");
  const link = await linkMailedTo(email, "Please confirm your e-mail address");
  const phone = await newPerson();
  await phone.goto(link);
  await expect(phone.getByText(/Please log in to confirm your address/)).toBeVisible();
  await phone.getByRole("main").getByRole("link", { name: "Login" }).click();
  await phone.getByLabel("E-mail").fill(email);
  await phone.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await phone.getByRole("button", { name: "Login", exact: true }).click();
  await expect(phone.getByRole("heading", { name: "Your e-mail address is confirmed", level: 1 })).toBeVisible();
  await axe(phone);
  // So it does where it is opened once more, and where its page is loaded again.
  await page.goto(link);
  await expect(page.getByText(`${email} is confirmed already.`)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await phone.reload();
  await expect(phone.getByText(`${email} is confirmed already.`)).toBeVisible();
  const stranger = await newPerson();
  await joinShop(stranger);
  await stranger.goto(link);
  await expect(stranger.getByRole("alert")).toHaveText(/This link has already been used/);
});

test("a confirmation that did not reach the shop is sent again when its page is opened once more", {
  tag: "@trial",
}, async ({ page }) => {
  const email = await joinShop(page);
  await failNext(page, "POST", /\/api\/auth\/verify-email$/, "network");
  await page.goto(await linkMailedTo(email, "Please confirm your e-mail address"));
  await expect(page.getByRole("alert")).toHaveText(saidFor("network"));
  await page.getByRole("banner").getByRole("link", { name: "Blogs" }).click();
  await expect(page).toHaveURL("/blogs");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Your e-mail address is confirmed", level: 1 })).toBeVisible();
});

test("a person asks below the header for the verification mail again, until the address is confirmed", {
  tag: "@trial",
}, async ({ page }) => {
  await page.goto("/register");
  const email = await register(page, "Hiroto Minase");
  const subject = "Please confirm your e-mail address";
  const first = await linkMailedTo(email, subject);
  const notice = page.getByRole("region", { name: "Not confirmed yet" });
  await expect(notice).toContainText(`Confirm ${email} to get our mails.`);
  // Its place is there before the page knows who is signed in: nothing moves when it comes.
  await page.goto("/blogs", { waitUntil: "commit" });
  const top = () => page.getByRole("main").evaluate((main) => main.getBoundingClientRect().top);
  await page.getByRole("main").waitFor();
  const before = await top();
  await expect(notice).toBeVisible();
  expect(await top()).toBe(before);
  await page.goto("/dashboard");
  await expect(notice).toContainText(email);
  await axe(page);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 360, height });
  const isCut = await notice
    .getByRole("status")
    .evaluate((words) =>
      [words, ...words.children].some(
        (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight,
      ),
    );
  expect(isCut, "whether a phone cuts the address off").toBe(false);
  await page.setViewportSize({ width, height });
  await failNext(page, "POST", /send-verification-email$/, "network");
  await notice.getByRole("button", { name: "Send again" }).click();
  await expect(notice).toContainText(saidFor("network"));
  await notice.getByRole("button", { name: "Send again" }).click();
  await expect(notice).toContainText(`Please check the mailbox of ${email}`);
  let second = first;
  await expect.poll(async () => (second = await linkMailedTo(email, subject))).not.toBe(first);
  await page.goto(second);
  await expect(page.getByRole("heading", { name: "Your e-mail address is confirmed", level: 1 })).toBeVisible();
  await page.goto("/dashboard/myprofile");
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await expect(notice).toHaveCount(0);
});
