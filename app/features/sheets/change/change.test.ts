import { eq, inArray } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { buildTrims, newSheet } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { startMoves } from "#test/moves.ts";
import { call } from "#test/people.ts";
import { readStock } from "#test/stock.ts";

const { shop, buyer, other, admin, second, moved } = await startMoves();

type Sheet = { number: number; insertedId: string; orderIds: string[]; trims: { id: string }[] };

async function send(lines: number): Promise<Sheet> {
  const trims = await buildTrims(shop.db, lines);
  const headers = { "idempotency-key": crypto.randomUUID() };
  const body = { ...newSheet(buyer, trims), poNumber: "CD-2614" };
  return { ...(await (await call(shop, "POST /orderSheets", { as: buyer, headers, body })).json()), trims };
}

const change = (number: number, body: object, as = buyer) =>
  call(shop, `PATCH /orderSheets/${number}`, { as, body: { version: 1, ...body } });
const read = async (number: number) => (await call(shop, `GET /orderSheets/${number}`, { as: buyer })).json();
const problemOf = async (response: Response) => ({ status: response.status, ...(await response.json()) });

let mailed: number;
const changeMails = async () =>
  (await listMails(shop.db)).filter(({ subject }) => /changed/.test(subject)).slice(mailed);
beforeEach(async () => {
  mailed = 0;
  mailed = (await changeMails()).length;
});

describe("PATCH /orderSheets/{id}", () => {
  it("changes 50 of 200 lines, what all share, and which there are, with one entry of history and one mail each", async () => {
    const { number, insertedId, orderIds, trims } = await send(200);
    const [extra] = await buildTrims(shop.db, 1);
    const lines = orderIds.slice(0, 50).map((id) => ({ id, orderQuantity: 150 }));
    const body = {
      ...{ lines, remove: orderIds.slice(199), add: [{ trimId: extra?.id, orderQuantity: 300 }] },
      ...{ poNumber: "CD-2615", address: "Storgatan 2\nUmeå" },
    };
    const answer = await (await change(number, body)).json();
    expect(answer).toMatchObject({ modifiedCount: 201, version: 2 });
    expect(answer.orderIds).toHaveLength(1);
    const stock = await Promise.all([0, 50, 199].map((at) => readStock(shop.db, trims[at]?.id ?? "")));
    expect([...stock, await readStock(shop.db, extra?.id ?? "")]).toEqual([850, 900, 1000, 700]);
    const sheet = await read(number);
    expect(sheet).toMatchObject({ version: 2, poNumber: "CD-2615", address: "Storgatan 2\nUmeå", lines: 200 });
    expect(sheet.orders).toHaveLength(201);
    const live = sheet.orders.filter(({ review }: { review: string }) => review === "in-review");
    expect(new Set(live.map(({ poNumber }: { poNumber: string }) => poNumber))).toEqual(new Set(["CD-2615"]));
    const kinds = sheet.events.map(({ kind, to }: { kind: string; to: string }) => to ?? kind);
    expect(kinds).toEqual(["placed", "changed", "cancelled", "placed"]);
    const [, changed] = sheet.events;
    expect(changed.changes).toHaveLength(199);
    const mails = await changeMails();
    expect(mails.map(({ to }) => to.address).toSorted()).toEqual(
      [buyer, admin, second].map(({ email }) => email).toSorted(),
    );
    const [mail] = mails.filter(({ to }) => to.address === buyer.email);
    expect(mail?.subject).toMatch(/^PO CD-2615: changed, 200 orders, \$/);
    expect(mail?.enclosed).toEqual([`confirmation sheet ${insertedId} version 2`]);
    const cancelled = (await listMails(shop.db)).filter(({ subject }) => /CD-2615: .*cancelled/.test(subject));
    expect(cancelled).toEqual([]);
  });

  it("sends all lines to an address in fields, those too that it gains", async () => {
    const { number } = await send(2);
    const [extra] = await buildTrims(shop.db, 1);
    const shipTo = { street: "Industrigatan 7", postcode: "502 62", town: "Borås", country: "SE" };
    const answer = await change(number, { shipTo, add: [{ trimId: extra?.id, orderQuantity: 300 }] });
    expect(answer.status).toBe(200);
    const address = "Industrigatan 7\n502 62 Borås\nSweden";
    const sheet = await read(number);
    expect(sheet).toMatchObject({ address, shipTo, country: "SE" });
    expect(sheet.orders).toHaveLength(3);
    for (const order of sheet.orders) expect(order).toMatchObject({ address, shipTo });
  });

  it("is all or nothing, and names each line at fault", async () => {
    const { number, orderIds, trims } = await send(3);
    const [one = "", two = "", three = ""] = orderIds;
    const body = {
      lines: [
        { id: one, orderQuantity: 200 },
        { id: two, orderQuantity: 1001 },
        { id: three, orderQuantity: 200, unitPrice: "0.0600" },
      ],
      add: [{ trimId: trims[0]?.id, orderQuantity: 100 }],
    };
    const refused = await problemOf(await change(number, body));
    expect(refused).toMatchObject({ status: 409, now: { "lines.2.unitPrice": "0.0620" } });
    const fields = refused.errors.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(["lines.1.orderQuantity", "lines.2.unitPrice", "add.0.trimId"]);
    expect(await readStock(shop.db, trims[0]?.id ?? "")).toBe(900);
    expect(await read(number)).toMatchObject({ version: 1 });
    const twice = { lines: [{ id: one }], remove: [one] };
    expect((await change(number, twice)).status).toBe(400);
    expect((await change(number, { remove: orderIds })).status).toBe(400);
    const stranger = (await send(1)).orderIds;
    expect((await change(number, { remove: stranger })).status).toBe(404);
    expect((await change(number, { poNumber: "A" }, other)).status).toBe(404);
  });

  it("answers who changed it before, also one order on its own page, and which order has moved on", async () => {
    const { number, orderIds } = await send(2);
    const [one = "", two = ""] = orderIds;
    const alone = await call(shop, `PATCH /orders/${one}`, { as: admin, body: { version: 1, orderQuantity: 200 } });
    expect(alone.status).toBe(200);
    const shared = await call(shop, `PATCH /orders/${one}`, { as: admin, body: { version: 2, poNumber: "A" } });
    expect(await problemOf(shared)).toMatchObject({ status: 400, errors: [{ field: "poNumber" }] });
    const late = await problemOf(await change(number, { poNumber: "A" }, second));
    expect(late).toMatchObject({ status: 412, code: "order-changed", now: { version: "2" } });
    expect(late.detail).toMatch(/^Ada Admin changed No\. \d+: pieces 100 → 200 on /);
    await moved(two, "review", "in-review", "accepted");
    const body = { version: 2, lines: [{ id: two, orderQuantity: 200 }] };
    expect(await problemOf(await change(number, body))).toMatchObject({ status: 409, code: "wrong-state" });
    const audited = await change(number, { version: 2, poNumber: "B", promisedOn: "2030-01-04" }, admin);
    expect(audited.status).toBe(200);
    const { insertedId } = { insertedId: (await read(number))._id };
    const found = await shop.db.select({ action: audit.action }).from(audit).where(eq(audit.objectId, insertedId));
    expect(found).toEqual([{ action: "change-sheet" }]);
  });

  it("credits what was invoiced of changed and removed lines, in the one mail", async () => {
    const { number, insertedId, orderIds } = await send(3);
    const [one = "", two = "", three = ""] = orderIds;
    for (const id of orderIds) await moved(id, "review", "in-review", "accepted");
    await moved(one, "payment", "pending", "invoiced");
    expect((await read(number)).billed).toEqual(
      expect.arrayContaining(orderIds.map((order) => expect.objectContaining({ order, pieces: 100, amount: "6.20" }))),
    );
    const mailsBefore = (await listMails(shop.db)).length;
    const body = {
      lines: [
        { id: one, orderQuantity: 200 },
        { id: two, promisedOn: undefined },
      ],
      remove: [three],
    };
    expect((await change(number, body, admin)).status).toBe(200);
    const sheet = await read(number);
    expect(sheet.billed.map(({ order }: { order: string }) => order)).toEqual([two]);
    const states = sheet.orders.map(({ payment }: { payment: string }) => payment);
    expect(states).toEqual(["pending", "invoiced", "pending"]);
    const own = (await listMails(shop.db)).slice(mailsBefore).filter(({ to }) => to.address === buyer.email);
    const [mail, ...others] = own;
    expect(others).toEqual([]);
    expect(mail?.enclosed).toEqual([
      `confirmation sheet ${insertedId} version 2`,
      ...[1, 2].map(() => expect.stringMatching(/^credit-note /)),
    ]);
    expect(mail?.text).toContain("2 credit notes over $12.40 take back what was invoiced before");
    expect((await change(number, { version: 2, poNumber: "CD-2615" }, admin)).status).toBe(200);
    expect((await read(number)).billed).toEqual([]);
  });

  it("at once with another change, a move, a cancellation and an order happens whole or not at all", async () => {
    for (let round = 0; round < 10; round++) {
      const { number, orderIds, trims } = await send(5);
      const [one = "", two = "", three = ""] = orderIds;
      const body = { lines: orderIds.map((id) => ({ id, orderQuantity: 500 })) };
      const headers = { "idempotency-key": crypto.randomUUID() };
      await Promise.all([
        change(number, body),
        change(number, { lines: [{ id: one, orderQuantity: 300 }] }, admin),
        call(shop, `PATCH /orders/${two}`, { as: admin, body: { version: 1, orderQuantity: 400 } }),
        call(shop, `DELETE /orders/${three}`, { as: buyer }),
        call(shop, `POST /orders/${one}/moves`, {
          as: admin,
          body: { track: "review", from: "in-review", to: "accepted" },
        }),
        call(shop, "POST /orderSheets", { as: other, headers, body: newSheet(other, trims.toReversed(), 600) }),
      ]);
      const ids = trims.map(({ id }) => id);
      const held = await shop.db.select().from(orders).where(inArray(orders.trimId, ids));
      for (const id of ids) {
        const pieces = held
          .filter(({ trimId, review }) => trimId === id && review !== "cancelled")
          .reduce((sum, { orderQuantity }) => sum + orderQuantity, 0);
        expect((await readStock(shop.db, id)) ?? 0).toBe(1000 - pieces);
      }
      const events = (await read(number)).events.filter(({ kind }: { kind: string }) => kind === "changed");
      expect((await read(number)).version).toBe(1 + events.length);
    }
  });
});
