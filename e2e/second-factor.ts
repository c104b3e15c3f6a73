import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";

/** A code of the app with this key: the one it shows, or a later one, as no code works twice. */
export const codeOf = (key: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + later * 30_000 });

/** How long the app goes on showing its present code. */
const secondsLeft = () => 30 - ((Date.now() / 1000) % 30);

export const codeField = (page: Page) => page.getByRole("textbox", { name: /code of six digits|type the code/i });

export async function openSecurity(page: Page): Promise<void> {
  await page.goto("/dashboard/myprofile/security");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign-in and security");
}

/** Sets the app up by keyboard; returns its key and the recovery codes. */
export async function setUpApp(page: Page): Promise<{ key: string; codes: string[] }> {
  const app = page.getByRole("region", { name: "Authenticator app" });
  await app.getByRole("button", { name: "Set up the app" }).press("Enter");
  await expect(app.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  const shown = await app.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const key = (shown ?? "").replaceAll(" ", "");
  // An earlier code, so that the one shown now still works for the login; the shop takes it until that one has gone,
  // too.
  await page.keyboard.type(codeOf(key, secondsLeft() < 3 ? 0 : -1));
  await page.keyboard.press("Enter");
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  return { key, codes: await codes.allInnerTexts() };
}

export async function leaveCodes(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Done" })).toBeDisabled();
  await page.getByLabel("I have saved the codes").check();
  await page.getByRole("button", { name: "Done" }).press("Enter");
  await expect(page.getByText("10 of 10 left")).toBeVisible();
}

/** A device with fingerprint or face, as Chromium plays it (WebAuthn, section 11: virtual authenticators). */
export async function plugIn(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}
