import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { reviews } from "./tables.server.ts";

let shop: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp({ limits: "off" });
  admin = await signedIn(shop.db, { role: "admin", name: "Ines Farrow" });
});

const hiding = { reason: "names", note: "It names our foreman." };

async function write(writer: TestPerson, review: string, ratings = 5): Promise<string> {
  const { name, email } = writer;
  const body = { name, email, img: "", ratings, review };
  return (await (await call(shop, "POST /reviews", { as: writer, body })).json()).insertedId;
}

async function ask(target: string, body?: object, as = admin) {
  const response = await call(shop, target, { as, ...(body && { body }) });
  return { status: response.status, answer: await response.json() };
}

const listed = async (query = "") => (await (await call(shop, `GET /reviews${query}`)).json()) as { _id: string }[];
const isListed = async (id: string, query?: string) => (await listed(query)).some(({ _id }) => _id === id);
const mailsTo = async ({ email }: TestPerson) => (await listMails(shop.db)).filter(({ to }) => to.address === email);
const actionsOn = (id: string) => shop.db.select().from(audit).where(eq(audit.objectId, id)).orderBy(audit.id);

const answerAtOnce = (id: string, words: string, before: string | null) =>
  Promise.all(
    Array.from({ length: 8 }, (_, at) => ask(`PUT /reviews/${id}/answer`, { answer: `${words} ${at}`, before })),
  );

describe("PUT /reviews/{id}/hidden", () => {
  it("hides a review at once from everybody but admins, with the reason in the record and in a mail", async () => {
    const writer = await signedIn(shop.db);
    const id = await write(writer, "Ask for Bert <b>at the gate</b>.");
    const before = shop.changes.count;
    const { status, answer } = await ask(`PUT /reviews/${id}/hidden`, hiding);
    const hidden = { ...hiding, at: expect.stringMatching(/Z$/), by: "Ines Farrow" };
    expect([status, answer]).toEqual([200, expect.objectContaining({ _id: id, hidden, answer: null })]);
    expect([shop.changes.count, shop.changes.subjects]).toEqual([before + 1, ["reviews"]]);
    expect(await isListed(id)).toBe(false);
    expect(await isListed(id, "?perPerson=1")).toBe(false);
    expect(await actionsOn(id)).toMatchObject([
      { action: "hide-review", userId: admin.id, object: `Review by ${writer.name}`, before: null, after: hiding },
    ]);
    const [mail, ...others] = await mailsTo(writer);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Your review is hidden");
    expect(mail?.text).toContain("It names our foreman.");
    expect(mail?.text).toContain("Reason: Names a person");
    expect(mail?.html).toContain("&lt;b&gt;at the gate&lt;/b&gt;");
  });

  it("shows a person's older review in place of the hidden one", async () => {
    const writer = await signedIn(shop.db);
    const [older, newer] = [await write(writer, "The first lot."), await write(writer, "The second lot.")];
    expect([await isListed(older, "?perPerson=1"), await isListed(newer, "?perPerson=1")]).toEqual([false, true]);
    await ask(`PUT /reviews/${newer}/hidden`, hiding);
    expect([await isListed(older, "?perPerson=1"), await isListed(newer, "?perPerson=1")]).toEqual([true, false]);
    const total = (query: string) =>
      call(shop, `GET /reviews${query}`).then(({ headers }) => headers.get("x-total-count"));
    for (const query of ["?limit=1000", "?limit=1000&perPerson=1"]) {
      expect(await total(query)).toBe(String((await listed(query)).length));
    }
  });

  it("sends nothing to an unconfirmed address or a writer without an account", async () => {
    const writer = await signedIn(shop.db, { emailVerified: false });
    const id = await write(writer, "Unconfirmed.");
    const row = { name: "Grace", email: "grace@saltmarsh.example", review: "Of the catalogue.", ratings: 5 };
    const [seeded] = await shop.db.insert(reviews).values(row).returning();
    const count = (await listMails(shop.db)).length;
    for (const each of [id, seeded?.id]) {
      expect((await ask(`PUT /reviews/${each}/hidden`, hiding)).answer.isReachable).toBe(false);
      expect((await ask(`DELETE /reviews/${each}/hidden`)).status).toBe(200);
      expect((await ask(`PUT /reviews/${each}/answer`, { answer: "Thank you.", before: null })).status).toBe(200);
    }
    expect(await listMails(shop.db)).toHaveLength(count);
  });

  it("is done by one of eight admins at once, with one record and one mail", async () => {
    const writer = await signedIn(shop.db);
    const id = await write(writer, "Hidden by many.");
    const admins = await Promise.all(Array.from({ length: 8 }, () => signedIn(shop.db, { role: "admin" })));
    const each = await Promise.all(admins.map((one) => ask(`PUT /reviews/${id}/hidden`, hiding, one)));
    expect(each.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = each.filter(({ status }) => status !== 200).map(({ answer }) => answer.code);
    expect(refused).toEqual(Array(7).fill("review-hidden"));
    expect(await actionsOn(id)).toHaveLength(1);
    expect(await mailsTo(writer)).toHaveLength(1);
  });

  it("answers a repeat of the same request with its first answer", async () => {
    const id = await write(await signedIn(shop.db), "Hidden twice.");
    const request = { as: admin, body: hiding, headers: { "idempotency-key": "hide again" } };
    const [first, again] = [
      await (await call(shop, `PUT /reviews/${id}/hidden`, request)).json(),
      await (await call(shop, `PUT /reviews/${id}/hidden`, request)).json(),
    ];
    expect(again).toEqual(first);
    expect(await actionsOn(id)).toHaveLength(1);
  });

  it.each([
    [{ reason: "names" }, "note"],
    [{ reason: "names", note: "  " }, "note"],
    [{ reason: "names", note: "n".repeat(1001) }, "note"],
    [{ reason: "low-rating", note: "It is low." }, "reason"],
    [{ note: "It is low." }, "reason"],
  ])("refuses %j", async (body, field) => {
    const id = await write(await signedIn(shop.db), "Stays.");
    const { status, answer } = await ask(`PUT /reviews/${id}/hidden`, body);
    expect([status, answer.errors[0].field]).toEqual([400, field]);
    expect(await isListed(id)).toBe(true);
  });
});

describe("DELETE /reviews/{id}/hidden", () => {
  it("shows a review again, records it and tells the writer, each time it happens and once at a time", async () => {
    const writer = await signedIn(shop.db);
    const id = await write(writer, "Now you see me.");
    for (let time = 0; time < 2; time++) {
      await ask(`PUT /reviews/${id}/hidden`, hiding);
      const each = await Promise.all(Array.from({ length: 4 }, () => ask(`DELETE /reviews/${id}/hidden`)));
      for (const { status, answer } of each) expect([status, answer.hidden]).toEqual([200, null]);
      expect(await isListed(id)).toBe(true);
    }
    const actions = (await actionsOn(id)).map(({ action }) => action);
    expect(actions).toEqual(["hide-review", "show-review", "hide-review", "show-review"]);
    expect((await mailsTo(writer)).map(({ subject }) => subject).toSorted()).toEqual([
      ...Array(2).fill("Your review is hidden"),
      ...Array(2).fill("Your review is shown again"),
    ]);
  });
});

describe("PUT /reviews/{id}/answer", () => {
  it("shows the answer below the review, mails it once and records each change", async () => {
    const writer = await signedIn(shop.db);
    const id = await write(writer, "Two days late.", 4);
    await ask(`PUT /reviews/${id}/answer`, { answer: " The bath was down. ", before: null });
    const changed = { answer: "The plating bath was down.", before: "The bath was down." };
    const { answer } = await ask(`PUT /reviews/${id}/answer`, changed);
    expect(answer.answer).toEqual({ text: changed.answer, at: expect.stringMatching(/Z$/), by: "Ines Farrow" });
    // Everybody reads the words, and nobody is told which admin it was.
    const [first] = await listed("?limit=1");
    expect(first).toMatchObject({ _id: id, answer: { text: changed.answer, at: answer.answer.at } });
    expect(JSON.stringify(first)).not.toContain("Ines Farrow");
    expect(await actionsOn(id)).toMatchObject([
      { action: "answer-review", before: null, after: { answer: "The bath was down." } },
      { action: "answer-review", before: { answer: "The bath was down." }, after: { answer: changed.answer } },
    ]);
    const mails = await mailsTo(writer);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("The bath was down.");
  });

  it("keeps the first of eight answers given at once, and of eight changes", async () => {
    const id = await write(await signedIn(shop.db), "Answered by many.");
    let before: string | null = null;
    for (const round of ["first", "second"]) {
      const each = await answerAtOnce(id, round, before);
      const accepted = each.filter(({ status }) => status === 200);
      expect(accepted).toHaveLength(1);
      before = accepted[0]?.answer.answer.text;
      const refused = each.filter(({ status }) => status !== 200);
      expect(refused.map(({ answer }) => answer.code)).toEqual(Array(7).fill("answer-changed"));
      for (const { answer } of refused) expect(answer.detail).toContain(before);
    }
    expect(await actionsOn(id)).toHaveLength(2);
  });

  it("leaves a hidden review unanswered, and one that was answered the same as it was", async () => {
    const id = await write(await signedIn(shop.db), "Hidden, then answered.");
    await ask(`PUT /reviews/${id}/hidden`, hiding);
    const early = await ask(`PUT /reviews/${id}/answer`, { answer: "Thank you.", before: null });
    expect([early.status, early.answer.code]).toEqual([409, "review-hidden"]);
    await ask(`DELETE /reviews/${id}/hidden`);
    await ask(`PUT /reviews/${id}/answer`, { answer: "Thank you.", before: null });
    await ask(`PUT /reviews/${id}/answer`, { answer: "Thank you.", before: "Thank you." });
    expect((await actionsOn(id)).filter(({ action }) => action === "answer-review")).toHaveLength(1);
  });

  it.each(["PUT hidden", "DELETE hidden", "PUT answer"])("%s of an unknown review is a 404", async (name) => {
    const [method = "", path] = name.split(" ");
    const body = path === "hidden" ? hiding : { answer: "Who?", before: null };
    const target = `${method} /reviews/01980000-0000-7000-8000-000000000000/${path}`;
    expect((await ask(target, method === "PUT" ? body : undefined)).status).toBe(404);
  });
});

describe("GET /allReviews and GET /reviewCounts", () => {
  let own: TestApp;
  let root: TestPerson;
  const ids: string[] = [];

  beforeAll(async () => {
    own = await startTestApp();
    root = await signedIn(own.db, { role: "admin" });
    const rows = Array.from({ length: 30 }, (_, at) => ({
      name: at % 2 ? "Priya Raghunath" : "Hiroto Minase",
      email: `writer-${at}@denim.example`,
      review: `Cones unwind evenly, lot ${100 + at}.`,
      ratings: at % 3 ? 5 : 4,
    }));
    for (const row of rows) ids.push((await own.db.insert(reviews).values(row).returning())[0]?.id ?? "");
    for (const at of [3, 4]) await call(own, `PUT /reviews/${ids[at]}/hidden`, { as: root, body: hiding });
    for (const at of [5, 6, 7]) {
      await call(own, `PUT /reviews/${ids[at]}/answer`, { as: root, body: { answer: "Thank you.", before: null } });
    }
  });

  const page = async (query: string) => {
    const response = await call(own, `GET /allReviews${query}`, { as: root });
    const rows: { _id: string; ratings: number }[] = await response.json();
    const next = /<\/api\/allReviews(.*)>/.exec(response.headers.get("link") ?? "")?.[1];
    return { rows, next, total: Number(response.headers.get("x-total-count")) };
  };

  const walk = async (query: string) => {
    const found: { _id: string; ratings: number }[] = [];
    for (let next: string | undefined = query; next !== undefined; ) {
      const { rows, next: further } = await page(next);
      found.push(...rows);
      next = further;
    }
    return found;
  };

  it.each([
    ["", 30],
    ["q=priya&", 15],
    ["q=lot%20103&", 1],
    ["q=writer-7@&", 1],
    ["q=nobody&", 0],
    ["state=hidden&", 2],
    ["state=answered&", 3],
    ["state=open&", 25],
    ["state=open&q=hiroto&", 13],
  ])("?%s finds %i, page by page in each order, none twice", async (query, count) => {
    for (const sort of ["newest", "oldest", "stars"]) {
      const found = await walk(`?${query}sort=${sort}&limit=4`);
      expect(new Set(found.map(({ _id }) => _id)).size).toBe(count);
      expect(found).toHaveLength(count);
      const sorted = found.toSorted((a, b) => {
        const byAge = a._id < b._id ? -1 : 1;
        if (sort === "oldest") return byAge;
        return sort === "newest" ? -byAge : a.ratings - b.ratings || -byAge;
      });
      expect(found).toEqual(sorted);
      expect((await page(`?${query}sort=${sort}`)).total).toBe(count);
    }
  });

  it("counts the states, and the stars of those that are shown", async () => {
    const counts = await (await call(own, "GET /reviewCounts", { as: root })).json();
    const stars = [
      { ratings: 5, count: 19 },
      { ratings: 4, count: 9 },
    ];
    expect(counts).toEqual({ all: 30, open: 25, answered: 3, hidden: 2, stars });
  });

  it.each(["x", "5", "5 x", "a 01980000-0000-7000-8000-000000000000"])("refuses the cursor %j", async (after) => {
    const response = await call(own, `GET /allReviews?after=${encodeURIComponent(after)}`, { as: root });
    expect(response.status).toBe(400);
  });
});
