import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { reviews } from "./tables.server.ts";

let shop: TestApp;
let buyer: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
  const row = { name: "Priya Raghunath", email: "merch@neelbandh-blue.example", review: "Even cones.", ratings: 5 };
  await shop.db.insert(reviews).values([row, { ...row, review: "Matched the lab dip." }]);
});

describe("GET /reviews", () => {
  it("answers a bare array, newest first, with nothing but the contract's fields", async () => {
    const response = await call(shop, "GET /reviews");
    const list = await response.json();
    expect(list.map(({ review }: { review: string }) => review)).toEqual(["Matched the lab dip.", "Even cones."]);
    expect(Object.keys(list[0]).sort()).toEqual(["_id", "answer", "email", "img", "name", "ratings", "review"]);
    expect(response.headers.get("x-total-count")).toBe("2");
  });

  it("pages by keyset", async () => {
    const first = await call(shop, "GET /reviews?limit=1");
    const next = /<\/api(.*)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await (await call(shop, `GET ${next}`)).json();
    expect(second).toEqual([expect.objectContaining({ review: "Even cones." })]);
  });
});

describe("POST /reviews", () => {
  const written = (about: object = {}) => ({
    name: buyer.name,
    email: buyer.email,
    img: "https://pictures.example/astrid.jpg",
    ratings: 5,
    review: "Even cones, even colour.",
    ...about,
  });
  const stored = (person: TestPerson) => shop.db.select().from(reviews).where(eq(reviews.userId, person.id));

  it("keeps the review under the account's name and shows it at once", async () => {
    const before = shop.changes.count;
    const body = written({ name: "Somebody Else", ratings: "4" });
    const answer = await (await call(shop, "POST /reviews", { as: buyer, body })).json();
    expect(answer).toEqual({ acknowledged: true, insertedId: expect.any(String) });
    const [first] = await (await call(shop, "GET /reviews?limit=1")).json();
    const { name, email } = buyer;
    expect(first).toEqual({ ...written(), _id: answer.insertedId, name, email, ratings: 4, answer: null });
    expect(shop.changes.count).toBe(before + 1);
  });

  it.each([
    [undefined, "Rating is required"],
    ["", "Rating is required"],
    [null, "Rating is required"],
    [3, "At least rate 4 out of five"],
    ["3", "At least rate 4 out of five"],
    [-5, "At least rate 4 out of five"],
    [6, "You can not rate more than 5"],
    ["6", "You can not rate more than 5"],
    [4.5, "Please write a whole number"],
    ["five", "Please write a whole number"],
    [true, "Please write a whole number"],
    [[5], "Please write a whole number"],
  ])("refuses the rating %j: %s", async (ratings, message) => {
    const response = await call(shop, "POST /reviews", { as: buyer, body: written({ ratings }) });
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toEqual([{ field: "ratings", message }]);
  });

  it.each([
    [2000, 200],
    [2001, 400],
  ])("answers a review of %i characters with %i", async (length, status) => {
    const body = written({ review: "r".repeat(length) });
    expect((await call(shop, "POST /reviews", { as: buyer, body })).status).toBe(status);
  });

  it.each([4, 5])("accepts the rating %i", async (ratings) => {
    expect((await call(shop, "POST /reviews", { as: buyer, body: written({ ratings }) })).status).toBe(200);
  });

  it("uses the account's photo if there is one", async () => {
    const shown = await signedIn(shop.db, { image: "https://pictures.example/own.jpg" });
    for (const img of ["", "https://pictures.example/other.jpg", undefined]) {
      const body = { ...written({ img }), email: shown.email };
      expect((await call(shop, "POST /reviews", { as: shown, body })).status).toBe(200);
    }
    const photos = (await stored(shown)).map(({ img }) => img);
    expect(photos).toEqual(Array(3).fill("https://pictures.example/own.jpg"));
  });

  it("takes a review without a photo, and none but a web address for one", async () => {
    const plain = await signedIn(shop.db);
    for (const img of ["", undefined]) {
      const body = { ...written({ img }), email: plain.email };
      expect((await call(shop, "POST /reviews", { as: plain, body })).status).toBe(200);
    }
    expect((await stored(plain)).map(({ img }) => img)).toEqual([null, null]);
    const refused = await call(shop, "POST /reviews", {
      as: plain,
      body: { ...written({ img: "a" }), email: plain.email },
    });
    expect(refused.status).toBe(400);
    const message = "Please write an address that begins with https://";
    expect((await refused.json()).errors).toEqual([{ field: "img", message }]);
  });

  it("refuses somebody else's e-mail with 403 and a visitor with 401", async () => {
    const other = await signedIn(shop.db);
    expect((await call(shop, "POST /reviews", { as: other, body: written() })).status).toBe(403);
    expect(await stored(other)).toEqual([]);
    expect((await call(shop, "POST /reviews", { body: written() })).status).toBe(401);
  });

  it.each(["_id", "userId", "createdAt", "hidden"])("refuses a body with %s", async (key) => {
    expect((await call(shop, "POST /reviews", { as: buyer, body: written({ [key]: "1" }) })).status).toBe(400);
  });

  it("keeps one review when the same request comes three times", async () => {
    const person = await signedIn(shop.db);
    const request = { as: person, body: written({ email: person.email }), headers: { "idempotency-key": "again" } };
    for (let time = 0; time < 3; time++) await call(shop, "POST /reviews", request);
    expect(await stored(person)).toHaveLength(1);
  });
});

describe("one person's many reviews", () => {
  const write = (as: TestPerson, review: string, on = shop) => {
    const { name, email } = as;
    const body = { name, email, img: "https://pictures.example/a.jpg", ratings: 5, review };
    return call(on, "POST /reviews", { as, body });
  };

  it("appear once with perPerson, page by page, and all of them without it", async () => {
    const [eager, calm] = [await signedIn(shop.db), await signedIn(shop.db)];
    await write(calm, "Calm.");
    for (const review of ["First.", "Second.", "Third."]) await write(eager, review);
    const ask = async (query: string) => {
      const answer = await call(shop, `GET /reviews${query}`);
      const texts = (await answer.json()).map(({ review }: { review: string }) => review);
      return { texts, total: Number(answer.headers.get("x-total-count")), link: answer.headers.get("link") };
    };
    const all = await ask("");
    expect(all.texts.slice(0, 4)).toEqual(["Third.", "Second.", "First.", "Calm."]);
    const each = await ask("?perPerson=1");
    expect(each.texts.slice(0, 2)).toEqual(["Third.", "Calm."]);
    // Each review without an account counts as a separate person.
    expect(each.texts.slice(-2)).toEqual(["Matched the lab dip.", "Even cones."]);
    expect(each.total).toBe(each.texts.length);
    const [first, next] = [await ask("?perPerson=1&limit=1"), await ask("?perPerson=1&limit=2")];
    const second = await ask(/<\/api\/reviews(.*)>/.exec(first.link ?? "")?.[1] ?? "");
    expect([...first.texts, ...second.texts]).toEqual(next.texts);
  });

  it("end after five a day", async () => {
    const eager = await signedIn(shop.db);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => write(eager, `No. ${at}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
    expect(await shop.db.$count(reviews, eq(reviews.userId, eager.id))).toBe(5);
  });

  it("do not count when a busy database put them off", async () => {
    const few = await startTestApp({ limits: { "review-account": { points: 1, minutes: 60 } } });
    const person = await signedIn(few.db);
    const body = { name: person.name, email: person.email, ratings: 5, review: "Good zippers." };
    const write = async () => (await call(few, "POST /reviews", { as: person, body })).status;
    await few.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${reviews}`);
      expect(await write()).toBe(503);
    });
    expect(await write()).toBe(200);
    expect(await write()).toBe(429);
  });

  it("are answered again under their key, also the last of the day", async () => {
    const few = await startTestApp({ limits: { "review-account": { points: 1, minutes: 60 } } });
    const person = await signedIn(few.db);
    const body = { name: person.name, email: person.email, ratings: 5, review: "Good zippers." };
    const write = () => call(few, "POST /reviews", { as: person, body, headers: { "idempotency-key": "last" } });
    const [first, again] = [await write(), await write()];
    expect([again.status, await again.json()]).toEqual([200, await first.json()]);
    expect(await few.db.$count(reviews)).toBe(1);
  });

  it("of unconfirmed addresses end after ten a day for their network, and need a confirmed one where that is asked", async () => {
    const people = [1, 2, 3].map(() => signedIn(shop.db, { emailVerified: false }));
    const answers = await Promise.all(
      people.flatMap((person) => Array.from({ length: 5 }, async (_, at) => write(await person, `No. ${at}`))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const strict = await startTestApp({ requireVerifiedEmail: true });
    const refused = await write(await signedIn(strict.db, { emailVerified: false }), "Early.", strict);
    expect([refused.status, (await refused.json()).code]).toEqual([403, "email-not-verified"]);
    expect((await write(await signedIn(strict.db), "In time.", strict)).status).toBe(200);
  });
});
