import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { companyMembers } from "#app/features/companies/tables.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { inTransaction } from "#app/platform/db/client.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildCompany, buildTrim, newOrder, newSheet } from "#test/builders.ts";
import { callAsMember } from "#test/companies.ts";
import { listMails } from "#test/mails.ts";
import { call, callPatiently, signedIn, type TestPerson } from "#test/people.ts";
import { readStream } from "#test/stream.ts";
import { orders } from "./tables.server.ts";

const roles = ["manager", "purchaser", "viewer"] as const;
type Firm = Record<(typeof roles)[number] | "author", TestPerson> & { id: string };

let shop: TestApp;
let firm: Firm;
let stranger: TestPerson;
/** Manages another company, and knows all ids. */
let rival: TestPerson;
let staff: TestPerson;
/** Ordered by `author`, a purchaser of the firm. */
let orderId: string;
let sheetId: string;

beforeAll(async () => {
  shop = await startTestApp();
  [stranger, rival, staff] = await Promise.all([
    signedIn(shop.db),
    signedIn(shop.db),
    signedIn(shop.db, { role: "admin" }),
  ]);
  await buildCompany(shop.db, [{ person: rival }], { name: "Norrland Denim" });
});

beforeEach(async () => {
  const [manager, purchaser, viewer, author] = await Promise.all([
    signedIn(shop.db, { name: "Aylin Erdem" }),
    signedIn(shop.db),
    signedIn(shop.db),
    signedIn(shop.db, { name: "Elif Sarıgöl" }),
  ]);
  const { id } = await buildCompany(shop.db, [
    { person: manager },
    { person: purchaser, role: "purchaser" },
    { person: viewer, role: "viewer" },
    { person: author, role: "purchaser" },
  ]);
  firm = { id, manager, purchaser, viewer, author };
  orderId = await place(author);
  sheetId = await send(author);
});

async function place(as: TestPerson, orderQuantity = 100): Promise<string> {
  const answer = await call(shop, "POST /orders", {
    as,
    body: newOrder(as, await buildTrim(shop.db), orderQuantity),
  });
  return (await answer.json()).insertedId;
}

async function send(as: TestPerson): Promise<string> {
  const headers = { "idempotency-key": randomUUID() };
  const body = newSheet(as, [await buildTrim(shop.db)]);
  return (await (await call(shop, "POST /orderSheets", { as, body, headers })).json()).insertedId;
}

const read = async (as: TestPerson, path: string) => (await call(shop, `GET ${path}`, { as })).json();
/** Papers may have to wait for others on a busy machine. */
const statusOf = async (as: TestPerson, target: string) => (await callPatiently(shop, target, { as })).status;

describe("what a company bought", () => {
  it("is read by its members, whatever their role, and by nobody else who knows the ids", async () => {
    const paths = [
      ...[`/orders/${orderId}`, `/orderSheets/${sheetId}`],
      ...[`/orders/${orderId}/confirmation.pdf`, `/orderSheets/${sheetId}/confirmation.pdf`],
      ...[`/orders/${orderId}/proforma.pdf`, `/orderSheets/${sheetId}/proforma.pdf`],
    ];
    for (const path of paths) {
      const { manager, purchaser, viewer, author } = firm;
      const statuses = await Promise.all(
        [author, manager, purchaser, viewer, staff, stranger, rival].map((who) => statusOf(who, `GET ${path}`)),
      );
      expect([path, ...statuses]).toEqual([path, 200, 200, 200, 200, 200, 404, 404]);
      expect((await call(shop, `GET ${path}`)).status).toBe(401);
    }
  });

  it("tells each member whether it is theirs, and whether they may act on it", async () => {
    const { manager, purchaser, viewer, author } = firm;
    for (const path of [`/orders/${orderId}`, `/orderSheets/${sheetId}`]) {
      const answers = await Promise.all([author, manager, purchaser, viewer].map((who) => read(who, path)));
      const own = answers.map(({ isMine, mayAct }) => [isMine, mayAct]);
      expect(own).toEqual([
        [true, true],
        [false, true],
        [false, false],
        [false, false],
      ]);
    }
  });

  it("is listed and counted for its members alone, and searched in it alone", async () => {
    for (const role of roles) {
      const listed = await read(firm[role], "/companyOrders");
      expect(listed.map(({ companyId }: { companyId: string }) => companyId)).toEqual([firm.id, firm.id]);
      expect(listed[1]).toMatchObject({ _id: orderId, company: "Çınaraltı Denim", name: "Elif Sarıgöl" });
      expect(await read(firm[role], `/companyOrders?q=${orderId}`)).toHaveLength(1);
      expect(await read(firm[role], "/companyOrderCounts")).toEqual([
        { review: "in-review", shipping: "pending", payment: "pending", count: 2 },
      ]);
    }
    expect(await read(rival, `/companyOrders?q=${orderId}`)).toEqual([]);
    expect(await read(rival, `/companyOrders?sheet=${sheetId}`)).toEqual([]);
    expect(await read(rival, "/companyOrderCounts")).toEqual([]);
    expect(await statusOf(stranger, "GET /companyOrders")).toBe(404);
    expect(await statusOf(staff, "GET /companyOrderCounts")).toBe(404);
  });

  it("is paged and sorted like one's own", async () => {
    await place(firm.manager, 300);
    await place(firm.purchaser, 200);
    for (const sort of ["newest", "oldest", "email", "-email", "item", "-item", "quantity", "-quantity"]) {
      const whole = await read(firm.viewer, `/companyOrders?sort=${sort}`);
      const first = await call(shop, `GET /companyOrders?sort=${sort}&limit=3`, { as: firm.viewer });
      const next = /<\/api([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
      const pages = [...(await first.json()), ...(await read(firm.viewer, next))];
      expect(pages).toEqual(whole);
      expect(pages).toHaveLength(4);
    }
  });

  it("is cancelled by its buyer and by managers, not by another purchaser, a viewer, or a stranger", async () => {
    const { manager, purchaser, viewer, author } = firm;
    const cancel = (who: TestPerson) => statusOf(who, `DELETE /orders/${orderId}`);
    for (const who of [purchaser, viewer, stranger, rival]) expect(await cancel(who)).toBe(403);
    const cancelSheet = (who: TestPerson) => statusOf(who, `DELETE /orderSheets/${sheetId}`);
    expect(await Promise.all([purchaser, viewer, stranger, rival].map(cancelSheet))).toEqual([403, 403, 404, 404]);
    expect((await read(author, `/orders/${orderId}`)).review).toBe("in-review");
    expect(await cancel(manager)).toBe(200);
    expect((await read(author, `/orders/${orderId}`)).events.at(-1)).toMatchObject({
      to: "cancelled",
      by: { role: "buyer", name: "Aylin Erdem", isMe: false },
    });
    expect(await cancelSheet(author)).toBe(200);
  });

  it("is told live to members and staff alone", async () => {
    const first = async (who: TestPerson, act: () => Promise<unknown>) => {
      const stream = readStream(await call(shop, "GET /events", { as: who }));
      await stream.until("ready");
      await act();
      const { data } = await stream.until("order");
      await stream.cut();
      return data;
    };
    const cancelled = call.bind(undefined, shop, `DELETE /orders/${orderId}`, { as: firm.manager });
    expect(await first(firm.viewer, cancelled)).toMatchObject({ orderId, to: "cancelled", isMine: false });
    for (const who of [stranger, rival]) {
      let own = "";
      const heard = await first(who, async () => {
        await place(firm.author);
        own = await place(who);
      });
      expect(heard).toMatchObject({ orderId: own, isMine: true });
    }
  });

  it("stays with the company when its buyer leaves, and what they order then is their own", async () => {
    const { author } = firm;
    expect(await read(author, `/orders?email=${author.email}`)).toHaveLength(2);
    await shop.db.delete(companyMembers).where(eq(companyMembers.userId, author.id));
    expect(await statusOf(author, `GET /orders/${orderId}`)).toBe(404);
    expect(await statusOf(author, `DELETE /orders/${orderId}`)).toBe(403);
    expect(await read(author, `/orders?email=${author.email}`)).toEqual([]);
    expect(await read(author, `/orderCounts?email=${author.email}`)).toEqual([]);
    expect(await read(author, `/orderSheets?email=${author.email}`)).toEqual([]);
    const later = await place(author);
    expect((await read(author, `/orders?email=${author.email}`)).map(({ _id }: { _id: string }) => _id)).toEqual([
      later,
    ]);
    expect(await statusOf(firm.manager, `GET /orders/${later}`)).toBe(404);
    expect(await read(firm.manager, "/companyOrders")).toHaveLength(2);
  });

  it("has invoices, credit notes and statements for its members, and for nobody else who guesses them", async () => {
    const { manager, purchaser, viewer, author } = firm;
    const write = (path: string, body: object) =>
      call(shop, `POST ${path}`, { as: staff, body, headers: { "idempotency-key": randomUUID() } });
    const accepted = { track: "review", from: "in-review", to: "accepted", invoice: {} };
    expect((await write(`/orders/${orderId}/moves`, accepted)).status).toBe(200);
    const [{ number }] = await read(staff, `/invoices?order=${orderId}`);
    const credited = await write("/creditNotes", {
      ...{ invoice: number, reason: "Bent" },
      lines: [{ order: orderId, pieces: 1 }],
    });
    const [note] = (await credited.json()).creditNotes;
    const papers = [
      ...[
        `/invoices/${number}/invoice.pdf`,
        `/orders/${orderId}/invoice.pdf`,
        `/orders/${orderId}/paymentInstructions`,
      ],
      `/creditNotes/${note.number}/credit-note.pdf`,
    ];
    const statements = ["/statement", "/statement.csv", "/statement.pdf"];
    const statusesOf = async (path: string) => {
      const statuses: number[] = [];
      for (const who of [author, manager, purchaser, viewer, stranger, rival]) {
        statuses.push(await statusOf(who, `GET ${path}`));
      }
      return statuses;
    };
    for (const path of papers) {
      expect([path, ...(await statusesOf(path))]).toEqual([path, 200, 200, 200, 200, 404, 404]);
      expect((await call(shop, `GET ${path}`)).status).toBe(401);
    }
    for (const path of statements) {
      for (const query of [`?company=${firm.id}`, `?buyer=${author.id}`, `?buyer=${viewer.id}`]) {
        expect([path, ...(await statusesOf(path + query))]).toEqual([path, ...Array(6).fill(404)]);
      }
      expect((await call(shop, `GET ${path}`)).status).toBe(401);
    }
    for (const path of ["/invoices", `/invoices/${number}`, "/invoiceSums", "/payments", "/accounts.csv"]) {
      expect([path, ...(await statusesOf(path))]).toEqual([path, ...Array(6).fill(403)]);
    }
    const namesIt = async (who: TestPerson) =>
      JSON.stringify([
        await read(who, "/statement"),
        await (await call(shop, "GET /statement.csv", { as: who })).text(),
      ]).includes(number);
    expect(await Promise.all([author, viewer, stranger, rival].map(namesIt))).toEqual([true, true, false, false]);
    for (const { id } of [viewer, author]) {
      expect((await callAsMember(shop, `DELETE /company/members/${id}`, manager)).status).toBe(200);
    }
    for (const path of papers) {
      expect([path, ...(await statusesOf(path))]).toEqual([path, 404, 200, 200, 404, 404, 404]);
    }
    expect(await Promise.all([author, viewer, manager].map(namesIt))).toEqual([false, false, true]);
  });

  it("is told live no longer to whoever was removed while they listen", async () => {
    const { manager, viewer, author } = firm;
    const stream = readStream(await call(shop, "GET /events", { as: viewer }));
    await stream.until("ready");
    const heard = await place(author);
    expect((await stream.until("order")).data).toMatchObject({ orderId: heard });
    expect((await callAsMember(shop, `DELETE /company/members/${viewer.id}`, manager)).status).toBe(200);
    await place(author);
    expect((await call(shop, `DELETE /orders/${orderId}`, { as: manager })).status).toBe(200);
    const own = await place(viewer);
    expect((await stream.until("order")).data).toMatchObject({ orderId: own, isMine: true });
    await stream.cut();
  });

  it("is written about to a manager once its buyer has left, who hears and reads nothing of it any more", async () => {
    const { author, manager } = firm;
    const write = (path: string, body: object) =>
      call(shop, `POST ${path}`, { as: staff, body, headers: { "idempotency-key": randomUUID() } });
    await shop.db.delete(companyMembers).where(eq(companyMembers.userId, author.id));
    const before = (await listMails(shop.db)).length;
    for (const path of [`/orders/${orderId}`, `/orderSheets/${sheetId}`]) {
      expect((await write(`${path}/messages`, { words: "Brass or gunmetal?" })).status).toBe(200);
    }
    const accepted = { track: "review", from: "in-review", to: "accepted", invoice: {} };
    expect((await write(`/orders/${orderId}/moves`, accepted)).status).toBe(200);
    expect((await call(shop, `DELETE /orders/${orderId}`, { as: staff })).status).toBe(200);
    const mails = (await listMails(shop.db)).slice(before).filter(({ to }) => to.address !== staff.email);
    expect(mails.length).toBeGreaterThanOrEqual(6);
    expect(mails.map(({ to }) => to.address)).toEqual(mails.map(() => manager.email));
    expect(await read(author, "/waitingMessages")).toEqual([]);
    // Back again, they answer.
    await shop.db.insert(companyMembers).values({ userId: author.id, companyId: firm.id, role: "purchaser" });
    expect(await read(author, "/waitingMessages")).toHaveLength(2);
  });

  it("names a former member to colleagues, and to staff by the stored name", async () => {
    await shop.db.delete(users).where(eq(users.id, firm.author.id));
    const gone = { name: "a former member", email: "", phone: "" };
    expect(await read(firm.viewer, `/orders/${orderId}`)).toMatchObject(gone);
    expect((await read(firm.viewer, `/orders/${orderId}`)).events[0].by.name).toBe("a former member");
    expect(await read(firm.viewer, `/orderSheets/${sheetId}`)).toMatchObject({ ...gone, orders: [gone] });
    expect(await read(firm.viewer, "/companyOrders")).toMatchObject([gone, gone]);
    expect(await read(staff, `/orders/${orderId}`)).toMatchObject({ name: "Elif Sarıgöl", email: firm.author.email });
  });
});

describe("placing for a company", () => {
  it("is not for viewers", async () => {
    const answer = await call(shop, "POST /orders", {
      as: firm.viewer,
      body: newOrder(firm.viewer, await buildTrim(shop.db)),
    });
    expect(answer.status).toBe(403);
    expect((await answer.json()).detail).toContain("You may look and print.");
    const headers = { "idempotency-key": randomUUID() };
    const body = newSheet(firm.viewer, [await buildTrim(shop.db)]);
    expect((await call(shop, "POST /orderSheets", { as: firm.viewer, body, headers })).status).toBe(403);
  });

  it.each([
    // 100 pieces at $0.0620 are $6.20.
    { limit: "6.20", status: 200 },
    { limit: "6.19", status: 403 },
    { limit: "0", status: 403 },
    { limit: null, status: 200 },
  ])("up to a limit of $limit answers $status for $6.20", async ({ limit, status }) => {
    const { purchaser } = firm;
    await shop.db.update(companyMembers).set({ orderLimit: limit }).where(eq(companyMembers.userId, purchaser.id));
    const trim = await buildTrim(shop.db);
    const one = await call(shop, "POST /orders", { as: purchaser, body: newOrder(purchaser, trim) });
    const headers = { "idempotency-key": randomUUID() };
    const sheet = newSheet(purchaser, [trim]);
    const many = await call(shop, "POST /orderSheets", { as: purchaser, body: sheet, headers });
    expect([one.status, many.status]).toEqual([status, status]);
    if (status === 403)
      expect([(await one.json()).code, (await many.json()).code]).toEqual(Array(2).fill("approval-needed"));
    const placed = await shop.db.$count(orders, eq(orders.userId, purchaser.id));
    expect(placed).toBe(status === 200 ? 2 : 0);
  });

  it("the sum is rounded to cents as it is shown", async () => {
    const { purchaser } = firm;
    // 100 pieces at $0.06204 do not exist: prices have four places; 101 at $0.0621 are $6.2721, shown as $6.27.
    const trim = await buildTrim(shop.db, { price: "0.0621" });
    await shop.db.update(companyMembers).set({ orderLimit: "6.27" }).where(eq(companyMembers.userId, purchaser.id));
    const body = newOrder(purchaser, trim, 101);
    expect((await call(shop, "POST /orders", { as: purchaser, body })).status).toBe(200);
  });

  it("pieces are raised only up to the limit, by its buyer or a manager, and by nobody else", async () => {
    const { author, purchaser, viewer } = firm;
    // 200 pieces are $12.40.
    await shop.db.update(companyMembers).set({ orderLimit: "12.39" }).where(eq(companyMembers.userId, author.id));
    const raise = async (as: TestPerson, orderQuantity: number) => {
      const headers = { "idempotency-key": randomUUID() };
      const answer = await call(shop, `PATCH /orders/${orderId}`, { as, headers, body: { version: 1, orderQuantity } });
      const { code } = await answer.json();
      return [answer.status, code];
    };
    expect(await raise(author, 200)).toEqual([403, "approval-needed"]);
    expect((await raise(purchaser, 150))[0]).toBe(403);
    expect((await raise(viewer, 150))[0]).toBe(403);
    expect((await raise(rival, 150))[0]).toBe(404);
    expect((await raise(author, 199))[0]).toBe(200);
  });

  it("a member who is removed while the order is being written is removed after it", async () => {
    const { author } = firm;
    const trim = await buildTrim(shop.db);
    let removing: Promise<unknown> | undefined;
    const [answer] = await Promise.all([
      call(shop, "POST /orders", { as: author, body: newOrder(author, trim) }),
      inTransaction(shop.db, async (tx) => {
        removing = tx.delete(companyMembers).where(eq(companyMembers.userId, author.id));
        await removing;
      }),
    ]);
    const [placed] = await shop.db
      .select()
      .from(orders)
      .where(eq(orders.id, (await answer.json()).insertedId));
    // Whichever came first: the order is the company's or the person's own, never a removed member's of the company.
    const mine = await read(author, `/orders?email=${author.email}`);
    expect(mine.length).toBe(placed?.companyId === null ? 1 : 0);
    expect(await read(firm.manager, "/companyOrders")).toHaveLength(placed?.companyId === null ? 2 : 3);
  });
});
