import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { users } from "#app/features/identity/tables.server.ts";
import type { Draft } from "#app/features/sheets/contract.ts";
import { sheetRules } from "#app/features/sheets/limits.server.ts";
import { orderDrafts } from "#app/features/sheets/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, buildTrims, newSheet } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { readStock } from "#test/stock.ts";

const AT_ONCE = 80;

let shop: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
});

async function read(as: TestPerson): Promise<{ draft: Draft; etag: string }> {
  const response = await call(shop, "GET /orderDraft", { as });
  const { mayOrder: _, ...draft } = await response.json();
  return { draft, etag: response.headers.get("etag") ?? "" };
}

function put(as: TestPerson, etag: string | undefined, body: object) {
  const headers: Record<string, string> = etag === undefined ? {} : { "if-match": etag };
  return call(shop, "PUT /orderDraft", { as, body, headers });
}

/** Saves this whatever the draft's version is now. */
async function save(as: TestPerson, body: object): Promise<Draft> {
  const response = await put(as, (await read(as)).etag, body);
  expect(response.status).toBe(200);
  return response.json();
}

const change = (id: string, body: object) => call(shop, `PATCH /trims/${id}`, { as: admin, body });

describe("a sheet that is sent from a draft", () => {
  const send = (as: TestPerson, trim: { id: string; name: string }, etag?: string, key: string = randomUUID()) => {
    const headers = { "idempotency-key": key, ...(etag !== undefined && { "if-match": etag }) };
    return call(shop, "POST /orderSheets", { as, body: newSheet(as, [trim]), headers });
  };

  it("leaves alone what was saved meanwhile in another window, and says so", async () => {
    const [person, [first, second]] = [await signedIn(shop.db), await buildTrims(shop.db, 2)];
    if (!first || !second) expect.fail("no trims");
    const line = { trimId: first.id, orderQuantity: 100 };
    await save(person, { lines: [line] });
    const { etag } = await read(person);
    const saved = await save(person, { lines: [line, { trimId: second.id, orderQuantity: 200 }], note: "Both" });
    for (const stale of [etag, '"none"', "nonsense"]) {
      const refused = await send(person, first, stale);
      expect(await refused.json()).toMatchObject({ code: "draft-changed", status: 412, now: saved });
      expect(refused.headers.get("etag")).toBe((await read(person)).etag);
    }
    expect((await read(person)).draft).toEqual(saved);
    expect(await readStock(shop.db, first.id)).toBe(first.quantity);
    expect((await send(person, first, (await read(person)).etag)).status).toBe(200);
    expect((await read(person)).draft.lines).toEqual([]);
  });

  it("never takes a line that was saved at the same moment", async () => {
    const trim = await buildTrim(shop.db, { quantity: 1_000_000 });
    for (let round = 0; round < 15; round++) {
      const person = await signedIn(shop.db);
      await save(person, { lines: [{ trimId: trim.id, orderQuantity: 100 }] });
      const { etag } = await read(person);
      const [saved, sent] = await Promise.all([
        put(person, etag, { lines: [{ trimId: trim.id, orderQuantity: 300 }] }),
        send(person, trim, etag),
      ]);
      expect([saved.status, sent.status].toSorted()).toEqual([200, 412]);
      expect((await read(person)).draft.lines).toHaveLength(saved.status === 200 ? 1 : 0);
    }
  });

  it("is answered again under its key, although the draft is another by now", async () => {
    const [person, trim, key] = [await signedIn(shop.db), await buildTrim(shop.db), randomUUID()];
    await save(person, { lines: [{ trimId: trim.id, orderQuantity: 100 }] });
    const { etag } = await read(person);
    const answers = [await send(person, trim, etag, key), await send(person, trim, etag, key)];
    const [one, again] = await Promise.all(answers.map((answer) => answer.json()));
    expect(again).toEqual(one);
    expect(one.acknowledged).toBe(true);
  });
});

describe("two windows on one draft", () => {
  it.each(["a new one", "one that was written before"])(
    `of ${AT_ONCE} changes to the same version of %s, exactly one wins`,
    async (which) => {
      const person = await signedIn(shop.db);
      const trim = await buildTrim(shop.db);
      const line = (orderQuantity: number) => ({ lines: [{ trimId: trim.id, orderQuantity }] });
      if (which !== "a new one") await save(person, line(1));
      const { etag } = await read(person);
      const asked = Array.from({ length: AT_ONCE }, (_, at) => put(person, etag, line(100 + at)));
      const answers = await Promise.all(asked);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, ...Array(AT_ONCE - 1).fill(412)]);
      const now = await read(person);
      expect(now.draft.lines).toMatchObject([{ orderQuantity: 100 + statuses.indexOf(200) }]);
      expect(answers[statuses.indexOf(200)]?.headers.get("etag")).toBe(now.etag);
      expect(now.etag).not.toBe(etag);
    },
  );

  it("whoever comes late is shown the present draft, and its version lets them try again", async () => {
    const person = await signedIn(shop.db);
    const trim = await buildTrim(shop.db);
    const { etag } = await read(person);
    await save(person, { lines: [{ trimId: trim.id, orderQuantity: 7 }], poNumber: "A-1" });
    const late = await put(person, etag, { lines: [] });
    expect(late.status).toBe(412);
    const { code, now } = await late.json();
    expect(code).toBe("draft-changed");
    expect(now).toEqual((await read(person)).draft);
    expect((await put(person, late.headers.get("etag") ?? "", { lines: [] })).status).toBe(200);
  });

  it.each([undefined, "*", '"nothing"', "none", '""'])("no version is needed that is written %s", async (etag) => {
    expect((await put(await signedIn(shop.db), etag, { lines: [] })).status).toBe(412);
  });

  it("a version that a proxy has made weak is the same version", async () => {
    const person = await signedIn(shop.db);
    expect((await put(person, `W/${(await read(person)).etag}`, { lines: [] })).status).toBe(200);
  });

  it("the version of a draft that was sent is not that of a later one", async () => {
    const person = await signedIn(shop.db);
    const trim = await buildTrim(shop.db);
    await save(person, { lines: [{ trimId: trim.id, orderQuantity: 100 }] });
    const { etag } = await read(person);
    const headers = { "idempotency-key": randomUUID() };
    expect(
      (await call(shop, "POST /orderSheets", { as: person, body: newSheet(person, [trim]), headers })).status,
    ).toBe(200);
    expect((await read(person)).draft.lines).toEqual([]);
    await save(person, { lines: [{ trimId: trim.id, orderQuantity: 100 }] });
    expect((await put(person, etag, { lines: [] })).status).toBe(412);
  });
});

describe("what a draft holds", () => {
  it("is as it was written, in its order, even what cannot be ordered", async () => {
    const person = await signedIn(shop.db);
    const [dear, few, soldOut] = [
      await buildTrim(shop.db),
      await buildTrim(shop.db, { moq: 500 }),
      await buildTrim(shop.db, { quantity: 0 }),
    ];
    const lines = [
      { trimId: soldOut.id, orderQuantity: 1_000_000_000 },
      { trimId: few.id, orderQuantity: 1 },
      { trimId: dear.id, orderQuantity: 300 },
    ];
    const about = {
      ...{ poNumber: "4500-2271", wantedOn: "2020-02-29", address: "Vävaregatan 14\nUmeå", phone: "+46 (0)90" },
      ...{ note: "Pack together", company: "Norrland Denim AB", country: "SE" },
    };
    const saved = await save(person, { lines, ...about });
    expect(saved).toEqual((await read(person)).draft);
    expect(saved).toMatchObject({ lines, ...about });
    expect(saved.lines.map(({ trim }) => trim?.name)).toEqual([soldOut.name, few.name, dear.name]);
    expect(await save(person, { lines: [], poNumber: " ", wantedOn: null, address: "" })).toEqual({
      ...{ lines: [], poNumber: null, wantedOn: null, address: null, shipTo: null, phone: null },
      ...{ note: null, company: null, country: null },
    });
  });

  it("is nobody else's", async () => {
    const person = await signedIn(shop.db);
    await save(person, { lines: [], note: "mine" });
    expect((await read(await signedIn(shop.db))).draft.note).toBeNull();
    expect((await read(admin)).draft.note).toBeNull();
  });

  const id = randomUUID();
  it.each([
    ["more than 200 lines", { lines: Array.from({ length: 201 }, () => ({ trimId: randomUUID(), orderQuantity: 1 })) }],
    ["the same trim twice", { lines: [1, 2].map((orderQuantity) => ({ trimId: id, orderQuantity })) }],
    ["no pieces", { lines: [{ trimId: id, orderQuantity: 0 }] }],
    ["more pieces than there can be", { lines: [{ trimId: id, orderQuantity: 1_000_000_001 }] }],
    ["a PO number of two lines", { lines: [], poNumber: "1\n2" }],
    ["a long PO number", { lines: [], poNumber: "x".repeat(61) }],
    ["a long note", { lines: [], note: "x".repeat(1001) }],
    ["a country that is none", { lines: [], country: "XX" }],
    ["a day that is none", { lines: [], wantedOn: "2027-02-30" }],
    ["another field", { lines: [], userId: id }],
  ])("%s is refused", async (_, body) => {
    const person = await signedIn(shop.db);
    expect((await put(person, (await read(person)).etag, body)).status).toBe(400);
    expect(await shop.db.$count(orderDrafts, eq(orderDrafts.userId, person.id))).toBe(0);
  });

  it("200 lines of one trim each are taken, and answered in their order", async () => {
    const person = await signedIn(shop.db);
    const trims = await buildTrims(shop.db, 200);
    const saved = await save(person, { lines: trims.map(({ id }) => ({ trimId: id, orderQuantity: 100 })) });
    expect(saved.lines.map(({ name }) => name)).toEqual(trims.map(({ name }) => name));
  });
});

describe("what has changed since a line was written", () => {
  it("is told by the price that was seen, which only the buyer renews", async () => {
    const person = await signedIn(shop.db);
    const trim = await buildTrim(shop.db, { price: "0.0620" });
    const line = { trimId: trim.id, orderQuantity: 500 };
    await save(person, { lines: [line] });
    expect((await change(trim.id, { price: "0.0700", priceBreaks: [{ from: 800, price: "0.0650" }] })).status).toBe(
      200,
    );
    const [changed] = (await save(person, { lines: [line], note: "changes no line" })).lines;
    expect(changed).toMatchObject({ seenPrice: "0.0620", trim: { price: "0.0700" } });
    const [gotIt] = (await save(person, { lines: [{ ...line, seenPrice: "0.0700" }] })).lines;
    expect(gotIt?.seenPrice).toBe("0.0700");
    expect(Date.parse(gotIt?.seenAt ?? "")).toBeGreaterThanOrEqual(Date.parse(changed?.seenAt ?? ""));
    const [more] = (await save(person, { lines: [{ ...line, orderQuantity: 900 }] })).lines;
    expect(more?.seenPrice).toBe("0.0650");
  });

  it("a trim that leaves the catalogue stays on the sheet as gone, by its last name", async () => {
    const person = await signedIn(shop.db);
    const trim = await buildTrim(shop.db);
    const lines = [{ trimId: trim.id, orderQuantity: 500 }];
    await save(person, { lines });
    expect((await change(trim.id, { name: `Gone ${trim.id}` })).status).toBe(200);
    expect((await call(shop, `DELETE /trims/${trim.id}`, { as: admin })).status).toBe(200);
    const gone = { gone: true, trim: null, name: `Gone ${trim.id}`, seenPrice: "0.0620" };
    expect((await read(person)).draft.lines).toMatchObject([gone]);
    expect((await save(person, { lines })).lines).toMatchObject([gone]);
    const added = await save(person, { lines: [...lines, { trimId: randomUUID(), orderQuantity: 1 }] });
    expect(added.lines[1]).toMatchObject({ gone: true, trim: null, seenPrice: null });
  });
});

it("a draft is gone with its account", async () => {
  const person = await signedIn(shop.db);
  await save(person, { lines: [], address: "Vävaregatan 14", phone: "12345" });
  expect((await call(shop, `DELETE /profiles/${person.id}`, { as: admin })).status).toBe(200);
  expect(await shop.db.$count(orderDrafts, eq(orderDrafts.userId, person.id))).toBe(0);
});

it("a draft that is saved while its account is deleted is refused, and not kept", async () => {
  const person = await signedIn(shop.db);
  const { etag } = await read(person);
  let saving: Promise<Response> | undefined;
  await shop.db.transaction(async (tx) => {
    await tx.delete(users).where(eq(users.id, person.id));
    saving = Promise.resolve(put(person, etag, { lines: [], address: "Vävaregatan 14" }));
    const isWaiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await shop.db.execute(isWaiting)).rowCount, { interval: 5 }).toBe(1);
  });
  expect((await saving)?.status).toBe(401);
  expect(await shop.db.$count(orderDrafts, eq(orderDrafts.userId, person.id))).toBe(0);
});

describe("how often a draft is saved", () => {
  it("is limited for each account", async () => {
    const limited = await startTestApp({ limits: { "draft-account": { points: 2, minutes: 10 } } });
    const [one, other] = [await signedIn(limited.db), await signedIn(limited.db)];
    const saveAs = (as: TestPerson) =>
      call(limited, "PUT /orderDraft", { as, body: { lines: [] }, headers: { "if-match": '"none"' } });
    const statuses = [(await saveAs(one)).status, (await saveAs(one)).status, (await saveAs(one)).status];
    expect(statuses).toEqual([200, 412, 429]);
    expect((await saveAs(other)).status).toBe(200);
  });

  it("is limited for all unconfirmed accounts of a network together, and for no others", async () => {
    const limited = await startTestApp({ limits: { "draft-network": { points: 2, minutes: 10 } } });
    const saveAs = async (as: TestPerson) =>
      (await call(limited, "PUT /orderDraft", { as, body: { lines: [] }, headers: { "if-match": '"none"' } })).status;
    const unconfirmed = () => signedIn(limited.db, { emailVerified: false });
    const statuses = [await saveAs(await unconfirmed()), await saveAs(await unconfirmed())];
    expect([...statuses, await saveAs(await unconfirmed())]).toEqual([200, 200, 429]);
    expect(await saveAs(await signedIn(limited.db, { emailVerified: true }))).toBe(200);
  });

  it("is never too often for somebody who types, whose page saves every 400 ms at most", () => {
    const { points, minutes } = sheetRules["draft-account"];
    expect(points).toBeGreaterThan((minutes * 60_000) / 400);
  });
});
