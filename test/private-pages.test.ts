import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { dayAt } from "#app/contract/calendar.ts";
import type { StaffRole } from "#app/contract/staff.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { trimPath } from "#app/features/trims/trim-path.ts";
import { describeMoment } from "#app/ui/moment-words.ts";
import { buildCompany, buildTrim } from "./builders.ts";
import { listedPaths, pathsOf } from "./pages.ts";
import { call } from "./people.ts";
import { startTestSite } from "./site.ts";
import { giveAccount, newEmail, Visitor } from "./visitor.ts";

// The pages below /dashboard, which the server renders for the person of the session cookie.

type Somebody = { id: string; email: string; visitor: Visitor; cookie: string };

let shop: Awaited<ReturnType<typeof startTestSite>>;
let buyer: Somebody;
let admin: Somebody;
let order: { id: string; number: number };

beforeAll(async () => {
  shop = await startTestSite();
  buyer = await comesIn("buyer");
  admin = await comesIn("admin");
  order = await places(buyer);
});

async function comesIn(role: "buyer" | "admin", staffRole: StaffRole = "owner"): Promise<Somebody> {
  const [visitor, email] = [new Visitor(shop), newEmail()];
  const id = await giveAccount(shop, visitor, email);
  await shop.db
    .update(users)
    .set({ role, staffRoles: role === "admin" ? [staffRole] : [], emailVerified: true })
    .where(eq(users.id, id));
  return { id, email, visitor, cookie: [...visitor.cookies].map((pair) => pair.join("=")).join("; ") };
}

async function places({ email, visitor }: Somebody, name = "Rivet of the private pages") {
  const trim = await buildTrim(shop.db, { name, moq: 1, quantity: 10 });
  const { accessToken } = await (await visitor.send("POST /login", { email })).json();
  const body = { name: "Camille", email, phone: "0046855512080", address: "Umeå", productName: trim.name };
  const headers = { authorization: `Bearer ${accessToken}` };
  const { insertedId } = await (
    await call(shop, "POST /orders", { headers, body: { ...body, orderQuantity: "2" } })
  ).json();
  const { number } = await (await call(shop, `GET /orders/${insertedId}`, { headers })).json();
  return { id: insertedId, number };
}

async function sends({ email, visitor }: Somebody): Promise<number> {
  const { id: trimId } = await buildTrim(shop.db, { moq: 1, quantity: 10 });
  const { accessToken } = await (await visitor.send("POST /login", { email })).json();
  const headers = { authorization: `Bearer ${accessToken}`, "idempotency-key": crypto.randomUUID() };
  const body = { name: "Camille", email, phone: "0046855512080", address: "Umeå" };
  const lines = [{ trimId, orderQuantity: 2 }];
  return (await (await call(shop, "POST /orderSheets", { headers, body: { ...body, lines } })).json()).number;
}

const get = (path: string, who?: Somebody) => shop.app.request(path, who ? { headers: { cookie: who.cookie } } : {});
const toData = (path: string) => path.replace(/(\?|$)/, ".data$1");

const buyersPages = pathsOf("buyer");
const adminsPages = [...pathsOf("admin"), "/dashboard/manageorders?tab=review", "/dashboard/manageproducts?only=low"];
const sharedPages = pathsOf("signed in");

describe("R-030 R-031 R-383 nobody", () => {
  it("is led to the login, with the whole way back", async () => {
    for (const path of [...sharedPages, ...buyersPages, ...adminsPages, "/dashboard/orders/1?a=b", "/dashboard/nope"]) {
      const answer = await get(path);
      expect(answer.status, path).toBe(302);
      expect(answer.headers.get("location"), path).toBe(`/login?from=${encodeURIComponent(path)}`);
      expect(answer.headers.get("cache-control"), path).toBe("no-store");
    }
  });

  it("gets no data either, however the address is written", async () => {
    for (const path of [
      "/dashboard/myorders.data",
      "/DASHBOARD/MyOrders.data?_routes=features/orders/list/my-orders.page",
    ]) {
      const text = await (await get(path)).text();
      expect(text, path).toContain("/login?from=");
      expect(text, path).not.toContain("rows");
    }
  });

  it("is who has logged out, or sends a cookie that we did not sign", async () => {
    const left = await comesIn("buyer");
    expect((await get("/dashboard", left)).status).toBe(200);
    await left.visitor.send("POST /auth/sign-out", {});
    expect((await get("/dashboard", left)).status).toBe(302);
    const cookie = buyer.cookie.replace(/\.[^.;]+(?=;|$)/, `.${"A".repeat(43)}%3D`);
    expect((await get("/dashboard", { ...buyer, cookie })).status).toBe(302);
  });
});

describe("R-057 R-255 R-384 R-385 R-386 R-387 the other role", () => {
  it("is led to the dashboard by the server, and gets no data", async () => {
    for (const [who, paths] of [
      [buyer, adminsPages],
      [admin, buyersPages],
    ] as const)
      for (const path of paths) {
        const answer = await get(path, who);
        expect([answer.status, answer.headers.get("location")], path).toEqual([302, "/dashboard"]);
        expect(await (await get(toData(path), who)).text(), path).not.toContain("rows");
      }
  });
});

describe("a signed-in person", () => {
  it("gets each page whole, for nobody else to see and for no cache to keep", async () => {
    const own = [`/dashboard/orders/${order.number}`];
    for (const [who, paths] of [
      [buyer, [...sharedPages, ...buyersPages, ...own]],
      [admin, [...sharedPages, ...adminsPages, ...own]],
    ] as const)
      for (const path of paths)
        for (const address of [path, toData(path)]) {
          const answer = await get(address, who);
          expect(answer.status, address).toBe(200);
          expect(answer.headers.get("cache-control"), address).toBe("no-store");
          expect(answer.headers.get("vary"), address).toContain("Cookie");
          expect(answer.headers.get("etag"), address).toBeNull();
          const text = await answer.text();
          expect(text, address).toContain(who.email);
          expect(text, address).not.toContain("Loading...");
          expect(text, address).not.toContain('accessToken":');
        }
    expect(shop.rendered).toEqual([]);
  });

  it("finds on it what it is about", async () => {
    for (const path of ["/dashboard/myorders", "/dashboard", `/dashboard/orders/${order.number}`])
      expect(await (await get(path, buyer)).text(), path).toContain("Rivet of the private pages");
    expect(await (await get("/dashboard/manageorders", admin)).text()).toContain("Rivet of the private pages");
    const stranger = await comesIn("buyer");
    const other = await get(`/dashboard/orders/${order.number}`, stranger);
    expect(other.status).toBe(404);
    expect(await other.text()).not.toContain("Rivet of the private pages");
  });

  it("R-345 R-352 R-371 is not let into the API by the cookie alone", async () => {
    for (const path of [`/api/orders?email=${buyer.email}`, `/api/orders/${order.id}`]) {
      expect((await get(path, buyer)).status, path).toBe(401);
    }
    expect((await get("/api/allOrders", admin)).status).toBe(401);
  });
});

describe("the clock of the shop", () => {
  it("says on which days and from which day on", async () => {
    // Where the date differs from Greenwich, whatever the hour.
    const timeZone = new Date().getUTCHours() < 12 ? "Etc/GMT+12" : "Pacific/Kiritimati";
    const there = await startTestSite({ timeZone });
    const [visitor, email] = [new Visitor(there), newEmail()];
    await giveAccount(there, visitor, email);
    const trim = await buildTrim(there.db, { moq: 1, quantity: 10 });
    const { accessToken } = await (await visitor.send("POST /login", { email })).json();
    const headers = { authorization: `Bearer ${accessToken}` };
    const before = await call(there, "GET /orderDraft", { headers });
    const written = { ...headers, "if-match": before.headers.get("etag") ?? "" };
    const body = { lines: [{ trimId: trim.id, orderQuantity: 2 }] };
    expect((await call(there, "PUT /orderDraft", { headers: written, body })).status).toBe(200);
    const cookie = [...visitor.cookies].map((pair) => pair.join("=")).join("; ");
    const sheet = await (await there.app.request("/dashboard/ordersheet", { headers: { cookie } })).text();
    expect(sheet).toContain("<title>Order sheet : Rivet &amp; Reed</title>");
    expect(sheet).toContain(`min="${dayAt(Date.now(), timeZone)}"`);
    const security = await (await there.app.request("/dashboard/myprofile/security", { headers: { cookie } })).text();
    expect(security).toContain(describeMoment(new Date().toISOString(), timeZone).slice(0, 11));
  });
});

describe("the pages that change an order or a sheet", () => {
  it("lead whoever may only look at it to what they may look at", async () => {
    const [manager, viewer, purchaser] = [await comesIn("buyer"), await comesIn("buyer"), await comesIn("buyer")];
    await buildCompany(shop.db, [
      { person: manager },
      { person: viewer, role: "viewer" },
      { person: purchaser, role: "purchaser" },
    ]);
    const one = `/dashboard/orders/${(await places(manager, "Rivet of a company")).number}`;
    const sheet = `/dashboard/ordersheets/${await sends(manager)}`;
    const [warehouse, desk] = [await comesIn("admin", "warehouse"), await comesIn("admin", "orders")];
    for (const path of [one, sheet]) {
      for (const who of [viewer, purchaser, warehouse]) {
        const answer = await get(`${path}/change`, who);
        expect([answer.status, answer.headers.get("location")], path).toEqual([302, path]);
        expect((await get(path, who)).status).toBe(200);
      }
      for (const who of [manager, desk]) expect((await get(`${path}/change`, who)).status, path).toBe(200);
    }
  });
});

describe("members of two companies", () => {
  it("get the same public pages and answers as everybody, byte for byte", async () => {
    const [one, other] = [await comesIn("buyer"), await comesIn("buyer")];
    await buildCompany(shop.db, [{ person: one }]);
    await buildCompany(shop.db, [{ person: other, role: "viewer" }], { name: "Norrland Denim" });
    const trim = await buildTrim(shop.db);
    const api = ["/api/trims", `/api/trims/${trim.id}`, "/api/reviews"];
    for (const path of [...listedPaths(), trimPath(trim), ...api]) {
      const read = async (who?: Somebody) => {
        const answer = await get(path, who);
        return [answer.status, answer.headers.get("cache-control"), answer.headers.get("vary"), await answer.text()];
      };
      const everybodys = await read();
      expect(await read(one), path).toEqual(everybodys);
      expect(await read(other), path).toEqual(everybodys);
      expect(everybodys[0], path).toBe(200);
    }
  });
});

describe("a read in the process", () => {
  it("is for reads only: whoever follows a link changes nothing", async () => {
    const session = await shop.identity.openSession(new Headers({ cookie: buyer.cookie }));
    const send = (method: string) =>
      shop.app.request(`/api/orders/${order.id}`, { method }, { person: session?.person });
    expect((await send("GET")).status).toBe(200);
    expect((await send("DELETE")).status).toBe(401);
  });
});

describe("a page whose data cannot be read", () => {
  it("says so under its heading, and the welcome stays", async () => {
    const broken = await startTestSite();
    const visitor = new Visitor(broken);
    await giveAccount(broken, visitor, newEmail());
    const headers = { cookie: [...visitor.cookies].map((pair) => pair.join("=")).join("; ") };
    await broken.db.execute(sql`alter table orders rename to lost`);
    const list = await broken.app.request("/dashboard/myorders", { headers });
    expect([list.status, list.headers.get("cache-control")]).toEqual([500, "no-store"]);
    const text = await list.text();
    expect(text).toContain("Your orders did not load");
    expect(text).toContain("My Orders</h1>");
    const welcome = await broken.app.request("/dashboard", { headers });
    expect(welcome.status).toBe(200);
    expect(await welcome.text()).toMatch(/Welcome, .*Your open orders did not load/s);
  });
});

describe("an admin without a required second factor", () => {
  it("is led to where one is set up", async () => {
    const strict = await startTestSite({ requireAdminSecondFactor: true });
    const visitor = new Visitor(strict);
    const id = await giveAccount(strict, visitor, newEmail());
    await strict.db
      .update(users)
      .set({ role: "admin", staffRoles: ["owner"] })
      .where(eq(users.id, id));
    const headers = { cookie: [...visitor.cookies].map((pair) => pair.join("=")).join("; ") };
    for (const path of ["/dashboard", ...adminsPages]) {
      const answer = await strict.app.request(path, { headers });
      expect([answer.status, answer.headers.get("location")], path).toEqual([302, "/dashboard/myprofile/security"]);
    }
    expect((await strict.app.request("/dashboard/myprofile/security", { headers })).status).toBe(200);
  });
});
