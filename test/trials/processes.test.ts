// @module-tag trial

import { once } from "node:events";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeRoles, revokeAdmin } from "#app/features/identity/roles.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import { createDatabase } from "../database.ts";
import { signedIn } from "../people.ts";
import {
  databaseUrl,
  freePort,
  logInAsBuyer,
  orderFirstTrim,
  type ShopProcess,
  signInAsBuyer,
  startShopProcess,
  stopShopProcess,
} from "../shop-process.ts";
import { startSmtp } from "../smtp.ts";
import { readStream, type StreamMessage } from "../stream.ts";

let shops: ShopProcess[];
let database: Awaited<ReturnType<typeof createDatabase>>;
let smtp: Awaited<ReturnType<typeof startSmtp>>;

beforeAll(async () => {
  database = await createDatabase({ empty: true });
  smtp = await startSmtp();
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: "shop@rivet-and-reed.example" };
  const settings = {
    DATABASE_URL: databaseUrl(database.connection),
    SECRET: "x".repeat(32),
    DATA_DIR: "/nowhere",
    TIME_ZONE: "Europe/Stockholm",
    ...mail,
  };
  const ports = [await freePort(), await freePort(), await freePort()];
  // All processes share one address towards their visitors.
  const APP_ORIGIN = `http://localhost:${ports[0]}`;
  shops = await Promise.all(ports.map((PORT) => startShopProcess({ ...settings, APP_ORIGIN, PORT })));
}, 60_000);
afterAll(async () => {
  await Promise.all(shops.map(stopShopProcess));
  await smtp.stop();
  await database.drop();
});

const urls = () => shops.map(({ url }) => url) as [string, string, string];

describe("three processes that start at once on one empty external database", () => {
  it("serve one catalogue, seeded once", async () => {
    for (const url of urls()) {
      const response = await fetch(`${url}/api/trims?limit=1`);
      expect(response.headers.get("x-total-count")).toBe("107");
    }
  });

  it("name the shop's time zone on their pages", async () => {
    for (const url of urls()) {
      const page = await (await fetch(`${url}/dashboard/manageorders`)).text();
      expect(page).toContain('data-time-zone="Europe/Stockholm"');
    }
  });

  it("show a changed stock on the pages of all", async () => {
    const [first, second, third] = urls();
    const pageOf = async (url: string) => (await fetch(url)).text();
    const pagesBefore = await pageOf(second);
    const { trim } = await orderFirstTrim(second, await logInAsBuyer(first));
    const left = (trim.quantity - trim.moq).toLocaleString("en");
    expect(pagesBefore).not.toContain(left);
    for (const url of [second, first, third]) await expect.poll(() => pageOf(url), { timeout: 5000 }).toContain(left);
  });

  it("send each mail of an order once over the mail server, and show none", async () => {
    const { number } = await orderFirstTrim(urls()[0], await logInAsBuyer(urls()[0]));
    const about = () => smtp.received.filter(({ text }) => text?.includes(`Order: No. ${number}\n`));
    // The buyer, and the staff who look after orders.
    const { buyer, admin, orders } = demoPeople;
    const sent = () => about().flatMap(({ envelope }) => envelope.to);
    await expect
      .poll(() => sent().toSorted(), { timeout: 15_000 })
      .toEqual([admin, buyer, orders].map(({ email }) => email).toSorted());
    for (const url of urls()) expect((await fetch(`${url}/dev/mails`)).status).toBe(404);
  });
});

describe("a request that reaches all of them at once", () => {
  it("with one key places one order, and all answer with it", async () => {
    const buyer = await signedIn(database.db);
    const [trim] = await (await fetch(`${urls()[0]}/api/trims?limit=1`)).json();
    const { name, email } = buyer;
    const order = { name, email, phone: "12345", address: "x", productName: trim.name, orderQuantity: trim.moq };
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${buyer.token}`,
      "idempotency-key": "one-key-for-all",
    };
    const place = async (url: string) => {
      for (;;) {
        const answer = await fetch(`${url}/api/orders`, { method: "POST", headers, body: JSON.stringify(order) });
        const body = await answer.json();
        if (answer.status === 200) return body.insertedId as string;
        // Another call is doing it: an honest client asks again.
        expect(body.code).toBe("request-running");
      }
    };
    const placed = await Promise.all([...urls(), ...urls(), ...urls()].map(place));
    expect(new Set(placed).size).toBe(1);
    const { rows } = await database.db.execute(sql`select id from orders where email = ${email}`);
    expect(rows).toEqual([{ id: placed[0] }]);
  });

  it("counts once for all: of 80 wrong passwords ten are looked at", async () => {
    const body = JSON.stringify({ email: "everybody@denim.example", password: "wrong-password" });
    const headers = { "content-type": "application/json", origin: urls()[0] };
    const guess = async (_: unknown, at: number) =>
      (await fetch(`${urls()[at % 3]}/api/auth/sign-in/email`, { method: "POST", headers, body })).status;
    const statuses = await Promise.all(Array.from({ length: 80 }, guess));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    // A busy machine may refuse some before it counts them.
    expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(40);
  });
});

describe("a process that has lost the connection on which it hears of the others", () => {
  it("shows what changed meanwhile", async () => {
    const { db } = database;
    const [first, second, third] = urls();
    const buyer = await signedIn(db);
    const read = async (url: string) => (await fetch(`${url}/api/trims?limit=1`)).text();
    for (const url of urls()) await read(url);
    await db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'rivet-and-reed listener'`,
    );
    const { trim } = await orderFirstTrim(second, buyer);
    for (const url of [first, third])
      await expect.poll(() => read(url), { timeout: 5000 }).toContain(`"quantity":${trim.quantity - trim.moq}`);
  });
});

describe("what happens to an order in one process", () => {
  it("reaches a stream of another within two seconds", async () => {
    const [first, , second] = urls();
    const { db } = database;
    const [buyer, admin] = [await signedIn(db), await signedIn(db, { role: "admin" })];
    const headersOf = ({ token }: { token: string }) => ({
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    });
    const { number } = await orderFirstTrim(first, buyer);
    const stream = readStream(await fetch(`${second}/api/events`, { headers: headersOf(buyer) }));
    await stream.until("ready");
    for (const [track, from, to] of [
      ["review", "in-review", "accepted"],
      ["shipping", "pending", "in-production"],
      ["shipping", "in-production", "packed"],
      ["shipping", "packed", "shipped"],
    ]) {
      const received = readUntil(stream, ({ data }) => data.number === number && data.to === to);
      const body = JSON.stringify({ track, from, to });
      const moved = await fetch(`${first}/api/orders/${number}/moves`, {
        method: "POST",
        headers: headersOf(admin),
        body,
      });
      expect(moved.status).toBe(200);
      const late = AbortSignal.timeout(2000);
      expect(await Promise.race([received, once(late, "abort").then(() => "late")])).toMatchObject({ event: "order" });
    }
    await stream.cut();
  });

  it("ends it for both, also when a client names the type of a body and sends none", async () => {
    const [first, second] = urls();
    const buyer = await signedIn(database.db);
    const { number } = await orderFirstTrim(first, buyer);
    const authorization = `Bearer ${buyer.token}`;
    const { _id } = await (await fetch(`${second}/api/orders/${number}`, { headers: { authorization } })).json();
    const headers = { authorization, "content-type": "application/json" };
    const cancelled = await fetch(`${second}/api/orders/${_id}`, { method: "DELETE", headers, body: "" });
    expect(await cancelled.json()).toEqual({ acknowledged: true, deletedCount: 1 });
    const read = await (await fetch(`${first}/api/orders/${number}`, { headers: { authorization } })).json();
    expect(read.review).toBe("cancelled");
  });
});

/** The next message for which this is true. */
async function readUntil(stream: ReturnType<typeof readStream>, isMeant: (message: StreamMessage) => boolean) {
  for (let message = await stream.next(); message; message = await stream.next()) if (isMeant(message)) return message;
  throw new Error("the stream ended");
}

describe("what one process ends", () => {
  it("the other refuses at the very next request: logout, a role taken, a person deleted", async () => {
    const [first, second] = urls();
    const { db } = database;
    const statusAt = async (url: string, path: string, token: string) =>
      (await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).status;

    const cookie = await signInAsBuyer(first);
    const { email, token } = await logInAsBuyer(first, cookie);
    const own = `/orders?email=${email}`;
    expect(await statusAt(second, own, token)).toBe(200);
    const headers = { "content-type": "application/json", origin: first, cookie };
    await fetch(`${first}/api/auth/sign-out`, { method: "POST", headers, body: "{}" });
    expect(await statusAt(second, own, token)).toBe(401);

    const admin = await signedIn(db, { role: "admin" });
    expect(await statusAt(second, "/allOrders", admin.token)).toBe(200);
    const other = await signedIn(db, { role: "admin" });
    const by = { who: other, from: { address: null, userAgent: null } };
    await changeRoles(db, (tx, admins) => revokeAdmin(tx, admins, admin.email, by));
    expect(await statusAt(second, "/allOrders", admin.token)).toBe(403);
    expect(await statusAt(first, "/allOrders", admin.token)).toBe(403);

    expect(await statusAt(first, "/allOrders", other.token)).toBe(200);
    await db.delete(users).where(eq(users.id, other.id));
    expect(await statusAt(first, "/allOrders", other.token)).toBe(401);
    expect(await statusAt(second, "/allOrders", other.token)).toBe(401);
  });

  it("a limit that is full at one is full at the other", async () => {
    const body = JSON.stringify({ email: "nobody@denim.example", password: "wrong-password" });
    const statuses: number[] = [];
    for (let at = 0; at < 12; at++) {
      const url = urls()[at % 2] ?? "";
      const headers = { "content-type": "application/json", origin: urls()[0] };
      statuses.push((await fetch(`${url}/api/auth/sign-in/email`, { method: "POST", headers, body })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  });
});
