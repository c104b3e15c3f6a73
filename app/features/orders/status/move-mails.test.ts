import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { orders } from "#app/features/orders/tables.server.ts";
import { ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { pendingMoveMails } from "./tables.server.ts";

let shop: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp({ limits: "off" });
  admin = await signedIn(shop.db, { role: "admin" });
});

async function place(buyer: TestPerson, address = "Vävaregatan 14, Umeå") {
  const trim = await buildTrim(shop.db, { name: `Rivet ${crypto.randomUUID()}` });
  const body = { ...newOrder(buyer, trim), address };
  const placed = await call(shop, "POST /orders", { as: buyer, body });
  const { insertedId: id } = await placed.json();
  const { number } = await (await call(shop, `GET /orders/${id}`, { as: buyer })).json();
  return { id, number, item: trim.name };
}

async function move(id: string, body: object) {
  const response = await call(shop, `POST /orders/${id}/moves`, { as: admin, body });
  expect(await response.json()).toEqual({ acknowledged: true, modifiedCount: 1 });
}

async function bulk(body: object, headers?: Record<string, string>) {
  const response = await call(shop, "POST /orderMoves", { as: admin, body, ...(headers ? { headers } : {}) });
  return { status: response.status, answer: await response.json() };
}

/** What a buyer got after the confirmations, in order. */
const mailsTo = async (buyer: TestPerson) =>
  (await listMails(shop.db)).filter(({ to, subject }) => to.address === buyer.email && !subject.includes(": placed, "));
const subjectsTo = async (buyer: TestPerson) => (await mailsTo(buyer)).map(({ subject }) => subject);

const accept = { track: "review", from: "in-review", to: "accepted" };

/** Accepts orders while somebody else holds the row of the last, and does `action` once the first has moved. */
async function acceptSlowly(ids: readonly [string, string], action: () => Promise<void>) {
  const { moving } = await shop.db.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, ids[1])).for("update");
    const moving = bulk({ ids, ...accept });
    await expect.poll(() => shop.db.$count(pendingMoveMails, eq(pendingMoveMails.orderId, ids[0]))).toBe(1);
    await action();
    return { moving };
  });
  return moving;
}

describe("the mails about moves", () => {
  it("tell the buyer of what concerns them, each once, with the number", async () => {
    const buyer = await signedIn(shop.db, { name: "Åsa <b>Öberg</b>" });
    const { id, number, item } = await place(buyer);
    await move(id, { ...accept, invoice: { dueOn: "2026-12-22" } });
    await move(id, { track: "shipping", from: "pending", to: "in-production" });
    await move(id, { track: "shipping", from: "in-production", to: "packed", note: "6 cartons", noteFor: "buyer" });
    const shipment = { carrier: "Nordlink", trackingNumber: "NL 44", trackingUrl: "https://nordlink.example/NL44" };
    await move(id, { track: "shipping", from: "packed", to: "shipped", ...shipment });
    await move(id, { track: "payment", from: "invoiced", to: "paid" });
    await move(id, { track: "shipping", from: "shipped", to: "delivered" });
    const about = `100 × ${item}, $6.20`;
    const invoice = (await listMails(shop.db)).flatMap(
      ({ subject }) => /invoice (\d{4}-\d{5})/.exec(subject)?.[1] ?? [],
    )[0];
    // Two of them are of one transaction.
    expect((await subjectsTo(buyer)).toSorted()).toEqual([
      `Order No. ${number}: accepted, ${about}`,
      `Order No. ${number}: invoice ${invoice}, $6.20, due 22 December 2026`,
      `Order No. ${number}: paid, ${about}`,
      `Order No. ${number}: shipped, Nordlink NL 44`,
    ]);
    const mailOf = async (words: string) => (await mailsTo(buyer)).find(({ subject }) => subject.includes(words));
    const [invoiced, shipped] = [await mailOf("invoice"), await mailOf("shipped")];
    expect(invoiced?.text).toContain(`\n\nTotal: $6.20\nTo be paid by: 22 December 2026\nInvoice: ${invoice}\n`);
    const to = `Sent to: ${buyer.name}\n  Vävaregatan 14, Umeå\n`;
    for (const words of [to, ...Object.values(shipment), `${ORIGIN}/dashboard/orders/${number}`]) {
      expect(shipped?.text).toContain(words);
    }
    for (const { text, html } of await mailsTo(buyer)) {
      expect(text).not.toContain("6 cartons");
      expect(html).not.toContain("<b>");
    }
  });

  it("tell the reason of a decline, and correct what was taken back", async () => {
    const buyer = await signedIn(shop.db);
    const { id, number, item } = await place(buyer);
    await move(id, { track: "review", from: "in-review", to: "declined", note: "The die is worn." });
    await move(id, { track: "review", from: "declined", to: "in-review" });
    const [declined, corrected] = await mailsTo(buyer);
    expect(declined?.text).toContain("The die is worn.");
    expect(corrected?.subject).toBe(`Order No. ${number}: not declined, 100 × ${item}, $6.20`);
    expect(await mailsTo(buyer)).toHaveLength(2);
  });

  it("tell of a cancellation, an admin's with its reason, and one's own", async () => {
    const buyer = await signedIn(shop.db);
    const [first, second] = [await place(buyer), await place(buyer)];
    await call(shop, `DELETE /orders/${first.id}`, { as: buyer });
    await call(shop, `DELETE /orders/${second.id}`, { as: admin, body: { reason: "The lot is faulty." } });
    const mails = await mailsTo(buyer);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual(
      [first, second].map(({ number, item }) => `Order No. ${number}: cancelled, 100 × ${item}, $6.20`).toSorted(),
    );
    const textOf = ({ number }: { number: number }) => mails.find(({ text }) => text.includes(`No. ${number}`))?.text;
    expect(textOf(first)).toContain("You have cancelled this order.");
    expect(textOf(second)).toContain("We had to cancel this order.");
    expect(textOf(second)).toContain("The lot is faulty.");
  });

  it("never go to an address that nobody has confirmed", async () => {
    const buyer = await signedIn(shop.db, { emailVerified: false });
    const { id } = await place(buyer);
    await move(id, accept);
    expect(await mailsTo(buyer)).toEqual([]);
  });
});

describe("POST /orderMoves", () => {
  it("moves each order on its own, says why one did not move, and writes one mail to each buyer", async () => {
    const [one, other] = [await signedIn(shop.db), await signedIn(shop.db)];
    const orders = [await place(one), await place(one), await place(one), await place(other)];
    await call(shop, `DELETE /orders/${orders[1]?.id}`, { as: one });
    const unknown = "01980000-0000-7000-8000-000000000000";
    const ids = [...orders.map(({ id }) => id), unknown];
    const { answer } = await bulk({ ids, ...accept });
    expect(answer).toEqual([
      { id: ids[0], ok: true },
      {
        id: ids[1],
        ok: false,
        code: "wrong-state",
        detail: expect.stringMatching(/ cancelled this order on .* It is cancelled\.$/),
      },
      { id: ids[2], ok: true },
      { id: ids[3], ok: true },
      { id: unknown, ok: false, code: "not-found", detail: "This order does not exist." },
    ]);
    const [a, , c, d] = orders;
    expect(await subjectsTo(one)).toEqual(
      expect.arrayContaining([`Orders No. ${a?.number}, No. ${c?.number}: accepted, 2 orders, $12.40`]),
    );
    expect(await subjectsTo(other)).toEqual([`Order No. ${d?.number}: accepted, 100 × ${d?.item}, $6.20`]);
    const joint = (await mailsTo(one)).filter(({ subject }) => subject.includes("accepted"));
    expect(joint).toHaveLength(1);
    expect(joint[0]?.text).toContain(`No. ${c?.number}: 100 × ${c?.item}\n  $0.0620 per piece\n  $6.20`);
  });

  it("writes a mail below 100 KB about 200 orders, which lists 100 and says that there are more", async () => {
    const buyer = await signedIn(shop.db);
    const { rows } = await shop.db.execute<{ id: string }>(sql`
      insert into orders (id, user_id, name, email, phone, address, product_name, order_quantity, unit_price)
      select gen_random_uuid(), ${buyer.id}, ${buyer.name}, ${buyer.email}, '1', 'x',
        'Jeans button with a rather long name, antique brass, 17 mm, nickel-free ' || n, 100, 0.062
      from generate_series(1, 200) as n returning id`);
    const { answer } = await bulk({ ids: rows.map(({ id }) => id), ...accept });
    expect(answer.filter(({ ok }: { ok: boolean }) => ok)).toHaveLength(200);
    const [mail, ...others] = await mailsTo(buyer);
    expect(others).toEqual([]);
    expect(mail?.subject).toContain("200 orders, $1,240.00");
    expect(mail?.text.match(/Jeans button/g)).toHaveLength(100);
    expect(mail?.text).toContain("This mail lists the first 100; the shop has all of them.");
    expect(mail?.text).toContain(`${ORIGIN}/dashboard/myorders`);
    expect(Buffer.byteLength(mail?.html ?? "")).toBeLessThan(100_000);
    expect(Buffer.byteLength(mail?.text ?? "")).toBeLessThan(100_000);
  });

  it("repeated under its key moves and writes nothing twice", async () => {
    const buyer = await signedIn(shop.db);
    const ids = [(await place(buyer)).id, (await place(buyer)).id];
    const headers = { "idempotency-key": crypto.randomUUID() };
    const first = await bulk({ ids, ...accept }, headers);
    expect(await bulk({ ids, ...accept }, headers)).toEqual(first);
    expect(await mailsTo(buyer)).toHaveLength(1);
    const { events } = await (await call(shop, `GET /orders/${ids[0]}`, { as: buyer })).json();
    expect(events).toHaveLength(2);
  });

  it("tells nobody before it is over, and then of all at once", async () => {
    const buyer = await signedIn(shop.db);
    const [first, last] = [await place(buyer), await place(buyer)];
    await acceptSlowly([first.id, last.id], async () => expect(await mailsTo(buyer)).toEqual([]));
    expect(await subjectsTo(buyer)).toEqual([
      `Orders No. ${first.number}, No. ${last.number}: accepted, 2 orders, $12.40`,
    ]);
    expect(await shop.db.$count(pendingMoveMails)).toBe(0);
  });

  it("tells of what has moved after a while, should it never end, and of the rest when it does", async () => {
    const buyer = await signedIn(shop.db);
    const [first, last] = [await place(buyer), await place(buyer)];
    const { answer } = await acceptSlowly([first.id, last.id], async () => {
      const [pending] = await shop.db.select().from(pendingMoveMails).where(eq(pendingMoveMails.orderId, first.id));
      expect(pending?.dueAt.getTime()).toBeLessThanOrEqual(Date.now() + 121_000);
      await shop.db.update(pendingMoveMails).set({ dueAt: new Date() });
      expect(await mailsTo(buyer)).toHaveLength(1);
    });
    expect(answer).toEqual([first, last].map(({ id }) => ({ id, ok: true })));
    expect(await subjectsTo(buyer)).toEqual(
      [first, last].map(({ number, item }) => `Order No. ${number}: accepted, 100 × ${item}, $6.20`),
    );
  });

  it("ships under one number or link to one buyer and address alone", async () => {
    const buyer = await signedIn(shop.db);
    const [here, alike, there] = [await place(buyer), await place(buyer), await place(buyer, "Elsewhere 1")];
    const ids = [here.id, alike.id, there.id];
    await bulk({ ids, ...accept });
    await bulk({ ids, track: "shipping", from: "pending", to: "packed" });
    const ship = { track: "shipping", from: "packed", to: "shipped", carrier: "Nordlink" };
    const refused = await bulk({ ids, ...ship, trackingNumber: "NL 1" });
    expect(refused).toMatchObject({ status: 409, answer: { code: "many-buyers" } });
    const byLink = await bulk({ ids, ...ship, trackingUrl: "https://nordlink.example/NL1" });
    expect(byLink).toMatchObject({
      status: 409,
      answer: { code: "many-buyers", errors: [{ field: "trackingUrl" }] },
    });
    const shipped = await bulk({ ids: ids.slice(0, 2), ...ship, trackingNumber: "NL 1" });
    expect(shipped.answer.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true]);
    expect((await bulk({ ids: [there.id], ...ship })).answer).toEqual([{ id: there.id, ok: true }]);
  });

  it.each([
    [{ ids: [] }],
    [{ ids: Array(201).fill("01980000-0000-7000-8000-000000000000") }],
    [{ ids: Array(2).fill("01980000-0000-7000-8000-000000000000") }],
    [{ to: "declined" }],
    [{ from: undefined }],
  ])("refuses %j with 400", async (wrong) => {
    const ids = ["01980000-0000-7000-8000-000000000000"];
    expect((await bulk({ ids, ...accept, ...wrong })).status).toBe(400);
  });
});

describe("POST /orders/{id}/notes", () => {
  it.each([" ", "\u200b", "\u2800\n"])("refuses a note that shows nothing, as a reason too: %j", async (note) => {
    const { id } = await place(await signedIn(shop.db));
    const written = await call(shop, `POST /orders/${id}/notes`, { as: admin, body: { note, noteFor: "buyer" } });
    expect(written.status).toBe(400);
    const cancelled = await call(shop, `DELETE /orders/${id}`, { as: admin, body: { reason: note } });
    expect(cancelled.status).toBe(400);
  });

  it("writes to the buyer or to admins alone", async () => {
    const buyer = await signedIn(shop.db);
    const { id } = await place(buyer);
    for (const noteFor of ["buyer", "internal"]) {
      const body = { note: `For the ${noteFor}`, noteFor };
      const response = await call(shop, `POST /orders/${id}/notes`, { as: admin, body });
      expect(await response.json()).toEqual({ acknowledged: true, insertedId: expect.any(String) });
    }
    const notes = async (as: TestPerson) => {
      const { events } = await (await call(shop, `GET /orders/${id}`, { as })).json();
      return events.map(({ note }: { note: string | null }) => note).filter(Boolean);
    };
    expect(await notes(buyer)).toEqual([]);
    expect(await notes(admin)).toEqual(["For the internal"]);
    // What is for the buyer is a message, and mailed.
    const { messages } = await (await call(shop, `GET /orders/${id}/messages`, { as: buyer })).json();
    expect(messages).toMatchObject([{ words: "For the buyer", side: "us" }]);
    expect(await mailsTo(buyer)).toHaveLength(1);
  });
});
