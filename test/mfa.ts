import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import { sessions, users } from "#app/features/identity/tables.server.ts";
import { authenticatorApps } from "#app/features/mfa/tables.server.ts";
import { ORIGIN, type TestApp } from "./app.ts";
import { Authenticator } from "./authenticator.ts";
import { giveAccount, newEmail, Visitor } from "./visitor.ts";

type Shop = Pick<TestApp, "app" | "db">;

/** Somebody at a browser, as after registering with PASSWORD and confirming the address. */
export async function joined(
  shop: Shop & Pick<TestApp, "identity">,
  from?: string,
): Promise<Visitor & { email: string; id: string }> {
  const visitor = new Visitor(shop, from);
  const email = newEmail();
  const id = await giveAccount(shop, visitor, email);
  await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, id));
  return Object.assign(visitor, { email, id });
}

/** What the app with this key shows now. */
export const codeOf = (key: string) => new TOTP({ secret: Secret.fromBase32(key) }).generate();

/** A code of six digits that the app with this key does not show. */
export const wrongCodeOf = (key: string) => String((Number(codeOf(key)) + 500_000) % 1_000_000).padStart(6, "0");

/** Switches an app on, and forgets which code was typed: a test does not wait half a minute for the next. */
export async function setUpApp(shop: Shop, visitor: Visitor): Promise<{ key: string; recoveryCodes: string[] }> {
  const begun = await visitor.send("POST /auth/app", {});
  expect(begun.status, await begun.clone().text()).toBe(200);
  const { key } = await begun.json();
  const confirmed = await visitor.send("POST /auth/app/confirm", { code: codeOf(key) });
  expect(confirmed.status, await confirmed.clone().text()).toBe(200);
  const { recoveryCodes } = await confirmed.json();
  await forgetCodes(shop);
  return { key, recoveryCodes };
}

export async function forgetCodes({ db }: Shop): Promise<void> {
  await db.update(authenticatorApps).set({ lastStep: 0 });
}

/** Adds a passkey, and returns it with its id. */
export async function addPasskey(
  visitor: Visitor,
  passkey = new Authenticator(),
  about: { origin: string; isUserVerified?: boolean; algorithm?: number } = { origin: ORIGIN },
) {
  const options = await (await visitor.send("POST /auth/passkeys/options", {})).json();
  const made = passkey.create(options, about);
  const response = await visitor.send("POST /auth/passkeys", { name: "Office laptop", passkey: made });
  return { passkey, made, response };
}

/** As if the last proof of everybody were a quarter of an hour ago. */
export async function letProofsAge({ db }: Shop, userId: string): Promise<void> {
  const provedAt = new Date(Date.now() - 15 * 60_000);
  await db.update(sessions).set({ provedAt }).where(eq(sessions.userId, userId));
}

/** The status of an answer and the code of its problem. */
export async function outcome(response: Response | Promise<Response>): Promise<[number, string | undefined]> {
  const { status } = await response;
  return [status, (await (await response).json()).code];
}

/** A browser that has given the right password, from a network of its own. */
export async function afterPassword(shop: Shop, { email }: { email: string }): Promise<Visitor> {
  networks++;
  const browser = new Visitor(shop, `198.18.${networks}.7`);
  expect(await outcome(browser.signIn(email))).toEqual([401, "second-factor-needed"]);
  return browser;
}
let networks = 0;

/** Takes the second step in this browser; returns the status and the code of a problem. */
export const step = (browser: Visitor, body: object) => outcome(browser.send("POST /auth/second-step", body));

/** The numbers from 0 up to that many. */
export const many = (length: number) => Array.from({ length }, (_, at) => at);

/** How many of the outcomes have this status. */
export const count = (outcomes: (readonly [number, unknown])[], status: number) =>
  outcomes.filter(([one]) => one === status).length;
