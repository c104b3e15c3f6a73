import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { sessions, users } from "#app/features/identity/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { reviews } from "#app/features/reviews/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

/** `ROUNDS=200 npx vitest run …` is the whole experiment. */
const ROUNDS = Number(process.env.ROUNDS ?? 40);

let shop: TestApp;
let buyer: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
  admin = await signedIn(shop.db, { role: "admin" });
});

describe("GET /admin/:email", () => {
  it("tells everybody about themselves and an admin about all", async () => {
    const answers = [
      await call(shop, `GET /admin/${buyer.email}`, { as: buyer }),
      await call(shop, `GET /admin/${admin.email}`, { as: admin }),
      await call(shop, `GET /admin/${buyer.email}`, { as: admin }),
      await call(shop, "GET /admin/unknown@denim.example", { as: admin }),
    ];
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
      { admin: false },
      { admin: true },
      { admin: false },
      { admin: false },
    ]);
  });

  it("refuses a buyer who asks about another with 403, a visitor with 401, a malformed address with 400", async () => {
    expect((await call(shop, `GET /admin/${admin.email}`, { as: buyer })).status).toBe(403);
    expect((await call(shop, `GET /admin/${buyer.email}`)).status).toBe(401);
    expect((await call(shop, "GET /admin/nonsense", { as: buyer })).status).toBe(400);
  });
});

describe("PUT and GET /profile/:email", () => {
  const profileOf = (person: TestPerson, about: object = {}) => ({
    name: person.name,
    email: person.email,
    phone: "0046855512080",
    linkedin: "https://linkedin.com/in/astrid",
    location: "Umeå",
    education: "Textile engineering, Borås",
    ...about,
  });

  it("creates, then replaces, and shows what is kept", async () => {
    const person = await signedIn(shop.db);
    const path = `/profile/${person.email}`;
    const { _id, ...empty } = await (await call(shop, `GET ${path}`, { as: person })).json();
    expect(_id).toBe(person.id);
    expect(empty).toEqual({
      ...{ email: person.email, emailVerified: true, name: person.name, role: null },
      ...{ phone: null, linkedin: null, location: null, education: null, company: null, country: null },
    });
    const first = await call(shop, `PUT ${path}`, { as: person, body: profileOf(person) });
    expect(await first.json()).toEqual({ acknowledged: true, modifiedCount: 0, upsertedCount: 1 });
    const changed = profileOf(person, { phone: 46855512080, location: "Luleå" });
    const second = await call(shop, `PUT ${path}`, { as: person, body: changed });
    expect(await second.json()).toEqual({ acknowledged: true, modifiedCount: 1, upsertedCount: 0 });
    const stored = await (await call(shop, `GET ${path}`, { as: person })).json();
    expect(stored).toMatchObject({ ...changed, phone: "46855512080", _id: person.id });
  });

  // A3: no extra field in a body changes the role.
  it.each(["role", "isAdmin", "_id", "emailVerified", "user_id", "userId", "constructor"])(
    "refuses a body with %s",
    async (key) => {
      const body = profileOf(buyer, { [key]: "admin" });
      expect((await call(shop, `PUT /profile/${buyer.email}`, { as: buyer, body })).status).toBe(400);
      const [row] = await shop.db.select().from(users).where(eq(users.id, buyer.id));
      expect(row?.role).toBe("buyer");
    },
  );

  it.each([
    ["phone", "call me"],
    ["phone", ""],
    ["phone", -46855512080],
    ["linkedin", "javascript:alert(1)"],
    ["linkedin", ""],
    ["location", " "],
    ["education", ""],
  ])("refuses the %s %j with a message at its field", async (field, value) => {
    const response = await call(shop, `PUT /profile/${buyer.email}`, {
      as: buyer,
      body: profileOf(buyer, { [field]: value }),
    });
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toEqual([expect.objectContaining({ field })]);
  });

  it("asks staff for neither LinkedIn nor education", async () => {
    const clerk = await signedIn(shop.db, { role: "admin", staffRoles: ["orders"] });
    const put = (about: object) =>
      call(shop, `PUT /profile/${clerk.email}`, { as: clerk, body: profileOf(clerk, about) });
    expect((await put({ linkedin: "", education: " " })).status).toBe(200);
    const saved = await (await call(shop, `GET /profile/${clerk.email}`, { as: clerk })).json();
    expect(saved).toMatchObject({ linkedin: null, education: null, location: "Umeå" });
    expect((await put({ linkedin: "javascript:alert(1)" })).status).toBe(400);
  });

  it("is private, even from an admin", async () => {
    for (const as of [await signedIn(shop.db), admin]) {
      expect((await call(shop, `GET /profile/${buyer.email}`, { as })).status).toBe(403);
      expect((await call(shop, `PUT /profile/${buyer.email}`, { as, body: profileOf(buyer) })).status).toBe(403);
      expect((await call(shop, `PUT /profile/${as.email}`, { as, body: profileOf(buyer) })).status).toBe(403);
    }
  });
});

describe("GET /profiles", () => {
  it("lists everybody, newest first, with exactly the contract's fields, by pages", async () => {
    const last = await signedIn(shop.db, { name: "Zenon Last" });
    const response = await call(shop, "GET /profiles?limit=1", { as: admin });
    const [first] = await response.json();
    expect(first).toMatchObject({ _id: last.id, name: "Zenon Last", role: null, phone: null });
    expect(Object.keys(first).sort()).toEqual(
      [
        "_id",
        "company",
        "country",
        "education",
        "email",
        "emailVerified",
        "linkedin",
        "location",
        "name",
        "phone",
        "role",
      ].sort(),
    );
    expect(response.headers.get("x-total-count")).toBe(String(await shop.db.$count(users)));
    const next = /<\/api(.*)>/.exec(response.headers.get("link") ?? "")?.[1];
    const [second] = await (await call(shop, `GET ${next}`, { as: admin })).json();
    expect(second._id < last.id).toBe(true);
  });

  it("finds by words of name and e-mail", async () => {
    const person = await signedIn(shop.db, { name: "Örjan Åkesson" });
    for (const q of ["örjan", "ÅKE", "örj åkess", person.email]) {
      const list = await (await call(shop, `GET /profiles?q=${encodeURIComponent(q)}`, { as: admin })).json();
      expect(list.map(({ _id }: { _id: string }) => _id)).toEqual([person.id]);
    }
    for (const q of ["jan", "'", "' | 'zzz", "%", "nobody"]) {
      expect(await (await call(shop, `GET /profiles?q=${encodeURIComponent(q)}`, { as: admin })).json()).toEqual([]);
    }
  });
});

//
it("GET /profiles lists all accounts without limit, and up to 1,000 with it", async () => {
  await shop.db.execute(sql`
    insert into users (id, name, email, email_verified)
    select gen_random_uuid(), 'Many', n || '@many.example', true from generate_series(1, 1100) as n`);
  const all = await call(shop, "GET /profiles", { as: admin });
  const rows: { _id: string }[] = await all.json();
  expect(all.headers.get("x-total-count")).toBe(String(rows.length));
  expect(rows).toHaveLength(await shop.db.$count(users));
  const first = await call(shop, "GET /profiles?limit=1000", { as: admin });
  const next = /<\/api(.*)>/.exec(first.headers.get("link") ?? "")?.[1];
  const rest = await call(shop, `GET ${next}`, { as: admin });
  expect(rows).toEqual([...(await first.json()), ...(await rest.json())]);
});

describe("the admin role", () => {
  it("is given once and taken once, each recorded", async () => {
    const person = await signedIn(shop.db);
    const path = `/profiles/admin/${person.email}`;
    const answers = [];
    for (const method of ["PUT", "PUT", "DELETE", "DELETE"]) {
      answers.push((await (await call(shop, `${method} ${path}`, { as: admin })).json()).modifiedCount);
    }
    expect(answers).toEqual([1, 0, 1, 0]);
    expect((await call(shop, "GET /profiles", { as: person })).status).toBe(403);
    const actions = await shop.db.select().from(audit).where(eq(audit.objectId, person.id)).orderBy(audit.id);
    expect(actions).toEqual([
      expect.objectContaining({
        action: "make-admin",
        email: admin.email,
        before: { role: "buyer" },
        after: { role: "admin" },
      }),
      expect.objectContaining({ action: "demote-admin", object: person.email }),
    ]);
  });

  it("is refused to a member of a company", async () => {
    const person = await signedIn(shop.db);
    const founding = { name: "Norrland Denim", country: "SE" };
    const headers = { "idempotency-key": crypto.randomUUID() };
    expect((await call(shop, "POST /companies", { as: person, body: founding, headers })).status).toBe(200);
    for (const [target, body] of [
      [`PUT /profiles/admin/${person.email}`, undefined],
      [`PUT /staff/${person.email}`, { roles: ["orders"] }],
    ] as const) {
      const answer = await call(shop, target, { as: admin, body });
      expect([answer.status, (await answer.json()).code]).toEqual([409, "belongs-to-company"]);
    }
    expect((await call(shop, "GET /profiles", { as: person })).status).toBe(403);
  });

  it("is mailed to its new holder and to all owners, once", async () => {
    const { shop, admin } = await startAlone();
    const other = await signedIn(shop.db, { role: "admin" });
    await signedIn(shop.db, { role: "admin", staffRoles: ["orders"] });
    const person = await signedIn(shop.db);
    for (const expected of [1, 0]) {
      const answer = await call(shop, `PUT /profiles/admin/${person.email}`, { as: admin });
      expect((await answer.json()).modifiedCount).toBe(expected);
    }
    const mails = await listMails(shop.db);
    expect(mails.map(({ to, subject }) => [to.address, subject]).toSorted()).toEqual(
      [
        [person.email, "Your roles are now: Owner"],
        [admin.email, `Roles of ${person.email}: Owner`],
        [other.email, `Roles of ${person.email}: Owner`],
      ].toSorted(),
    );
  });

  it("of an unknown address changes nothing", async () => {
    for (const method of ["PUT", "DELETE"]) {
      const answer = await call(shop, `${method} /profiles/admin/nobody@denim.example`, { as: admin });
      expect(await answer.json()).toEqual({ acknowledged: true, modifiedCount: 0 });
    }
  });

  it("stays with the last admin", async () => {
    const alone = await startAlone();
    const response = await call(alone.shop, `DELETE /profiles/admin/${alone.admin.email}`, { as: alone.admin });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "last-admin" });
    expect((await call(alone.shop, "GET /profiles", { as: alone.admin })).status).toBe(200);
  });

  it(`always has a holder: two admins demote or remove each other at once, ${ROUNDS} times`, {
    timeout: 120_000,
  }, async () => {
    const { shop, admin: witness } = await startAlone();
    for (let round = 0; round < ROUNDS; round++) {
      const pair = [await signedIn(shop.db, { role: "admin" }), await signedIn(shop.db, { role: "admin" })] as const;
      await shop.db.update(users).set({ role: "buyer" }).where(eq(users.id, witness.id));
      const by = (target: TestPerson, at: number) =>
        (round + at) % 2 ? `DELETE /profiles/${target.id}` : `DELETE /profiles/admin/${target.email}`;
      const answers = await Promise.all([
        call(shop, by(pair[1], 0), { as: pair[0] }),
        call(shop, by(pair[0], 1), { as: pair[1] }),
      ]);
      expect(await shop.db.$count(users, eq(users.role, "admin"))).toBe(1);
      expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
      await shop.db.delete(users).where(eq(users.role, "admin"));
    }
  });
});

describe("DELETE /profiles/:id", () => {
  it("ends sessions and rights, keeps orders and reviews, and gives the same address nothing of the old", async () => {
    const person = await signedIn(shop.db, { role: "admin", name: "Wilhelmina Gone" });
    const trim = await buildTrim(shop.db);
    const { insertedId } = await (
      await call(shop, "POST /orders", { as: person, body: newOrder(person, trim) })
    ).json();
    await shop.db.insert(reviews).values({
      userId: person.id,
      name: person.name,
      email: person.email,
      review: "Even as silk.",
      ratings: 5,
      img: "https://pictures.example/own.jpg",
    });
    const before = shop.changes.count;
    const answer = await call(shop, `DELETE /profiles/${person.id}`, { as: admin });
    expect(shop.changes.count).toBe(before + 1);
    expect(await answer.json()).toEqual({ acknowledged: true, deletedCount: 1 });
    expect((await call(shop, `GET /orders?email=${person.email}`, { as: person })).status).toBe(401);
    expect(await shop.db.$count(sessions, eq(sessions.userId, person.id))).toBe(0);
    expect(await shop.db.$count(orders, eq(orders.id, insertedId))).toBe(1);
    // the text stays, its author's name does not.
    const text = JSON.stringify(await (await call(shop, "GET /reviews")).json());
    expect(text).toContain("Even as silk.");
    for (const own of [person.name, person.email, "own.jpg"]) expect(text).not.toContain(own);
    const again = await signedIn(shop.db, { email: person.email });
    expect(await (await call(shop, `GET /orders?email=${again.email}`, { as: again })).json()).toEqual([]);
    expect(await (await call(shop, `GET /admin/${again.email}`, { as: again })).json()).toEqual({ admin: false });
    expect((await call(shop, `DELETE /orders/${insertedId}`, { as: again })).status).toBe(403);
  });

  it("refuses oneself with 409 and a malformed id with 400", async () => {
    const response = await call(shop, `DELETE /profiles/${admin.id}`, { as: admin });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "own-profile" });
    expect((await call(shop, "DELETE /profiles/42", { as: admin })).status).toBe(400);
  });
});

async function startAlone() {
  const alone = await startTestApp();
  return { shop: alone, admin: await signedIn(alone.db, { role: "admin" }) };
}
