import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { newEmail, Visitor } from "#test/visitor.ts";
import { refuseOtherHosts } from "./input-guard.server.ts";

let shop: TestApp;
let buyer: TestPerson;
let admin: TestPerson;
let server: Server;

beforeAll(async () => {
  shop = await startTestApp({ hosts: ["localhost", "shop.example"] });
  buyer = await signedIn(shop.db, { emailVerified: true });
  admin = await signedIn(shop.db, { role: "admin", emailVerified: true });
  server = createServer(getRequestListener(shop.app.fetch)).listen(0, "127.0.0.1");
});
afterAll(() => server.close());

const NUL = "\0";
const HALF = "\ud800";
const statusOf = async (response: Response | Promise<Response>) => (await response).status;

describe("what no part of the shop can mean is refused with 400", () => {
  it.each([
    ...["//", "///", "//evil.test/", "/blogs//", "/.//evil.test/", "/%00", "/blogs/%ED%A0%80", "/%ff", "/%"],
    ...["/?q=%00", "/?q=a%ED%BF%BFb", "/images/uploads/%00.webp", "/images/uploads/%ED%A0%80.webp", "/purchase/%00"],
    ...[
      "/_root.data?q=%00",
      "/api/trims?q=%00",
      "/api/trims/%00",
      "/api//trims",
      "/api/auth/callback/google?state=%00",
    ],
    ...["/api/trims?after=2147483648", "/api/trims?after=1e300", "/api/trims?after=0", "/api/reviews?after=%00"],
  ])("in the address %s", async (path) => {
    expect(await statusOf(shop.app.request(`http://localhost${path}`))).toBe(400);
  });

  it("in what an admin asks, also where the answer is a stream", async () => {
    const cursor = (key: unknown) => Buffer.from(JSON.stringify(["quantity", key, buyer.id])).toString("base64url");
    const text = (key: unknown) => Buffer.from(JSON.stringify(["email", key, buyer.id])).toString("base64url");
    for (const path of [
      "/allOrders.csv?q=%00",
      "/allOrders?q=%00",
      "/profiles?q=%00",
      "/audit?q=%ED%A0%80",
      `/allOrders?sort=quantity&after=${cursor(2 ** 31)}`,
      `/allOrders?sort=email&after=${text(NUL)}`,
      `/allOrders?sort=email&after=${text(HALF)}`,
    ]) {
      expect(await statusOf(call(shop, `GET ${path}`, { as: admin })), path).toBe(400);
    }
    const place = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString("base64url");
    for (const path of [
      `/trims?sort=newest&after=${place("newest", "0000-01-01T00:00:00Z", 1)}`,
      `/buyers?sort=last&after=${place("last", "0000-01-01", buyer.id)}`,
    ]) {
      expect(await statusOf(call(shop, `GET ${path}`, { as: admin })), path).toBe(400);
    }
    const last = cursor(2 ** 31 - 1);
    expect(await statusOf(call(shop, `GET /allOrders?sort=quantity&after=${last}`, { as: admin }))).toBe(200);
  });

  it.each([NUL, HALF])("in a body that holds %j", async (unfit) => {
    const trim = await buildTrim(shop.db);
    const { name, email } = buyer;
    const profile = { name, email, phone: "12345", linkedin: "https://denim.example", location: "x", education: "x" };
    const review = { name, email, img: "https://denim.example/a.jpg", ratings: 5, review: "Even." };
    const newTrim = { name: "Rivet", price: "1", img: "https://denim.example/a.jpg", moq: 1, quantity: 1 };
    for (const [target, as, body] of [
      ["POST /orders", buyer, { ...newOrder(buyer, trim), address: `Umeå ${unfit}` }],
      [`PUT /profile/${email}`, buyer, { ...profile, location: unfit }],
      ["POST /reviews", buyer, { ...review, review: `Even ${unfit}` }],
      ["POST /trims", admin, { ...newTrim, description: unfit }],
      [`PATCH /trims/${trim.id}`, admin, { why: unfit, restock: 1 }],
      [`PATCH /trims/${trim.id}`, admin, { [unfit]: 1 }],
    ] as const) {
      expect(await statusOf(call(shop, target, { as, body })), target).toBe(400);
    }
  });

  it.each([NUL, HALF])("at the identity endpoints, in a body that holds %j", async (unfit) => {
    const visitor = new Visitor(shop);
    const email = newEmail();
    expect(await statusOf(visitor.register(email))).toBe(200);
    for (const [door, body] of [
      ["reset-password", { token: unfit, newPassword: "selvedge-and-brass" }],
      ["verify-email", { token: `a${unfit}` }],
      ["update-user", { image: `https://denim.example/${unfit}.jpg` }],
      ["update-user", { name: unfit }],
      ["sign-in/email", { email, password: unfit }],
      ["sign-up/email", { name: "Camille", email: newEmail(), password: `selvedge${unfit}` }],
    ] as const) {
      expect(await statusOf(visitor.send(`POST /auth/${door}`, body)), door).toBe(400);
    }
  });

  it("in a cookie", async () => {
    for (const cookie of ["rivet-and-reed.session_token=%00", "rivet-and-reed.session_token=a%ED%A0%80.b"]) {
      expect(await statusOf(shop.app.request("/api/auth/get-session", { headers: { cookie } })), cookie).toBe(400);
    }
  });
});

/** The first line of the answer to a raw request: no client here repairs its address. */
async function ask(target: string, host: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  return answer.split("\r\n")[0] ?? "";
}

describe("where the origin is configured", () => {
  it("the shop answers for its hosts, and 421 for all others", async () => {
    expect(await ask("/blogs", "shop.example")).toContain("200");
    expect(await ask("/api/trims", "localhost")).toContain("200");
    expect(await ask("http://shop.example/blogs", "shop.example")).toContain("200");
    for (const host of ["evil.test", "shop.example:81", "shop.example.evil.test", "127.0.0.1"]) {
      expect(await ask("/blogs", host), host).toContain("421");
      expect(await ask("/api/trims", host), host).toContain("421");
    }
    expect(await ask("http://evil.test/blogs", "shop.example")).toContain("421");
  });

  it("a request that names two hosts answers 400", async () => {
    expect(await ask("/blogs", "shop.example\r\nHost: shop.example")).toContain("400");
    expect(await ask("/blogs", "shop.example\r\nHost: evil.test")).toContain("400");
  });

  it("a demo on this machine answers for its names and addresses alone", async () => {
    const demo = new Hono().use(refuseOtherHosts("this machine")).get("*", (c) => c.text("mails"));
    const ask = (host: string) => demo.request(`http://${host}/`, {}, { incoming: {} });
    for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "shop.localhost"])
      expect((await ask(host)).status, host).toBe(200);
    for (const host of ["rebound.evil.test:3000", "203.0.113.7", "localhost.evil.test"])
      expect((await ask(host)).status, host).toBe(421);
  });

  it("an address that begins with two slashes answers 400", async () => {
    for (const target of ["//evil.test/", "///evil.test/", "//"]) {
      expect(await ask(target, "shop.example"), target).toContain("400");
    }
  });
});
