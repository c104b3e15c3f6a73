import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { eraseNotes } from "#app/features/buyers/erasure.server.ts";
import { companyMembers } from "#app/features/companies/tables.server.ts";
import { creditNotes } from "#app/features/documents/tables.server.ts";
import { CLAIM_PICTURES } from "#app/features/orders/facts.ts";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import { buildCompany } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { startMoves } from "#test/moves.ts";
import { call, signedIn } from "#test/people.ts";

const { shop, buyer, other, admin, place, moved, move, read } = await startMoves();

const key = () => ({ "idempotency-key": crypto.randomUUID() });
const damaged = { kind: "damaged", pieces: 30, wants: "credit", words: "Rust on the rims." };
const claim = (id: string, body: object = damaged, as = buyer, headers: Record<string, string> = key()) =>
  call(shop, `POST /orders/${id}/claims`, { as, body, headers });
const list = async (id: string, as = buyer) => (await call(shop, `GET /orders/${id}/claims`, { as })).json();
const settle = (id: string, body: object, as = admin) =>
  call(shop, `POST /claims/${id}/moves`, { as, body, headers: key() });
const withdrawn = { to: "withdrawn" };
const credited = { to: "accepted", gets: "credit" };
const replaced = { to: "accepted", gets: "replacement" };

async function placeDelivered(quantity = 100) {
  const placed = await place(quantity);
  await moved(placed.id, "review", "in-review", "accepted");
  await moved(placed.id, "shipping", "pending", "packed", "shipped", "delivered");
  return placed;
}

async function claimed(id: string, body: object = damaged): Promise<string> {
  return (await (await claim(id, body)).json()).insertedId;
}

const invoice = (id: string) =>
  move(id, { track: "payment", from: "pending", to: "invoiced", dueOn: "2030-01-31", lateDue: true });
const stockOf = async (id: string) => (await shop.db.select().from(trims).where(eq(trims.id, id)))[0]?.quantity;

describe("a claim", () => {
  it("is for at most what was delivered and is not claimed yet, also when ten are sent at once", async () => {
    const { id } = await placeDelivered();
    expect(await list(id)).toMatchObject({ claims: [], most: 100 });
    const beyond = await claim(id, { ...damaged, pieces: 101 });
    expect([beyond.status, (await beyond.json()).code]).toEqual([409, "above-delivered"]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => claim(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, ...Array(7).fill(409)]);
    expect((await list(id)).most).toBe(10);
    const [{ _id }] = (await list(id)).claims;
    expect((await settle(_id, withdrawn, buyer)).status).toBe(200);
    expect((await list(id)).most).toBe(40);
  });

  it("reaches staff by mail, stands in the history, and is nobody else's", async () => {
    const { id } = await placeDelivered();
    const headers = key();
    for (let attempt = 0; attempt < 2; attempt++) expect((await claim(id, damaged, buyer, headers)).status).toBe(200);
    const { claims } = await list(id);
    expect(claims).toMatchObject([{ ...damaged, state: "open", isMine: true, gets: null }]);
    const mails = (await listMails(shop.db)).filter(({ text }) => text.includes("Rust on the rims."));
    const subject = expect.stringMatching(/^Order No\. \d+: 30 pieces damaged$/);
    expect(mails).toContainEqual(expect.objectContaining({ subject, to: { name: admin.name, address: admin.email } }));
    const { events } = await read(id);
    expect(events.at(-1)).toMatchObject({ kind: "note", note: "Problem reported: 30 pieces damaged" });
    expect((await claim(id, damaged, other)).status).toBe(404);
    expect((await call(shop, `GET /orders/${id}/claims`, { as: other })).status).toBe(404);
    expect((await settle(claims[0]._id, withdrawn, other)).status).toBe(404);
    expect((await claim(id, damaged, admin)).status).toBe(403);
    expect((await settle(claims[0]._id, credited, buyer)).status).toBe(403);
    const open = await (await call(shop, "GET /claims?state=open", { as: admin })).json();
    expect(open[0]).toMatchObject({ words: "Rust on the rims.", isMine: false });
  });

  it.each([
    [{ ...damaged, pieces: 0 }, 400],
    [{ ...damaged, words: " " }, 400],
    [{ ...damaged, kind: "ugly" }, 400],
    [{ ...damaged, wants: "money" }, 400],
  ])("is not %o", async (body, status) => {
    const { id } = await placeDelivered();
    expect((await claim(id, body)).status).toBe(status);
  });

  it("comes before its last day is over, and not before anything has left", async () => {
    const { id } = await place();
    expect(await list(id)).toMatchObject({ most: 0, until: null });
    expect((await claim(id)).status).toBe(409);
    const deliveredBefore = async (days: number) => {
      const { id } = await placeDelivered();
      await shop.db.execute(sql`alter table order_events disable trigger user`);
      await shop.db
        .update(orderEvents)
        .set({ createdAt: sql`now() - ${days} * interval '1 day'` })
        .where(eq(orderEvents.orderId, id));
      await shop.db.execute(sql`alter table order_events enable trigger user`);
      return id;
    };
    const [last, late] = [await deliveredBefore(30), await deliveredBefore(31)];
    expect([(await list(last)).most, (await list(late)).most]).toEqual([100, 0]);
    expect((await claim(last)).status).toBe(200);
    // What was delivered before there were events is long ago.
    const old = await placeDelivered();
    await shop.db.execute(sql`alter table order_events disable trigger user`);
    await shop.db.delete(orderEvents).where(eq(orderEvents.orderId, old.id));
    await shop.db.execute(sql`alter table order_events enable trigger user`);
    expect(await list(old.id)).toMatchObject({ most: 0, until: null });
    for (const one of [late, old.id]) {
      const answer = await claim(one);
      expect([answer.status, (await answer.json()).code]).toEqual([409, "claim-late"]);
    }
  });
});

describe("an accepted claim", () => {
  it("is credited at the price of the invoice, once, whoever presses", async () => {
    const { id } = await placeDelivered();
    const claimId = await claimed(id);
    const early = await settle(claimId, credited);
    expect([early.status, (await early.json()).code]).toEqual([409, "not-invoiced"]);
    await invoice(id);
    const answers = await Promise.all(Array.from({ length: 6 }, () => settle(claimId, credited)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(409)]);
    const notes = await shop.db.select().from(creditNotes).where(eq(creditNotes.orderId, id));
    expect(notes).toMatchObject([{ pieces: 30, reason: "Claim: 30 pieces damaged" }]);
    expect((await list(id)).claims).toMatchObject([
      { state: "accepted", gets: "credit", creditNote: notes[0]?.number, replacement: null },
    ]);
    expect((await read(id)).payment).toBe("invoiced");
    const mails = (await listMails(shop.db)).filter(({ subject }) => subject.includes(notes[0]?.number ?? "none"));
    expect(mails).toHaveLength(1);
    expect((await settle(claimId, withdrawn, buyer)).status).toBe(409);
  });

  it("is credited with nothing once all pieces are, and what is left of the price stays", async () => {
    const { id } = await placeDelivered();
    await invoice(id);
    const [{ number }] = await (await call(shop, `GET /invoices?order=${id}`, { as: admin })).json();
    const body = { invoice: number, reason: "Scratched", lines: [{ order: id, pieces: 100, amount: "1.00" }] };
    expect((await call(shop, "POST /creditNotes", { as: admin, body, headers: key() })).status).toBe(200);
    const answer = await settle(await claimed(id), credited);
    expect([answer.status, (await answer.json()).code]).toEqual([409, "not-invoiced"]);
    const notes = await shop.db.select().from(creditNotes).where(eq(creditNotes.orderId, id));
    expect(notes.map(({ amount }) => amount)).toEqual(["1.00"]);
    // What is cancelled or refunded is credited with the rest.
    await move(id, { track: "payment", from: "invoiced", to: "paid" });
    expect((await move(id, { track: "payment", from: "paid", to: "refunded" })).status).toBe(200);
    expect((await read(id)).payment).toBe("refunded");
  });

  it("is an order that costs nothing and takes stock, and can be shipped and claimed like others", async () => {
    const { id, trim } = await placeDelivered();
    const before = await stockOf(trim.id);
    const claimId = await claimed(id, { ...damaged, wants: "replacement" });
    const { replacement } = await (await settle(claimId, replaced)).json();
    expect(await stockOf(trim.id)).toBe(Number(before) - 30);
    const order = await read(replacement);
    expect(order).toMatchObject({ orderQuantity: 30, review: "accepted", payment: "paid", shipping: "pending" });
    expect(Number(order.unitPrice)).toBe(0);
    const { number } = await read(id);
    expect(order.events.at(-1).note).toBe(`Replaces 30 pieces of order No. ${number}, at no cost`);
    const [mail, ...more] = (await listMails(shop.db)).filter(({ subject }) =>
      subject.includes(`No. ${replacement} replaces 30 pieces damaged`),
    );
    expect([mail?.to.address, more]).toEqual([buyer.email, []]);
    await moved(order._id, "shipping", "pending", "packed", "shipped", "delivered");
    expect((await list(order._id)).most).toBe(30);
  });

  it("that replaces is cancelled as others are: the stock returns, and nothing is invoiced", async () => {
    const { id, trim } = await placeDelivered();
    const before = await stockOf(trim.id);
    const { replacement } = await (await settle(await claimed(id), replaced)).json();
    const answer = await call(shop, `DELETE /orders/${(await read(replacement))._id}`, { as: admin });
    expect(answer.status).toBe(200);
    expect(await stockOf(trim.id)).toBe(before);
    const { rows } = await shop.db.execute(
      sql`select 1 from invoiced_orders where order_id = ${(await read(replacement))._id}`,
    );
    expect(rows).toEqual([]);
  });

  it("that replaces stays free when it is changed, gets no invoice, and nothing of it is returned", async () => {
    const { id } = await placeDelivered(200);
    const { replacement } = await (await settle(await claimed(id, { ...damaged, pieces: 150 }), replaced)).json();
    const { _id } = await read(replacement);
    const change = async (body: object) => {
      const { version } = await read(replacement);
      const sent = { as: admin, body: { version, ...body }, headers: key() };
      expect((await call(shop, `PATCH /orders/${_id}`, sent)).status).toBe(200);
      return read(replacement);
    };
    expect(await change({ address: "Hamngatan 1, Umeå" })).toMatchObject({ payment: "paid", unitPrice: "0.0000" });
    const pieces = { payment: "paid", unitPrice: "0.0000", orderQuantity: 140 };
    expect(await change({ orderQuantity: 140 })).toMatchObject(pieces);
    const refund = await move(_id, { track: "payment", from: "paid", to: "refunded" });
    expect([refund.status, (await refund.json()).code]).toEqual([409, "wrong-state"]);
    expect((await read(replacement)).payment).toBe("paid");
    expect(await (await call(shop, `GET /invoices?order=${_id}`, { as: admin })).json()).toEqual([]);
  });

  it("replaces no more than there is", async () => {
    const { id, trim } = await placeDelivered();
    const claimId = await claimed(id);
    await shop.db.update(trims).set({ quantity: 29 }).where(eq(trims.id, trim.id));
    const answer = await settle(claimId, replaced);
    expect([answer.status, (await answer.json()).code]).toEqual([409, "above-available"]);
    expect((await list(id)).claims).toMatchObject([{ state: "open" }]);
  });
});

it("refuses a claim with a reason, which its buyer reads on the page and in a mail", async () => {
  const { id } = await placeDelivered();
  const claimId = await claimed(id);
  expect((await settle(claimId, { to: "refused", reason: " " })).status).toBe(400);
  expect((await settle(claimId, { to: "refused", reason: "The weight fits 100 pieces." })).status).toBe(200);
  expect(await list(id)).toMatchObject({ most: 100, claims: [{ state: "refused" }] });
  const mail = (await listMails(shop.db)).find(({ text }) => text.includes("The weight fits 100 pieces."));
  expect(mail?.to.address).toBe(buyer.email);
});

describe("the pictures of a claim", () => {
  /** A PNG with the author in its EXIF. */
  const makePicture = async (width: number, height: number) => {
    const blank = sharp({ create: { width, height, channels: 3, background: "red" } });
    return new Uint8Array(
      await blank
        .withExif({ IFD0: { Artist: "Otto of dock 4" } })
        .png()
        .toBuffer(),
    );
  };
  function send(claimId: string, body: Uint8Array<ArrayBuffer>, as = buyer, headers: Record<string, string> = key()) {
    const sent = { ...headers, authorization: `Bearer ${as.token}`, "content-type": "image/png" };
    return shop.app.request(`/api/claims/${claimId}/pictures`, { method: "POST", headers: sent, body });
  }

  it("are WebP without what the camera noted, for both sides and nobody else, and few", async () => {
    const { id } = await placeDelivered();
    const claimId = await claimed(id);
    const picture = await makePicture(2400, 1800);
    const headers = key();
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await send(claimId, picture, buyer, headers)).status).toBe(200);
    expect((await send(claimId, picture, other)).status).toBe(404);
    expect((await send(claimId, picture, admin)).status).toBe(404);
    expect((await send(claimId, new TextEncoder().encode("<svg/>"))).status).toBe(415);
    const [{ pictures }] = (await list(id)).claims;
    expect(pictures).toHaveLength(1);
    const fetchIt = (as: typeof buyer) => call(shop, `GET /claims/${claimId}/pictures/${pictures[0]}`, { as });
    for (const as of [buyer, admin]) {
      const answer = await fetchIt(as);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
      const { format, width, exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect({ format, width, exif }).toEqual({ format: "webp", width: 1600, exif: undefined });
    }
    expect((await fetchIt(other)).status).toBe(404);
    for (let at = 1; at < CLAIM_PICTURES; at++) expect((await send(claimId, picture)).status).toBe(200);
    expect((await send(claimId, picture)).status).toBe(409);
  });

  it("are not added by whoever has left the company since, or may only look now", async () => {
    const member = await signedIn(shop.db);
    const { id: companyId } = await buildCompany(shop.db, [{ person: member, role: "purchaser" }]);
    const { id } = await placeDelivered();
    await shop.db.update(orders).set({ companyId, userId: member.id }).where(eq(orders.id, id));
    const { insertedId } = await (await claim(id, damaged, member)).json();
    const picture = await makePicture(8, 8);
    expect((await send(insertedId, picture, member)).status).toBe(200);
    const isTheirs = eq(companyMembers.userId, member.id);
    await shop.db.update(companyMembers).set({ role: "viewer" }).where(isTheirs);
    expect((await send(insertedId, picture, member)).status).toBe(404);
    await shop.db.delete(companyMembers).where(isTheirs);
    expect((await send(insertedId, picture, member)).status).toBe(404);
  });

  it("and words are in one's own data, and erased with the notes", async () => {
    const { id } = await placeDelivered();
    const claimId = await claimed(id, { ...damaged, words: "Scratched by our own loom." });
    await send(claimId, await makePicture(40, 30));
    const data = await (await call(shop, "GET /account/data", { as: buyer })).text();
    expect(data).toContain("Scratched by our own loom.");
    await eraseNotes(shop.db, buyer.email, {
      who: { id: admin.id, email: admin.email, name: admin.name },
      from: { address: null, userAgent: null },
    });
    expect((await list(id)).claims).toMatchObject([{ words: "Erased", pictures: [] }]);
  });
});
