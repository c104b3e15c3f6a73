// @module-tag trial

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rateLimits } from "#app/platform/http/tables.server.ts";
import { ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { hashesDuring } from "#test/hashes.ts";
import { giveAccount, newEmail, PASSWORD, Visitor } from "#test/visitor.ts";

// Real connections, all at once: what matters is who gets a turn.

let shop: TestApp;
const server = createServer();
let url = "";

beforeAll(async () => {
  // The test plays the proxy that names the network of each request.
  shop = await startTestApp({ trustedProxies: ["127.0.0.1"] });
  server.on("request", getRequestListener(shop.app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterAll(() => void server.close());

const range = (length: number) => Array.from({ length }, (_, at) => at);

async function registered(from: string): Promise<string> {
  const email = newEmail();
  await giveAccount(shop, new Visitor(shop, from), email);
  return email;
}

function signIn(email: string, from: string, password = PASSWORD): Promise<Response> {
  const headers = { "content-type": "application/json", origin: ORIGIN, "x-forwarded-for": from };
  return fetch(`${url}/auth/sign-in/email`, { method: "POST", headers, body: JSON.stringify({ email, password }) });
}

const statusesOf = async (tries: Promise<Response>[]) => (await Promise.all(tries)).map(({ status }) => status);

describe("while one account signs in 60 times at once", () => {
  it("twelve people from other networks and a colleague in the same office can all sign in", async () => {
    const own = await registered("198.51.100.1");
    const honest = ["198.51.100.2", ...range(12).map((at) => `203.0.${at}.1`)];
    const emails = await Promise.all(honest.map(registered));
    const flood = range(60).map(() => signIn(own, "198.51.100.1"));
    const statuses = await statusesOf(honest.map((from, at) => signIn(emails[at] ?? "", from)));
    expect(statuses).toEqual(honest.map(() => 200));
    expect(new Set(await statusesOf(flood)).isSubsetOf(new Set([200, 503]))).toBe(true);
  });
});

describe("while one customer signs in from two hundred networks /64", () => {
  it("six people from other networks get in", async () => {
    const honest = range(6).map((at) => `203.${at}.7.1`);
    const emails = await Promise.all(honest.map(registered));
    const attack = (at: number) => signIn(newEmail(), `2001:db8:77:${at.toString(16)}::1`);
    const flood = range(120).map(attack);
    const signIns = honest.map((from, at) => signIn(emails[at] ?? "", from));
    const more = range(120).map((at) => attack(120 + at));
    expect(await statusesOf(signIns)).toEqual(honest.map(() => 200));
    expect(new Set(await statusesOf([...flood, ...more])).isSubsetOf(new Set([401, 429, 503]))).toBe(true);
  });
});

describe("80 wrong passwords at once", () => {
  it("are checked ten times at most, and the owner elsewhere gets in", async () => {
    const email = await registered("192.0.2.1");
    let statuses: number[] = [];
    const hashes = await hashesDuring(async () => {
      statuses = await statusesOf(range(80).map((at) => signIn(email, "192.0.3.1", `wrong-${at}`)));
    });
    expect(hashes).toBe(10);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(new Set(statuses)).toEqual(new Set([401, 429, 503]));
    expect((await signIn(email, "192.0.2.1")).status).toBe(200);
  });

  it("for as many accounts, from one network, are checked only up to the limit", async () => {
    const few = await startTestApp({ limits: { "guess-network": { points: 5, minutes: 15 } } });
    const stranger = new Visitor(few, "192.0.4.1");
    let statuses: number[] = [];
    const hashes = await hashesDuring(async () => {
      statuses = await statusesOf(range(20).map(() => stranger.signIn(newEmail(), "wrong-password")));
    });
    // The others are hashed as well, or the time would tell which accounts there are. They wait for their turn.
    expect(hashes).toBe(20);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  });
});

describe("a network with too many wrong passwords", () => {
  it("adds no rows to the counts, whatever addresses it tries", async () => {
    const few = await startTestApp({ limits: { "guess-network": { points: 5, minutes: 15 } } });
    const stranger = new Visitor(few, "192.0.8.1");
    const tryOthers = async (times: number) => {
      const statuses: number[] = [];
      for (const _ of range(times)) statuses.push((await stranger.signIn(newEmail(), "wrong-password")).status);
      return statuses;
    };
    expect(await tryOthers(5)).toEqual(range(5).map(() => 401));
    const before = await few.db.$count(rateLimits);
    expect(await tryOthers(5)).toEqual(range(5).map(() => 429));
    expect(await few.db.$count(rateLimits)).toBe(before);
  });

  it("is not one in which somebody only guesses at one account", async () => {
    const few = await startTestApp({ limits: { "guess-network": { points: 15, minutes: 15 } } });
    const [email, own] = [newEmail(), newEmail()];
    await new Visitor(few, "192.0.10.1").register(own);
    const stranger = new Visitor(few, "192.0.10.2");
    const statuses: number[] = [];
    for (const _ of range(30)) statuses.push((await stranger.signIn(email, "wrong-password")).status);
    expect(statuses).toEqual([...range(10).map(() => 401), ...range(20).map(() => 429)]);
    expect((await new Visitor(few, "192.0.10.1").signIn(own)).status).toBe(200);
  });
});

describe("signing in again and again with the right password", () => {
  it("is limited too, for the account in this network alone", async () => {
    const few = await startTestApp({ limits: { "sign-in-account": { points: 5, minutes: 15 } } });
    const email = newEmail();
    await giveAccount(few, new Visitor(few, "192.0.5.1"), email);
    const statuses: number[] = [];
    for (const _ of range(8)) statuses.push((await new Visitor(few, "192.0.5.1").signIn(email)).status);
    expect(statuses).toEqual([...range(5).map(() => 200), ...range(3).map(() => 429)]);
    expect((await new Visitor(few, "192.0.6.1").signIn(email)).status).toBe(200);
  });
});

//
describe("POST /login", () => {
  it("limits the tokens of an account, and the refusals of callers without a session", async () => {
    const rules = { "login-account": { points: 5, minutes: 15 }, "login-network": { points: 5, minutes: 15 } };
    const few = await startTestApp({ limits: rules });
    const [person, other, stranger] = range(3).map((at) => new Visitor(few, `192.0.7.${at}`));
    const emails = [newEmail(), newEmail()] as const;
    await person?.register(emails[0]);
    await other?.register(emails[1]);
    const ask = async (visitor: Visitor | undefined, email: string) =>
      statusesOf(range(8).map(async () => visitor?.send("POST /login", { email }) ?? Response.error()));
    const inTurn = (statuses: number[]) => statuses.toSorted((a, b) => a - b);
    expect(inTurn(await ask(person, emails[0]))).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(inTurn(await ask(stranger, emails[0]))).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect((await other?.send("POST /login", { email: emails[1] }))?.status).toBe(200);
    const refused = await person?.send("POST /login", { email: emails[0] });
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
