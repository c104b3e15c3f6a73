import { beforeAll, beforeEach, expect, it } from "vitest";
import { createLog } from "#app/platform/log.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { signedIn } from "#test/people.ts";

const lines: string[] = [];
let shop: TestApp;

beforeAll(async () => {
  // As in a demo, which logs only warnings.
  const log = createLog("warn", { write: (line) => lines.push(line) });
  shop = await startTestApp({ log, logRequests: true });
});
beforeEach(() => {
  lines.length = 0;
});

const origin = { origin: "http://localhost:3000" };

it.each([
  [404, "/api/nothing", {}],
  [404, "/images/uploads/nothing.webp", {}],
  [405, "/login", { method: "POST", headers: origin }],
  [405, "/api/trims", { method: "DELETE", headers: origin }],
  [401, "/api/allOrders", {}],
  [403, "/api/login", { method: "POST", headers: { origin: "https://elsewhere.example" } }],
  [415, "/api/login", { method: "POST", headers: origin, body: "a=b" }],
  [413, "/api/login", { method: "POST", headers: origin, body: "a".repeat(70_000) }],
  [400, "/%00", {}],
])("an answer %i carries the id by which the log knows its request", async (status, path, init) => {
  const response = await shop.app.request(path, init);
  expect(response.status).toBe(status);
  const id = response.headers.get("x-request-id");
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  if (response.headers.get("content-type") === "application/problem+json") {
    expect((await response.json()).requestId).toBe(id);
  }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ requestId: id, status }]);
});

it("a line names method, route, status and time, and no value of the address", async () => {
  const { email, token } = await signedIn(shop.db);
  await shop.app.request(`/api/profile/${email}`, { headers: { authorization: `Bearer ${token}` } });
  await shop.app.request(`/api/orders?email=${email}`, { headers: { authorization: `Bearer ${token}` } });
  await shop.app.request("/reset-password?token=secret", { headers: { "x-request-id": "of-a-proxy" } });
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged).toMatchObject([
    { msg: "request", method: "GET", route: "/api/profile/:email", status: 200, ms: expect.any(Number) },
    { method: "GET", route: "/api/orders", status: 200 },
    { method: "GET", route: "other", status: 200, requestId: "of-a-proxy" },
  ]);
  for (const word of [email, token, "secret"]) expect(lines.join("")).not.toContain(word);
});
