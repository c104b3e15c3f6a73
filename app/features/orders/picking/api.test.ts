import { inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orders } from "#app/features/orders/tables.server.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { startPapers } from "#test/papers.ts";
import { call } from "#test/people.ts";

const { shop, buyer, admin, place, send, move, accept, fetchPdf, statusOf } = await startPapers();

const print = (kind: string, ids: readonly string[], key: string = crypto.randomUUID()) =>
  call(shop, "POST /printRuns", { as: admin, body: { kind, ids }, headers: { "idempotency-key": key } });
const read = async (run: string | number) => (await call(shop, `GET /printRuns/${run}`, { as: admin })).json();
const marksOf = async (ids: string[]) => {
  const rows = await shop.db.select().from(orders).where(inArray(orders.id, ids)).orderBy(orders.number);
  return rows.map(({ printRun }) => printRun);
};

describe("POST /printRuns", () => {
  it("lists what waits to be packed, and marks each with the list", async () => {
    const [fresh, accepted, packed] = [await place(), await place(300), await place()];
    for (const id of [accepted, packed]) await accept(id);
    await move(packed, { track: "shipping", from: "pending", to: "packed" });
    const { insertedId, number } = await (await print("pick", [fresh, accepted, packed])).json();
    const run = await read(number);
    expect(run).toMatchObject({ _id: insertedId, number, kind: "pick", by: admin.name });
    expect(run.orders).toMatchObject([{ _id: accepted, orderQuantity: 300, onShelf: 1000 }]);
    expect(await marksOf([fresh, accepted, packed])).toEqual([null, number, null]);
    const shown = await (await call(shop, `GET /orders/${accepted}`, { as: admin })).json();
    expect(shown).toMatchObject({ printRun: number, printedAt: run.at });
  });

  it("makes one list of a call that is repeated", async () => {
    const id = await place();
    await accept(id);
    const [one, two] = [await print("production", [id], "again"), await print("production", [id], "again")];
    expect(await one.json()).toEqual(await two.json());
  });

  it("refuses what waits for nothing, and a call without its key", async () => {
    const id = await place();
    expect((await print("pick", [id])).status).toBe(409);
    expect((await print("pick", [crypto.randomUUID()])).status).toBe(409);
    const keyless = await call(shop, "POST /printRuns", { as: admin, body: { kind: "pick", ids: [id] } });
    expect(keyless.status).toBe(400);
  });
});

describe("GET /printRuns/{id}/list.pdf", () => {
  it("says what to take by item, then by delivery each order, without what has ended", async () => {
    const sheet = await send(3);
    for (const id of sheet.orderIds) await accept(id);
    const { number } = await (await print("pick", sheet.orderIds)).json();
    const [gone = ""] = sheet.orderIds;
    await call(shop, `DELETE /orders/${gone}`, { as: admin });
    const [cancelled, one, two] = (await read(number)).orders;
    const { text, sizes, info, disposition } = await fetchPdf(`/printRuns/${number}/list.pdf`, admin);
    for (const part of ["2 orders, 1 buyer, 202 pieces", `PL-${number}`, "Then by delivery", one.productName]) {
      expect(text.replaceAll("\u00a0", " ")).toContain(part);
    }
    for (const { number: order } of [one, two]) expect(text).toContain(`\n${order}\n`);
    expect(text).not.toContain(`\n${cancelled.number}\n`);
    expect(sizes).toEqual([[595, 842]]);
    expect(info.Title).toBe(`Pick list PL-${number} : Rivet & Reed`);
    expect(disposition).toBe(`inline; filename="pick-list-PL-${number}.pdf"`);
    expect((await fetchPdf(`/printRuns/${number}/list.pdf?paper=Letter`, admin)).sizes).toEqual([[612, 792]]);
    expect(await statusOf(`/printRuns/${number}/list.pdf`, buyer)).toBe(403);
    expect(await statusOf("/printRuns/999999999/list.pdf", admin)).toBe(404);
  });

  it("sums an item over its orders, and names each", async () => {
    const trim = await buildTrim(shop.db);
    const ids: string[] = [];
    for (const pieces of [100, 250]) {
      const placed = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, pieces) });
      const { insertedId } = await placed.json();
      await accept(insertedId);
      ids.push(insertedId);
    }
    const { number } = await (await print("pick", ids)).json();
    const [one, two] = (await read(number)).orders;
    const { text } = await fetchPdf(`/printRuns/${number}/list.pdf`, admin);
    for (const part of ["350", `${one.number}: 100; ${two.number}: 250`]) expect(text).toContain(part);
  });

  it("turns to as many pages as 60 orders need", async () => {
    const sheet = await send(60);
    for (const id of sheet.orderIds) await accept(id);
    const { number } = await (await print("pick", sheet.orderIds)).json();
    const { text, sizes } = await fetchPdf(`/printRuns/${number}/list.pdf`, admin);
    expect(sizes.length).toBeGreaterThan(3);
    const { orders } = await read(number);
    expect(orders).toHaveLength(60);
    for (const { number: order } of orders) expect(text).toContain(`\n${order}\n`);
  });
});
