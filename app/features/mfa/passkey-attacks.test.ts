import { beforeAll, describe, expect, it } from "vitest";
import { ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { Authenticator } from "#test/authenticator.ts";
import { addPasskey, afterPassword, count, joined, many, outcome, setUpApp, step } from "#test/mfa.ts";
import { Visitor } from "#test/visitor.ts";

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp({ trustedProxies: ["127.0.0.1"] });
});

/** Asks for a passkey as this browser may, and signs. */
async function signed(
  browser: Visitor,
  passkey: Authenticator,
  about: { origin?: string; isUserVerified?: boolean } = {},
) {
  const options = await (await browser.send("POST /auth/passkey-options", {})).json();
  return passkey.get(options, { origin: ORIGIN, ...about });
}

describe("what a passkey signed", () => {
  it("for a page of another origin is refused", async () => {
    const person = await joined(shop);
    const { passkey } = await addPasskey(person);
    for (const origin of ["https://rivet-and-reed.example", "http://localhost:3001", "http://localhost"]) {
      const browser = new Visitor(shop);
      const assertion = await signed(browser, passkey, { origin });
      expect(await outcome(browser.send("POST /auth/sign-in/passkey", { passkey: assertion }))).toEqual([
        ...[403, "passkey-refused"],
      ]);
      expect(await browser.who()).toBeNull();
    }
    const elsewhere = await addPasskey(person, new Authenticator(), { origin: "https://rivet-and-reed.example" });
    expect(await outcome(elsewhere.response)).toEqual([403, "passkey-refused"]);
  });

  it("for another shop is refused", async () => {
    const person = await joined(shop);
    const { passkey } = await addPasskey(person);
    const browser = new Visitor(shop);
    const options = await (await browser.send("POST /auth/passkey-options", {})).json();
    const assertion = passkey.get({ ...options, rpId: "shop.example" }, { origin: ORIGIN });
    expect(await outcome(browser.send("POST /auth/sign-in/passkey", { passkey: assertion }))).toEqual([
      ...[403, "passkey-refused"],
    ]);
  });

  it("without the fingerprint, face or PIN of its owner is refused", async () => {
    const person = await joined(shop);
    const { passkey } = await addPasskey(person);
    const browser = new Visitor(shop);
    const assertion = await signed(browser, passkey, { isUserVerified: false });
    expect(await outcome(browser.send("POST /auth/sign-in/passkey", { passkey: assertion }))).toEqual([
      ...[403, "passkey-refused"],
    ]);
  });

  it("works once, also for two at once, and not after it was refused", async () => {
    const person = await joined(shop);
    const { passkey } = await addPasskey(person);
    const browser = new Visitor(shop);
    const assertion = await signed(browser, passkey);
    const cookies = [...browser.cookies];
    const use = () => {
      const one = new Visitor(shop);
      for (const [name, value] of cookies) one.cookies.set(name, value);
      return outcome(one.send("POST /auth/sign-in/passkey", { passkey: assertion }));
    };
    const outcomes = await Promise.all(many(4).map(use));
    expect([count(outcomes, 200), count(outcomes, 403)]).toEqual([1, 3]);
    expect(await use()).toEqual([403, "passkey-refused"]);
    const other = new Visitor(shop);
    const good = await signed(other, passkey);
    const spoilt = { ...good, response: { ...good.response, signature: assertion.response.signature } };
    expect((await other.send("POST /auth/sign-in/passkey", { passkey: spoilt })).status).toBe(403);
    expect((await other.send("POST /auth/sign-in/passkey", { passkey: good })).status).toBe(403);
  });

  it("is of no use to another browser or session, nor for another act", async () => {
    const person = await joined(shop);
    const { passkey } = await addPasskey(person);
    const refused = [403, "passkey-refused"];
    // Another visitor.
    const assertion = await signed(new Visitor(shop), passkey);
    expect(await outcome(new Visitor(shop).send("POST /auth/sign-in/passkey", { passkey: assertion }))).toEqual(
      refused,
    );
    // Another login that waits.
    const [one, another] = [await afterPassword(shop, person), await afterPassword(shop, person)];
    expect(await step(another, { passkey: await signed(one, passkey) })).toEqual(refused);
    // A login, given for a proof.
    const stepping = await afterPassword(shop, person);
    const forLogin = await signed(stepping, passkey);
    expect(await outcome(person.send("POST /auth/proof", { passkey: forLogin }))).toEqual(refused);
    // A proof, given for another session of the same person.
    const options = await (await person.send("POST /auth/proof-options", {})).json();
    expect(await step(stepping, { passkey: passkey.get(options, { origin: ORIGIN }) })).toEqual(refused);
  });

  it("of somebody else does not take the second step", async () => {
    const [person, other] = [await joined(shop), await joined(shop)];
    await setUpApp(shop, person);
    const { passkey } = await addPasskey(other);
    const browser = await afterPassword(shop, person);
    expect(await step(browser, { passkey: await signed(browser, passkey) })).toEqual([403, "passkey-refused"]);
  });

  it("of a passkey that was removed is refused", async () => {
    const person = await joined(shop);
    const { passkey, response } = await addPasskey(person);
    const browser = new Visitor(shop);
    const assertion = await signed(browser, passkey);
    await person.send(`DELETE /auth/passkeys/${(await response.json()).insertedId}`);
    expect(await outcome(browser.send("POST /auth/sign-in/passkey", { passkey: assertion }))).toEqual([
      ...[403, "passkey-refused"],
    ]);
  });

  it("with a challenge that nobody gave out is refused", async () => {
    const person = await joined(shop);
    const { passkey } = await addPasskey(person);
    const browser = new Visitor(shop);
    const options = await (await browser.send("POST /auth/passkey-options", {})).json();
    const assertion = passkey.get(options, { origin: ORIGIN, challenge: "AAAA" });
    expect((await browser.send("POST /auth/sign-in/passkey", { passkey: assertion })).status).toBe(403);
  });

  it.each([
    ["ES512", -36],
    ["RSA with SHA-1", -65535],
    // Offered, but not what an elliptic key signs with.
    ["RS256", -257],
    ["Ed25519", -8],
  ])("with an algorithm that was not offered for its key, %s, cannot be added", async (_name, algorithm) => {
    const person = await joined(shop);
    const { response } = await addPasskey(person, new Authenticator(), { origin: ORIGIN, algorithm });
    expect(await outcome(response)).toEqual([403, "passkey-refused"]);
  });

  it("cannot be added twice, nor by somebody else", async () => {
    const [person, other] = [await joined(shop), await joined(shop)];
    const passkey = new Authenticator();
    expect((await addPasskey(person, passkey)).response.status).toBe(200);
    expect(await outcome((await addPasskey(person, passkey)).response)).toEqual([409, "passkey-known"]);
    expect(await outcome((await addPasskey(other, passkey)).response)).toEqual([409, "passkey-known"]);
  });
});
