import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { buildTrims, newSheet } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { startMoves } from "#test/moves.ts";
import { call } from "#test/people.ts";
import { readStock } from "#test/stock.ts";

const { shop, buyer, other, admin, second, moved } = await startMoves();

type Sent = { number: number; insertedId: string; orderIds: string[] };

async function send(lines: number, poNumber?: string): Promise<Sent & { trims: { id: string }[] }> {
  const trims = await buildTrims(shop.db, lines);
  const headers = { "idempotency-key": crypto.randomUUID() };
  const body = { ...newSheet(buyer, trims), poNumber };
  const sent = await (await call(shop, "POST /orderSheets", { as: buyer, headers, body })).json();
  return { ...sent, trims };
}

const cancel = (number: number, body: object = {}, as = buyer) =>
  call(shop, `DELETE /orderSheets/${number}`, { as, body });
const read = async (number: number) => (await call(shop, `GET /orderSheets/${number}`, { as: buyer })).json();

async function mailsAbout(words: string) {
  return (await listMails(shop.db)).filter(({ subject }) => subject.includes(words));
}

describe("DELETE /orderSheets/{id}", () => {
  it("cancels all orders of a sheet with one mail to the buyer, one to each admin and one entry in its history", async () => {
    const { number, trims } = await send(3, "CD-2614");
    await listMails(shop.db);
    expect(await (await cancel(number)).json()).toEqual({ acknowledged: true, deletedCount: 3 });
    for (const { id } of trims) expect(await readStock(shop.db, id)).toBe(1000);
    const { orders, events } = await read(number);
    expect(orders.map(({ review }: { review: string }) => review)).toEqual(Array(3).fill("cancelled"));
    expect(events.filter(({ to }: { to: string }) => to === "cancelled")).toHaveLength(1);
    const mails = await mailsAbout("CD-2614");
    const mailed = mails.filter(({ subject }) => subject.includes("cancelled"));
    expect(mailed.map(({ to }) => to.address).toSorted()).toEqual(
      [buyer, admin, second].map(({ email }) => email).toSorted(),
    );
    expect(mailed[0]?.subject).toMatch(/^PO CD-2614: cancelled, 3 orders, \$18\.60$/);
    expect(await (await cancel(number)).json()).toEqual({ acknowledged: true, deletedCount: 0 });
  });

  it("by an admin says why, encloses the corrected confirmation of what remains, and leaves one row in the audit", async () => {
    const { number, insertedId, orderIds } = await send(3, "CD-2615");
    await listMails(shop.db);
    const body = { orders: orderIds.slice(0, 2), reason: "The die is worn." };
    expect(await (await cancel(number, body, admin)).json()).toMatchObject({ deletedCount: 2 });
    const mails = await mailsAbout("CD-2615");
    const [mail] = mails.filter(({ to, subject }) => to.address === buyer.email && subject.includes("cancelled"));
    expect(mail?.text).toContain("The die is worn.");
    expect(mail?.subject).toContain("1 order, $6.20 remain");
    expect(mail?.enclosed).toEqual([`confirmation sheet ${insertedId}`]);
    const found = await shop.db.select({ action: audit.action }).from(audit).where(eq(audit.objectId, insertedId));
    expect(found).toEqual([{ action: "cancel-sheet" }]);
  });

  it("is all or nothing: one order that is being made keeps the buyer's sheet, and an admin may cancel it still", async () => {
    const { number, orderIds, trims } = await send(2);
    await moved(orderIds[1] ?? "", "review", "in-review", "accepted");
    await moved(orderIds[1] ?? "", "shipping", "pending", "in-production");
    const refused = await cancel(number);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "wrong-state" });
    expect(await readStock(shop.db, trims[0]?.id ?? "")).toBe(900);
    expect(await (await cancel(number, {}, admin)).json()).toMatchObject({ deletedCount: 2 });
  });

  it("answers 404 for another buyer's sheet, none, and an order of another sheet", async () => {
    const [one, two] = [await send(1), await send(1)];
    expect((await cancel(one.number, {}, other)).status).toBe(404);
    expect((await cancel(999_999)).status).toBe(404);
    expect((await cancel(one.number, { orders: two.orderIds })).status).toBe(404);
  });

  it("twice at once cancels once, and beside new orders of the same trims nobody waits for the other", async () => {
    const { number, trims } = await send(20);
    const headers = () => ({ "idempotency-key": crypto.randomUUID() });
    const sheets = Array.from({ length: 4 }, (_, at) => {
      const body = newSheet(other, at % 2 ? trims.toReversed() : trims);
      return call(shop, "POST /orderSheets", { as: other, headers: headers(), body });
    });
    const [first, last, ...sent] = await Promise.all([cancel(number), cancel(number, {}, admin), ...sheets]);
    const counts = [await first?.json(), await last?.json()].map(({ deletedCount }) => deletedCount);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 20]);
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { id } of trims) expect(await readStock(shop.db, id)).toBe(600);
  });
});
