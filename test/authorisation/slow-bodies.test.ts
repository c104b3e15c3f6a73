import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sessions, users } from "#app/features/identity/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { signedIn, type TestPerson } from "#test/people.ts";
import { readStock } from "#test/stock.ts";

// Who acts is judged when a request begins. A body that comes slowly must not outlive what its sender may do.

let shop: TestApp;
let server: Server;

beforeAll(async () => {
  shop = await startTestApp();
  server = createServer(getRequestListener(shop.app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends all of a request but its last byte, then does `meanwhile`, then sends that byte. Returns the status. */
async function sendSlowly(
  target: string,
  { as, type = "application/json", body }: { as: TestPerson; type?: string; body: string },
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const [method, path] = target.split(" ");
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  const arrived = once(server, "request");
  socket.write(
    `${method} /api${path} HTTP/1.1\r\nHost: localhost:3000\r\nAuthorization: Bearer ${as.token}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body.slice(0, -1)}`,
  );
  await arrived;
  // Long enough for the token to be looked up.
  await pause(300);
  await meanwhile();
  socket.write(body.slice(-1));
  let answer = "";
  for await (const part of socket) answer += part;
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}

const demote = ({ id }: TestPerson) => shop.db.update(users).set({ role: "buyer" }).where(eq(users.id, id));
const remove = ({ id }: TestPerson) => shop.db.delete(users).where(eq(users.id, id));
const signOut = ({ sessionId }: TestPerson) => shop.db.delete(sessions).where(eq(sessions.id, sessionId));

it.each([
  { what: "an admin who is none any more", end: demote, status: 403 },
  { what: "an admin whose account is gone", end: remove, status: 401 },
  { what: "an admin whose session has ended", end: signOut, status: 401 },
])("a change whose last byte comes from $what is refused", async ({ end, status }) => {
  const [admin, trim] = [await signedIn(shop.db, { role: "admin" }), await buildTrim(shop.db)];
  const body = JSON.stringify({ restock: 500, why: "Late" });
  expect(await sendSlowly(`PATCH /trims/${trim.id}`, { as: admin, body }, () => end(admin))).toBe(status);
  expect(await readStock(shop.db, trim.id)).toBe(trim.quantity);
});

it("a file whose last byte comes from somebody who is no admin any more is not read", async () => {
  const admin = await signedIn(shop.db, { role: "admin" });
  const file = { as: admin, type: "text/csv", body: "number,name,quantity\n" };
  expect(await sendSlowly("POST /trims.csv?dryRun=1", file, () => demote(admin))).toBe(403);
});

it("an order whose last byte comes after the logout is not placed, and one that only comes slowly is", async () => {
  const trim = await buildTrim(shop.db);
  const order = (by: TestPerson) => ({ as: by, body: JSON.stringify(newOrder(by, trim)) });
  const [gone, slow] = [await signedIn(shop.db), await signedIn(shop.db)];
  expect(await sendSlowly("POST /orders", order(gone), () => signOut(gone))).toBe(401);
  expect(await readStock(shop.db, trim.id)).toBe(trim.quantity);
  expect(await sendSlowly("POST /orders", order(slow), async () => {})).toBe(200);
  expect(await readStock(shop.db, trim.id)).toBe(trim.quantity - 100);
});
