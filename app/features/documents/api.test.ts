import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import { rateLimits } from "#app/platform/http/tables.server.ts";
import { startTestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { startPapers } from "#test/papers.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { documentRules } from "./limits.server.ts";

const { shop, buyer, admin, place, send, accept, invoice, fetchPdf, statusOf } = await startPapers();

describe("GET /orders/{id}/…pdf", () => {
  it("says what was ordered, by id and by number, to its owner and to admins", async () => {
    const id = await place(333);
    const [order] = await shop.db.select().from(orders).where(eq(orders.id, id));
    for (const [path, as] of [
      [id, buyer],
      [order?.number, admin],
    ] as const) {
      const { text, type, info, disposition } = await fetchPdf(`/orders/${path}/confirmation.pdf`, as);
      for (const part of [buyer.name, "Vävaregatan 14, Umeå", order?.productName, "333", "$0.0345", "$11.49"]) {
        expect(text).toContain(part);
      }
      expect(type).toBe("application/pdf");
      expect(info.Title).toBe(`Order confirmation, Order No. ${order?.number} : Rivet & Reed`);
      expect(disposition).toBe(`inline; filename="order-confirmation-${order?.number}.pdf"`);
    }
  });

  it("has no documents of another buyer's order, nor of none", async () => {
    const id = await place();
    const other = await signedIn(shop.db);
    for (const kind of ["confirmation", "proforma", "invoice"]) {
      expect(await statusOf(`/orders/${id}/${kind}.pdf`, other)).toBe(404);
      expect(await statusOf(`/orders/${crypto.randomUUID()}/${kind}.pdf`)).toBe(404);
    }
    expect(await statusOf(`/orders/${id}/packing.pdf`)).toBe(403);
  });

  it("has the invoice once it is issued, the packing list once it is accepted, and no pro-forma once it has ended", async () => {
    const id = await place();
    expect(await statusOf(`/orders/${id}/invoice.pdf`)).toBe(404);
    expect(await statusOf(`/orders/${id}/packing.pdf`, admin)).toBe(404);
    await fetchPdf(`/orders/${id}/proforma.pdf`);
    await accept(id);
    await invoice(id);
    expect((await fetchPdf(`/orders/${id}/invoice.pdf`)).text).toContain("31 January 2030");
    expect((await fetchPdf(`/orders/${id}/packing.pdf`, admin)).text).toContain("Packing list");
    await call(shop, `DELETE /orders/${id}`, { as: admin });
    expect(await statusOf(`/orders/${id}/proforma.pdf`)).toBe(404);
    expect(await statusOf(`/orders/${id}/invoice.pdf`)).toBe(200);
    expect(await statusOf(`/orders/${id}/confirmation.pdf`)).toBe(200);
  });

  it("comes on the paper that is asked for, else that of the buyer's country", async () => {
    const id = await place();
    expect((await fetchPdf(`/orders/${id}/confirmation.pdf`)).sizes).toEqual([[595, 842]]);
    expect((await fetchPdf(`/orders/${id}/confirmation.pdf?paper=Letter`)).sizes).toEqual([[612, 792]]);
    const sheet = await send(1);
    expect((await fetchPdf(`/orderSheets/${sheet.id}/confirmation.pdf`)).sizes).toEqual([[612, 792]]);
    expect((await fetchPdf(`/orderSheets/${sheet.id}/confirmation.pdf?paper=A4`)).sizes).toEqual([[595, 842]]);
    expect(await statusOf(`/orders/${id}/confirmation.pdf?paper=A3`)).toBe(400);
  });
});

describe("the confirmation of an order that was changed", () => {
  it("says its version, and an earlier one is printed as it was", async () => {
    const id = await place(333);
    const change = { version: 1, orderQuantity: 444, poNumber: "CD-2614" };
    expect((await call(shop, `PATCH /orders/${id}`, { as: buyer, body: change })).status).toBe(200);
    const now = (await fetchPdf(`/orders/${id}/confirmation.pdf`)).text;
    for (const part of ["Version 2,", "444", "CD-2614"]) expect(now).toContain(part);
    const first = (await fetchPdf(`/orders/${id}/confirmation.pdf?version=1`)).text;
    for (const part of ["333", "$11.49"]) expect(first).toContain(part);
    for (const part of ["444", "Version", "CD-2614"]) expect(first).not.toContain(part);
    expect(await statusOf(`/orders/${id}/confirmation.pdf?version=3`)).toBe(404);
    expect(await statusOf(`/orders/${id}/confirmation.pdf?version=0`)).toBe(400);
  });
});

describe("what one account has printed", () => {
  it("is limited, however many it asks for at once; nobody else has to wait for it, and a kept invoice is not printed", async () => {
    const limited = await startTestApp({ limits: { "document-account": { points: 3, minutes: 15 } } });
    const [one, seller] = [await signedIn(limited.db), await signedIn(limited.db, { role: "admin" })];
    const placed = await call(limited, "POST /orders", {
      as: one,
      body: newOrder(one, await buildTrim(limited.db)),
    });
    const { insertedId: id } = await placed.json();
    const body = { track: "review", from: "in-review", to: "accepted", invoice: {} };
    expect((await call(limited, `POST /orders/${id}/moves`, { as: seller, body })).status).toBe(200);
    const ask = async (kind: string, as: TestPerson) =>
      (await call(limited, `GET /orders/${id}/${kind}.pdf`, { as })).status;
    expect(await ask("invoice", one)).toBe(200);
    const statuses = await Promise.all(Array.from({ length: 10 }, () => ask("confirmation", one)));
    expect(statuses.toSorted()).toEqual([...Array(2).fill(200), ...Array(8).fill(429)]);
    expect([await ask("invoice", one), await ask("proforma", one)]).toEqual([200, 429]);
    expect(await ask("proforma", seller)).toBe(200);
    expect(documentRules["document-account"]).toEqual({ points: 120, minutes: 15 });
  });

  it("is not what it was refused because others waited, a few times", async () => {
    const crowded = await startTestApp();
    const one = await signedIn(crowded.db);
    const body = newOrder(one, await buildTrim(crowded.db));
    const { insertedId: id } = await (await call(crowded, "POST /orders", { as: one, body })).json();
    const ask = async () => (await call(crowded, `GET /orders/${id}/confirmation.pdf`, { as: one })).status;
    const statuses = await Promise.all(Array.from({ length: 100 }, ask));
    const [printed, refused] = [200, 503].map((wanted) => statuses.filter((status) => status === wanted).length);
    expect((printed ?? 0) + (refused ?? 0)).toBe(100);
    expect(refused).toBeGreaterThan(0);
    const [counted] = await crowded.db
      .select()
      .from(rateLimits)
      .where(eq(rateLimits.key, `document-account:${one.id}`));
    // A few refusals are free; who goes on trying pays for it.
    expect(counted?.points).toBe((printed ?? 0) + (refused ?? 0) - 5);
  });
});

describe("a number that people quote", () => {
  it("is read alike in every address: with zeros in front, up to nine digits, and never more", async () => {
    const sheet = await send(1);
    const [line] = await shop.db.select().from(orders).where(eq(orders.sheetId, sheet.id));
    const [trim] = await shop.db.select().from(trims).limit(1);
    for (const [path, number, rest] of [
      ["/trims", trim?.number, ""],
      ["/orders", line?.number, ""],
      ["/orders", line?.number, "/confirmation.pdf"],
      ["/orderSheets", sheet.number, ""],
      ["/orderSheets", sheet.number, "/confirmation.pdf"],
    ] as const) {
      const written = [`${number}`, `00${number}`, "999999999", "0", `${number}`.padStart(10, "0"), "1x"];
      const statuses = await Promise.all(written.map((one) => statusOf(`${path}/${one}${rest}`)));
      expect(statuses, path + rest).toEqual([200, 200, 404, 404, 400, 400]);
    }
  });
});

describe("GET /packingLists.pdf", () => {
  const numberOf = async (id: string) =>
    (await shop.db.select({ number: orders.number }).from(orders).where(eq(orders.id, id)))[0]?.number;
  const path = (numbers: readonly unknown[]) => `/packingLists.pdf?${numbers.map((one) => `order=${one}`).join("&")}`;

  it("holds a list for each order placed alone and one for the lines of a sheet, of those that are accepted", async () => {
    const [alone, waiting] = [await place(), await place()];
    const sheet = await send(3);
    for (const id of [alone, ...sheet.orderIds.slice(0, 2)]) await accept(id);
    const numbers = await Promise.all([...sheet.orderIds, alone, waiting].map(numberOf));
    const { text, sizes, disposition, info } = await fetchPdf(path([...numbers, 999_999_999]), admin);
    expect(sizes).toEqual([
      [595, 842],
      [595, 842],
    ]);
    const [one, two, three, single, pending] = numbers;
    for (const part of [`Bar code of S-${sheet.number}`, `Bar code of ${single}`, "2 lines", "1 line", String(one)]) {
      expect(text).toContain(part);
    }
    expect(text).toContain(String(two));
    for (const left of [three, pending]) expect(text).not.toMatch(new RegExp(`\\b${left}\\b`));
    expect(info.Title).toBe("Packing lists of 2 deliveries : Rivet & Reed");
    expect(disposition).toMatch(/^inline; filename="packing-lists-\d{4}-\d\d-\d\d\.pdf"$/);
    const [letter] = (await fetchPdf(`${path([single])}&paper=Letter`, admin)).sizes;
    expect(letter).toEqual([612, 792]);
    expect(await statusOf(path([pending]), admin)).toBe(404);
    expect(await statusOf(path([single]))).toBe(403);
  });

  it("takes 200 orders, and not one more", async () => {
    const numbers = Array.from({ length: 201 }, (_, at) => 100_000_000 + at);
    expect(await statusOf(path(numbers.slice(1)), admin)).toBe(404);
    expect(await statusOf(path(numbers), admin)).toBe(400);
    expect(await statusOf("/packingLists.pdf", admin)).toBe(400);
  });
});

describe("GET /orders/{id}/missingCharacters", () => {
  it("tells an admin which letters are boxes on the documents, each once", async () => {
    const id = await place();
    const read = async () => (await call(shop, `GET /orders/${id}/missingCharacters`, { as: admin })).json();
    expect(await read()).toEqual({ characters: [] });
    await shop.db.update(orders).set({ address: "서울 🙂🙂 \u200d မ Gate 4" }).where(eq(orders.id, id));
    expect(await read()).toEqual({ characters: ["🙂", "မ"] });
  });
});

describe("the documents of a sheet", () => {
  it("list its lines; the invoice takes all that are accepted, and both addresses give it", async () => {
    const sheet = await send(4);
    const [one = "", two = "", three = "", four = ""] = sheet.orderIds;
    const confirmed = await fetchPdf(`/orderSheets/${sheet.number}/confirmation.pdf`);
    for (const part of [`Sheet S-${sheet.number}`, "4500-2271", "$3.48", "$13.92", "United States"]) {
      expect(confirmed.text).toContain(part);
    }
    for (const id of [one, two, three]) await accept(id);
    expect((await invoice(two)).status).toBe(200);
    const states = await shop.db.select().from(orders).where(eq(orders.sheetId, sheet.id)).orderBy(orders.number);
    expect(states.map(({ payment }) => payment)).toEqual(["invoiced", "invoiced", "invoiced", "pending"]);
    const bySheet = await fetchPdf(`/orderSheets/${sheet.id}/invoice.pdf`);
    const byOrder = await fetchPdf(`/orders/${one}/invoice.pdf`);
    expect(Buffer.compare(bySheet.bytes, byOrder.bytes)).toBe(0);
    expect(bySheet.text).toContain("Subtotal");
    expect(bySheet.text).toContain("$10.44");
    expect(await statusOf(`/orders/${four}/invoice.pdf`)).toBe(404);
    const other = await signedIn(shop.db);
    expect(await statusOf(`/orderSheets/${sheet.id}/invoice.pdf`, other)).toBe(404);
  });
});
