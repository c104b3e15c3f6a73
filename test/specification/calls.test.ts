import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { apiThrough } from "#app/client/api.ts";
import { encodingNames } from "#app/contract/csv.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { certificates, finishes, materials } from "#app/features/trims/facts.ts";
import { ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { ordersFor, readStock } from "#test/stock.ts";
import { newEmail, PASSWORD, Visitor } from "#test/visitor.ts";
import { calls, fields, messages } from "./api.ts";

let shop: TestApp;
let buyer: TestPerson;
let other: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
  other = await signedIn(shop.db, { name: "Hiroto Minase" });
  admin = await signedIn(shop.db, { role: "admin", name: "Ada Admin" });
});

const UNKNOWN = "01980000-0000-7000-8000-000000000000";
const about = { phone: "0046855512080", linkedin: "https://linkedin.com/in/a", location: "Umeå", education: "Weaving" };
const profileOf = ({ name, email }: TestPerson) => ({ name, email, ...about });
const newReview = ({ name, email }: TestPerson, ratings: unknown = 5) => ({
  ...{ name, email, ratings },
  img: "https://pictures.example/astrid.jpg",
  review: "Even cones.",
});
const newTrim = (about: object = {}) => ({
  ...{ name: `Shank button ${crypto.randomUUID()}`, price: "0.0345", moq: 100, quantity: 1000 },
  img: "https://pictures.example/button.jpg",
  ...about,
});

type Sent = Parameters<typeof call>[2];

async function answered(target: string, sent?: Sent) {
  const response = await call(shop, target, sent);
  return { status: response.status, body: await response.json() };
}

async function done(target: string, sent?: Sent) {
  const { status, body } = await answered(target, sent);
  expect(status, `${target}: ${JSON.stringify(body)}`).toBe(200);
  return body;
}

describe("R-315 the fields on the wire", () => {
  it("R-300 R-301 R-302 R-303 R-304 R-305 R-306 R-364 R-365 R-370 of a trim, alone and in the bare array of all", async () => {
    const { id } = await buildTrim(shop.db, { price: "0.0345", moq: 7, quantity: 9000 });
    const one = await done(`GET /trims/${id}`);
    const all = await done("GET /trims");
    expect(Array.isArray(all)).toBe(true);
    expect(all).toContainEqual(one);
    expect(Object.keys(one)).toEqual(expect.arrayContaining([...fields.trim]));
    expect(one).toMatchObject({ _id: id, description: "Struck for a test", price: "0.0345", moq: 7, quantity: 9000 });
    expect(one.img).toBe("/images/products/mini-rivet-brass-7.webp");
  });

  it("R-307 R-353 R-354 of a review, in a bare array", async () => {
    const { insertedId } = await done("POST /reviews", { as: buyer, body: newReview(buyer) });
    const all = await done("GET /reviews");
    expect(Array.isArray(all)).toBe(true);
    expect(all[0]).toMatchObject({ _id: insertedId, ...newReview(buyer) });
    expect(Object.keys(all[0])).toEqual(expect.arrayContaining([...fields.review]));
  });

  it("R-308 R-309 R-344 R-347 R-351 of an order, in the lists of its buyer and of all", async () => {
    const trim = await buildTrim(shop.db);
    const { trimId: _, ...body } = newOrder(buyer, trim, 250);
    expect(Object.keys(body).sort()).toEqual(fields.order.filter((field) => field !== "_id").sort());
    const { insertedId } = await done("POST /orders", { as: buyer, body });
    for (const [path, as] of [
      [`/orders?email=${buyer.email}`, buyer],
      ["/allOrders", admin],
    ] as const) {
      const [order] = await done(`GET ${path}`, { as });
      expect(Object.keys(order)).toEqual(expect.arrayContaining([...fields.order]));
      expect(order).toMatchObject({ _id: insertedId, ...body });
    }
  });

  it("R-310 R-311 R-356 R-358 of a profile; its role is the word admin, or none", async () => {
    await done(`PUT /profile/${buyer.email}`, { as: buyer, body: profileOf(buyer) });
    const all = await done("GET /profiles", { as: admin });
    expect(Array.isArray(all)).toBe(true);
    const found = (person: TestPerson) => all.find(({ _id }: { _id: string }) => _id === person.id);
    expect(Object.keys(found(buyer))).toEqual(expect.arrayContaining([...fields.profile]));
    expect(found(buyer)).toMatchObject({ _id: buyer.id, ...profileOf(buyer), role: null });
    expect(found(admin).role).toBe("admin");
  });
});

describe("R-389 who may call what", () => {
  const paths: Record<string, () => string> = {
    "/admin/{email}": () => `/admin/${buyer.email}`,
    "/orders": () => `/orders?email=${buyer.email}`,
    "/profile/{email}": () => `/profile/${buyer.email}`,
    "/profiles/admin/{email}": () => `/profiles/admin/${buyer.email}`,
  };

  it.each(calls)(
    "R-345 R-348 R-350 R-352 R-355 R-357 R-359 R-361 R-363 R-367 R-369 $method $path: $access",
    async ({ method, path, access }) => {
      const at = paths[path]?.() ?? path.replace("{id}", UNKNOWN);
      const target = `${method} ${at}`;
      const body = method === "POST" || method === "PUT" ? {} : undefined;
      const status = async (sent?: Sent) => (await call(shop, target, { body, ...sent })).status;
      const bad = { authorization: `Bearer ${"a".repeat(43)}` };
      if (access === "public") expect([200, 400, 404]).toContain(await status());
      else expect([await status(), await status({ headers: bad })]).toEqual([401, 401]);
      if (access === "admin") expect(await status({ as: buyer })).toBe(403);
    },
  );

  it("R-343 R-346 R-357 what is one's own is no other's", async () => {
    for (const [target, sent] of [
      [`GET /admin/${admin.email}`, { as: buyer }],
      [`GET /orders?email=${buyer.email}`, { as: other }],
      [`PUT /profile/${buyer.email}`, { as: other, body: profileOf(buyer) }],
      ["POST /reviews", { as: other, body: newReview(buyer) }],
      ["POST /orders", { as: other, body: newOrder(buyer, await buildTrim(shop.db)) }],
    ] as const) {
      expect((await answered(target, sent)).status, target).toBe(403);
    }
    const body = { ...profileOf(buyer), role: "admin" };
    await answered(`PUT /profile/${buyer.email}`, { as: buyer, body });
    expect(await done(`GET /admin/${buyer.email}`, { as: buyer })).toEqual({ admin: false });
  });
});

describe("an order", () => {
  it("R-328 R-329 R-330 R-331 R-349 R-350 R-408 is deleted by its owner or an admin, once, and by nobody else", async () => {
    const trim = await buildTrim(shop.db);
    for (const as of [buyer, admin]) {
      const { insertedId } = await done("POST /orders", { as: buyer, body: newOrder(buyer, trim) });
      const remove = `DELETE /orders/${insertedId}`;
      expect((await answered(remove, { as: other })).status).toBe(403);
      expect((await answered(remove)).status).toBe(401);
      expect(await done(remove, { as })).toMatchObject({ deletedCount: 1 });
      expect(await done(remove, { as })).toMatchObject({ deletedCount: 0 });
    }
    expect(await readStock(shop.db, trim.id)).toBe(1000);
  });

  it("R-314 keeps trim, price and total of its moment; no two trims share a name", async () => {
    const trim = await buildTrim(shop.db, { price: "0.0345" });
    const { trimId: _, ...body } = newOrder(buyer, trim, 333);
    await done("POST /orders", { as: buyer, body });
    await done(`PATCH /trims/${trim.id}`, { as: admin, body: { price: "9" } });
    const stored = { trimId: trim.id, unitPrice: "0.0345", total: "11.4885" };
    expect(await ordersFor(shop.db, trim.id)).toEqual([expect.objectContaining(stored)]);
    const again = await answered("POST /trims", { as: admin, body: newTrim({ name: trim.name }) });
    expect(again.status).toBe(409);
  });

  it("R-374 R-405 is at least the minimum of its trim, and at most its stock", async () => {
    const trim = await buildTrim(shop.db, { moq: 100, quantity: 1000 });
    for (const [quantity, words] of [
      [99, messages.belowMinimum.words(100)],
      [1001, messages.aboveAvailable.words(1000)],
    ] as const) {
      const { status, body } = await answered("POST /orders", { as: buyer, body: newOrder(buyer, trim, quantity) });
      expect(status).toBe(409);
      expect(body.errors).toEqual([{ field: "orderQuantity", message: words }]);
    }
    await done("POST /orders", { as: buyer, body: newOrder(buyer, trim, 100) });
    await done("POST /orders", { as: buyer, body: newOrder(buyer, trim, 900) });
    expect(await readStock(shop.db, trim.id)).toBe(0);
  });
});

it.each([
  ["POST /reviews", () => newReview(buyer, 3), "ratings", messages.lowRating.words],
  ["POST /reviews", () => newReview(buyer, 6), "ratings", messages.highRating.words],
  ["POST /reviews", () => ({ ...newReview(buyer), review: " " }), "review", "Review is required"],
  ["POST /reviews", () => ({ ...newReview(buyer), review: "\u200B" }), "review", "Review is required"],
  ["PUT /profile/", () => ({ ...profileOf(buyer), location: "" }), "location", "Location is required"],
  ["PUT /profile/", () => ({ ...profileOf(buyer), phone: "call me" }), "phone", /./],
  ["POST /trims", () => newTrim({ name: "" }), "name", "Name is required"],
  ["POST /trims", () => newTrim({ price: "abc" }), "price", /./],
  ["POST /trims", () => newTrim({ moq: 0 }), "moq", /./],
  ["POST /trims", () => newTrim({ quantity: -1 }), "quantity", /./],
  ["POST /trims", () => newTrim({ img: "" }), "img", /./],
] as const)(
  "R-239 R-374 R-407 %s checks again what the form has checked: %s %s",
  async (target, body, field, words) => {
    const at = target.endsWith("/") ? target + buyer.email : target;
    const as = target.endsWith("/trims") ? admin : buyer;
    const { status, body: answer } = await answered(at, { as, body: body() });
    expect(status).toBe(400);
    expect(answer.errors).toEqual([{ field, message: expect.stringMatching(words) }]);
  },
);

describe("a profile", () => {
  it("R-333 R-341 R-342 R-360 R-409 becomes an admin's, which the answers about it say at once", async () => {
    const person = await signedIn(shop.db, { emailVerified: true });
    const isAdmin = () => done(`GET /admin/${person.email}`, { as: person });
    expect(await isAdmin()).toEqual({ admin: false });
    const grant = `PUT /profiles/admin/${person.email}`;
    expect(await done(grant, { as: admin })).toMatchObject({ modifiedCount: 1 });
    expect(await isAdmin()).toEqual({ admin: true });
    expect(await done(grant, { as: admin })).toMatchObject({ modifiedCount: 0 });
    expect(await done("GET /admin/nobody@denim.example", { as: admin })).toEqual({ admin: false });
  });

  it("R-362 R-363 R-268 is deleted once, never one's own; the last admin stays one", async () => {
    const person = await signedIn(shop.db);
    const remove = `DELETE /profiles/${person.id}`;
    expect(await done(remove, { as: admin })).toMatchObject({ deletedCount: 1 });
    expect(await done(remove, { as: admin })).toMatchObject({ deletedCount: 0 });
    expect((await answered(`DELETE /profiles/${admin.id}`, { as: admin })).status).toBe(409);
    const alone = await startTestApp();
    const last = await signedIn(alone.db, { role: "admin" });
    const demoted = await call(alone, `DELETE /profiles/admin/${last.email}`, { as: last });
    expect(demoted.status).toBe(409);
    expect(await alone.db.$count(users, eq(users.role, "admin"))).toBe(1);
  });

  it("R-255 R-356 is an admin's as well as a buyer's: created, then updated", async () => {
    for (const person of [admin, await signedIn(shop.db)]) {
      const put = (body: object) => done(`PUT /profile/${person.email}`, { as: person, body });
      await put(profileOf(person));
      await put({ ...profileOf(person), location: "Luleå" });
      const stored = await done(`GET /profile/${person.email}`, { as: person });
      expect(stored).toMatchObject({ ...profileOf(person), location: "Luleå" });
    }
  });
});

it("R-366 R-368 R-408 a trim is added with an insertedId, and deleted once", async () => {
  const { insertedId } = await done("POST /trims", { as: admin, body: newTrim() });
  expect(await done(`GET /trims/${insertedId}`)).toMatchObject({ _id: insertedId, description: "" });
  const remove = `DELETE /trims/${insertedId}`;
  expect(await done(remove, { as: admin })).toMatchObject({ deletedCount: 1 });
  expect(await done(remove, { as: admin })).toMatchObject({ deletedCount: 0 });
  expect((await answered(`GET /trims/${insertedId}`)).status).toBe(404);
});

it.each(calls.filter(({ path }) => path.includes("{id}")))(
  "R-373 $method $path refuses what is no id, and never fails",
  async ({ method, path }) => {
    for (const id of ["42", "not-an-id", "%27", "null", "507f1f77bcf86cd799439011", "a".repeat(3000)]) {
      const { status } = await answered(`${method} ${path.replace("{id}", id)}`, { as: admin });
      expect([400, 404], id).toContain(status);
    }
  },
);

describe("the identity provider", () => {
  let network = 0;
  const visitor = () => new Visitor(shop, `198.51.100.${++network}`);

  it("R-339 R-340 R-375 R-381 signs up, in and out; a token needs its session and its own e-mail", async () => {
    const [email, person] = [newEmail(), visitor()];
    expect((await person.register(email)).status).toBe(200);
    expect((await person.send("POST /auth/sign-out", {})).status).toBe(200);
    expect((await person.send("POST /login", { email })).status).toBe(401);
    expect((await person.signIn(email, PASSWORD)).status).toBe(200);
    const granted = await (await person.send("POST /login", { email })).json();
    const authorization = `Bearer ${granted.accessToken}`;
    await done(`GET /orders?email=${email}`, { headers: { authorization } });
    expect((await person.send("POST /login", { email: admin.email })).status).toBe(401);
    expect((await visitor().send("POST /login", { email })).status).toBe(401);
  });

  it("R-378 R-379 sends a verification mail and a reset mail", async () => {
    const [email, person] = [newEmail(), visitor()];
    await person.register(email);
    await person.send("POST /auth/request-password-reset", { email });
    const mails = (await listMails(shop.db)).filter(({ to }) => to.address === email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Please confirm your e-mail address", "Set a new password"]);
    for (const { text } of mails) expect(text).toContain(`${ORIGIN}/`);
  });

  it("R-380 R-382 changes name and photo of the person who is logged in, and fails when nobody is", async () => {
    const update = (by: Visitor, body: { name?: string; image?: string }) =>
      apiThrough(async (request) => {
        const { pathname } = new URL(request.url);
        return by.send(`${request.method} ${pathname.slice(4)}`, await request.text());
      })("POST /auth/update-user", { body });
    const person = visitor();
    await person.register(newEmail());
    const image = "https://pictures.example/c.webp";
    await update(person, { name: "Camille B.", image });
    expect(await person.who()).toMatchObject({ name: "Camille B.", image });
    await expect(update(visitor(), { name: "Eve" })).rejects.toThrow(messages.nobody.words);
  });
});

it("R-424 sizes of pages are the shop's own choice, and its departures say which", async () => {
  const { paths } = await done("GET /openapi.json");
  const departures = readFileSync("docs/departures.md", "utf8");
  for (const { method, path } of calls.filter(({ method, path }) => method === "GET" && !path.includes("{"))) {
    const limit = paths[path][method.toLowerCase()].parameters.find(({ name }: { name: string }) => name === "limit");
    expect(limit.schema, path).toMatchObject({ minimum: 1, maximum: 1000 });
    expect((await answered(`${method} ${path}?limit=1001`, { as: admin })).status).toBe(400);
  }
  expect(departures).toMatch(/up to 1,000 rows without `limit`/);
});

it("docs/departures.md names every call that the specification does not", async () => {
  const { paths } = await done("GET /openapi.json");
  const own = Object.entries<Record<string, unknown>>(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .map((method) => ({ method: method.toUpperCase(), path }))
      .filter((call) => !calls.some(({ method, path }) => method === call.method && path === call.path)),
  );
  const named = readNamedCalls(readFileSync("docs/departures.md", "utf8"));
  expect(own.length).toBeGreaterThan(0);
  expect(own.map(({ method, path }) => `${method} ${path}`).filter((call) => !named.has(call))).toEqual([]);
});

it("choices of the API are codes, in lower case with hyphens, but for the trade's own names", async () => {
  const names = new Set<string>([...materials, ...finishes, ...certificates, ...encodingNames, "A4", "Letter"]);
  const choices = listChoices(await done("GET /openapi.json"));
  expect(choices).toContain("in-production");
  expect(choices.filter((choice) => !names.has(choice) && !/^-?[a-z0-9]+(-[a-z0-9]+)*$/.test(choice))).toEqual([]);
});

/** The values of every `enum` of a schema. */
function listChoices(schema: object): string[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === "enum" && Array.isArray(value))
      return value.filter((choice) => typeof choice === "string" && choice !== "");
    return typeof value === "object" && value !== null ? listChoices(value) : [];
  });
}

/** The calls of a text, each in a code span: `GET PUT /orderDraft`; one that only has a path has the methods before it. */
function readNamedCalls(text: string): Set<string> {
  let methods: string[] = [];
  return new Set(
    [...text.matchAll(/`((?:[A-Z]+ )*)(\/[^`\s?]+)`/g)].flatMap(([, before = "", path]) => {
      if (before) methods = before.trim().split(" ");
      return methods.map((method) => `${method} ${path}`);
    }),
  );
}
