import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { newEmail, Visitor } from "#test/visitor.ts";
import { sessions } from "./tables.server.ts";

let shop: TestApp;

beforeAll(async () => {
  shop = await startTestApp();
});

const DAY = sql`interval '1 day'`;

/** A newly registered person: the headers their browser sends, and their session rows. */
async function registered() {
  const visitor = new Visitor(shop);
  await visitor.register(newEmail());
  const { id = "" } = (await visitor.who()) ?? {};
  const headers = new Headers({ cookie: [...visitor.cookies].map((pair) => pair.join("=")).join("; ") });
  return { visitor, headers, ofPerson: eq(sessions.userId, id) };
}

describe("whether somebody is signed in", () => {
  it("is answered while the session lasts, and asking does not extend it", async () => {
    const { headers, ofPerson } = await registered();
    await shop.db
      .update(sessions)
      .set({ expiresAt: sql`now() + ${DAY}` })
      .where(ofPerson);
    const read = () => shop.db.select().from(sessions).where(ofPerson);
    const before = await read();
    expect(await shop.identity.isSignedIn(headers)).toBe(true);
    expect(await read()).toEqual(before);
  });

  it("ends with the session", async () => {
    const [left, expired] = [await registered(), await registered()];
    await left.visitor.send("POST /auth/sign-out", {});
    await shop.db
      .update(sessions)
      .set({ expiresAt: sql`now() - ${DAY}` })
      .where(expired.ofPerson);
    expect(await shop.identity.isSignedIn(left.headers)).toBe(false);
    expect(await shop.identity.isSignedIn(expired.headers)).toBe(false);
  });

  it("is not said of a session that waits for its second step", async () => {
    const { headers, ofPerson } = await registered();
    await shop.db.update(sessions).set({ secondStep: "due" }).where(ofPerson);
    expect(await shop.identity.isSignedIn(headers)).toBe(false);
    await shop.db.update(sessions).set({ secondStep: "app" }).where(ofPerson);
    expect(await shop.identity.isSignedIn(headers)).toBe(true);
  });

  it("is not believed of a cookie that we did not sign", async () => {
    const { headers } = await registered();
    const cookie = headers.get("cookie") ?? "";
    const forged = cookie.replace(/\.[^.;]+(?=;|$)/, `.${"A".repeat(43)}%3D`);
    expect(forged).not.toBe(cookie);
    for (const sent of [forged, "", "x=y", cookie.replace(/=.*/, "=")]) {
      expect(await shop.identity.isSignedIn(new Headers({ cookie: sent })), sent).toBe(false);
    }
  });
});
