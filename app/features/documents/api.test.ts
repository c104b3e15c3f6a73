import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { orders } from "#app/features/orders/tables.server.ts";
import { rateLimits } from "#app/platform/http/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, buildTrims, newOrder, newSheet } from "#test/builders.ts";
import { readPdf } from "#test/pdf.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { documentRules } from "./limits.server.ts";
import { invoicedOrders, invoices, printedInvoices } from "./tables.server.ts";

let shop: TestApp;
let buyer: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp({ limits: "off" });
  [buyer, admin] = await Promise.all([signedIn(shop.db), signedIn(shop.db, { role: "admin" })]);
});

async function place(pieces = 100): Promise<string> {
  const trim = await buildTrim(shop.db, { name: `Rivet ${crypto.randomUUID().slice(0, 8)}`, price: "0.0345" });
  const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, pieces) });
  return (await response.json()).insertedId;
}

async function send(lines: number): Promise<{ id: string; number: number; orderIds: string[] }> {
  const trims = await buildTrims(shop.db, lines, { price: "0.0345" });
  const body = { ...newSheet(buyer, trims, 101), poNumber: "4500-2271", country: "US" };
  const headers = { "idempotency-key": crypto.randomUUID() };
  const answer = await (await call(shop, "POST /orderSheets", { as: buyer, body, headers })).json();
  return { id: answer.insertedId, number: answer.number, orderIds: answer.orderIds };
}

const move = (id: string, body: object) => call(shop, `POST /orders/${id}/moves`, { as: admin, body });
const accept = (id: string) => move(id, { track: "review", from: "in review", to: "accepted" });
const invoice = (id: string) => move(id, { track: "payment", from: "Pending", to: "Invoiced", dueOn: "2030-01-31" });

async function fetchPdf(path: string, as = buyer) {
  const response = await call(shop, `GET ${path}`, { as });
  expect(response.status, path).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { elements, sizes, info } = await readPdf(bytes);
  return {
    bytes,
    sizes,
    info,
    text: elements.map(({ text }) => text).join("\n"),
    disposition: response.headers.get("content-disposition"),
  };
}

const statusOf = async (path: string, as = buyer) => (await call(shop, `GET ${path}`, { as })).status;

describe("GET /orders/{id}/…pdf", () => {
  it("says what was ordered, by id and by number, to its owner and to admins", async () => {
    const id = await place(333);
    const [order] = await shop.db.select().from(orders).where(eq(orders.id, id));
    for (const [path, as] of [
      [id, buyer],
      [order?.number, admin],
    ] as const) {
      const { text, info, disposition } = await fetchPdf(`/orders/${path}/confirmation.pdf`, as);
      for (const part of [buyer.name, "Vävaregatan 14, Umeå", order?.productName, "333", "$0.0345", "$11.49"]) {
        expect(text).toContain(part);
      }
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

  it("has the invoice once it is issued, the packing list once it is packed, and no pro-forma once it has ended", async () => {
    const id = await place();
    expect(await statusOf(`/orders/${id}/invoice.pdf`)).toBe(404);
    expect(await statusOf(`/orders/${id}/packing.pdf`, admin)).toBe(404);
    await fetchPdf(`/orders/${id}/proforma.pdf`);
    await accept(id);
    await invoice(id);
    await move(id, { track: "shipping", from: "Pending", to: "Packed" });
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

describe("an invoice", () => {
  it("bears the day of the database, and is due 30 days later, though the clock of the process is a month ahead", async () => {
    const id = await place();
    const today = sql`(now() at time zone 'UTC')::date`;
    const { rows } = await shop.db.execute(sql`select ${today}::text as "issuedOn", (${today} + 30)::text as "dueOn"`);
    await accept(id);
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      vi.setSystemTime(Date.now() + 30 * 24 * 60 * 60 * 1000);
      expect((await move(id, { track: "payment", from: "Pending", to: "Invoiced" })).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
    const [issued] = await shop.db.select().from(invoices).orderBy(sql`${invoices.serial} desc`).limit(1);
    expect(issued).toMatchObject(rows[0] ?? {});
  });

  it("of 50 orders moved at once has a number of its own, without a gap", { timeout: 60_000 }, async () => {
    const ids: string[] = [];
    for (let at = 0; at < 50; at++) {
      ids.push(await place());
      await accept(ids[at] ?? "");
    }
    const answers = await Promise.all(ids.map(invoice));
    // A busy shop may refuse some for a moment, which must leave no gap either.
    for (const [at, { status }] of answers.entries()) if (status !== 200) await invoice(ids[at] ?? "");
    const kept = await shop.db.select().from(invoices).orderBy(invoices.serial);
    expect(kept.length).toBeGreaterThanOrEqual(50);
    expect(kept.map(({ serial }) => serial)).toEqual(kept.map((_, at) => at + 1));
    expect(kept.every(({ number, year, serial }) => number === `${year}-${String(serial).padStart(5, "0")}`)).toBe(
      true,
    );
    const onInvoices = await shop.db.select().from(invoicedOrders);
    for (const id of ids) expect(onInvoices.filter(({ orderId }) => orderId === id)).toHaveLength(1);
  });

  it("that is not issued after all takes no number", async () => {
    const id = await place();
    await accept(id);
    const count = () => shop.db.$count(invoices);
    const before = await count();
    expect((await move(id, { track: "payment", from: "Invoiced", to: "Paid" })).status).toBe(409);
    await expect(
      shop.db.transaction(async (tx) => {
        await tx.execute(sql`insert into invoice_counters (year, last) values (1999, 1)`);
        throw new Error("cut off");
      }),
    ).rejects.toThrow("cut off");
    await invoice(id);
    const last = await shop.db.select().from(invoices).orderBy(sql`${invoices.serial} desc`).limit(1);
    expect(await count()).toBe(before + 1);
    expect(last[0]?.serial).toBe(before + 1);
  });

  it("never changes: neither its rows nor its bytes, whatever becomes of the order", async () => {
    const id = await place();
    await accept(id);
    await invoice(id);
    const first = await fetchPdf(`/orders/${id}/invoice.pdf`);
    await shop.db.update(orders).set({ address: "Elsewhere 1" }).where(eq(orders.id, id));
    const second = await fetchPdf(`/orders/${id}/invoice.pdf`, admin);
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
    expect(second.text).not.toContain("Elsewhere");
    for (const table of ["invoices", "invoiced_orders", "printed_invoices"]) {
      for (const change of [
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `update ${table} set invoice_id = null`,
      ]) {
        await expect(shop.db.execute(sql.raw(change)), change).rejects.toThrow();
      }
    }
    await expect(shop.db.execute(sql`update invoices set due_on = '2031-01-01'`)).rejects.toThrow();
    for (const change of ["set last = last - 1", "set last = last + 2"]) {
      await expect(shop.db.execute(sql.raw(`update invoice_counters ${change}`)), change).rejects.toThrow();
    }
    await expect(shop.db.execute(sql`delete from invoice_counters`)).rejects.toThrow();
  });

  it("is kept with the hash of what it says; another hash is refused", async () => {
    const [one] = await shop.db.select().from(invoices).limit(1);
    const bytes = new TextEncoder().encode(one?.content);
    const digest = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
    expect(one?.sha256).toBe(digest);
    const { id: _, ...values } = one ?? expect.fail("there is no invoice");
    const forged = { ...values, number: "1999-00001", year: 1999, serial: 1, content: `${values.content} ` };
    await expect(shop.db.insert(invoices).values(forged)).rejects.toThrow();
  });

  it("is printed once on each paper, also when it is fetched ten times at once", async () => {
    const id = await place();
    await accept(id);
    await invoice(id);
    const fetched = await Promise.all(Array.from({ length: 10 }, () => fetchPdf(`/orders/${id}/invoice.pdf`)));
    expect(new Set(fetched.map(({ bytes }) => Buffer.from(bytes).toString("base64"))).size).toBe(1);
    const [on] = await shop.db.select().from(invoicedOrders).where(eq(invoicedOrders.orderId, id));
    expect(await shop.db.$count(printedInvoices, eq(printedInvoices.invoiceId, on?.invoiceId ?? ""))).toBe(1);
  });

  it("is issued at the first request for orders that were invoiced before the shop kept invoices, once", async () => {
    const id = await place();
    await shop.db
      .update(orders)
      .set({ review: "accepted", payment: "Paid", dueOn: "2026-01-31" })
      .where(eq(orders.id, id));
    const fetched = await Promise.all([1, 2, 3].map(() => fetchPdf(`/orders/${id}/invoice.pdf`)));
    expect(fetched.every(({ text }) => text.includes("31 January 2026"))).toBe(true);
    expect(await shop.db.$count(invoicedOrders, eq(invoicedOrders.orderId, id))).toBe(1);
  });
});

describe("what one account has printed", () => {
  it("is limited, however many it asks for at once; nobody else has to wait for it, and a kept invoice is not printed", async () => {
    const limited = await startTestApp({ limits: { "document-account": { points: 3, minutes: 15 } } });
    const [one, house] = [await signedIn(limited.db), await signedIn(limited.db, { role: "admin" })];
    const placed = await call(limited, "POST /orders", {
      as: one,
      body: newOrder(one, await buildTrim(limited.db)),
    });
    const { insertedId: id } = await placed.json();
    const body = { track: "review", from: "in review", to: "accepted", invoice: {} };
    expect((await call(limited, `POST /orders/${id}/moves`, { as: house, body })).status).toBe(200);
    const ask = async (kind: string, as: TestPerson) =>
      (await call(limited, `GET /orders/${id}/${kind}.pdf`, { as })).status;
    expect(await ask("invoice", one)).toBe(200);
    const statuses = await Promise.all(Array.from({ length: 10 }, () => ask("confirmation", one)));
    expect(statuses.toSorted()).toEqual([...Array(2).fill(200), ...Array(8).fill(429)]);
    expect([await ask("invoice", one), await ask("proforma", one)]).toEqual([200, 429]);
    expect(await ask("proforma", house)).toBe(200);
    expect(documentRules["document-account"]).toEqual({ points: 120, minutes: 15 });
  });

  it("is not what it was refused because others waited", async () => {
    const crowded = await startTestApp();
    const one = await signedIn(crowded.db);
    const body = newOrder(one, await buildTrim(crowded.db));
    const { insertedId: id } = await (await call(crowded, "POST /orders", { as: one, body })).json();
    const ask = async () => (await call(crowded, `GET /orders/${id}/confirmation.pdf`, { as: one })).status;
    const statuses = await Promise.all(Array.from({ length: 60 }, ask));
    const [printed, refused] = [200, 503].map((wanted) => statuses.filter((status) => status === wanted).length);
    expect((printed ?? 0) + (refused ?? 0)).toBe(60);
    expect(refused).toBeGreaterThan(0);
    const [counted] = await crowded.db
      .select()
      .from(rateLimits)
      .where(eq(rateLimits.key, `document-account:${one.id}`));
    expect(counted?.points).toBe(printed);
  });
});

describe("GET /packingLists.pdf", () => {
  const pack = (id: string) => move(id, { track: "shipping", from: "Pending", to: "Packed" });
  const numberOf = async (id: string) =>
    (await shop.db.select({ number: orders.number }).from(orders).where(eq(orders.id, id)))[0]?.number;
  const path = (numbers: readonly unknown[]) => `/packingLists.pdf?${numbers.map((one) => `order=${one}`).join("&")}`;

  it("holds a list for each order placed alone and one for the lines of a sheet, of those that are packed", async () => {
    const [alone, waiting] = [await place(), await place()];
    const sheet = await send(3);
    for (const id of [alone, waiting, ...sheet.orderIds]) await accept(id);
    for (const id of [alone, ...sheet.orderIds.slice(0, 2)]) await pack(id);
    const numbers = await Promise.all([...sheet.orderIds, alone, waiting].map(numberOf));
    const { text, sizes, disposition, info } = await fetchPdf(path([...numbers, 2_147_483_648]), admin);
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
    const numbers = Array.from({ length: 201 }, (_, at) => 1_000_000_000 + at);
    expect(await statusOf(path(numbers.slice(1)), admin)).toBe(404);
    expect(await statusOf(path(numbers), admin)).toBe(400);
    expect(await statusOf("/packingLists.pdf", admin)).toBe(400);
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
    expect(states.map(({ payment }) => payment)).toEqual(["Invoiced", "Invoiced", "Invoiced", "Pending"]);
    const bySheet = await fetchPdf(`/orderSheets/${sheet.id}/invoice.pdf`);
    const byOrder = await fetchPdf(`/orders/${one}/invoice.pdf`);
    expect(Buffer.compare(bySheet.bytes, byOrder.bytes)).toBe(0);
    expect(bySheet.text).toContain("Sum of 3 lines");
    expect(bySheet.text).toContain("$10.44");
    expect(await statusOf(`/orders/${four}/invoice.pdf`)).toBe(404);
    const other = await signedIn(shop.db);
    expect(await statusOf(`/orderSheets/${sheet.id}/invoice.pdf`, other)).toBe(404);
  });

  it("are one invoice when several lines are moved in one call, and each answers that it moved", async () => {
    const { orderIds: ids } = await send(3);
    for (const id of ids) await accept(id);
    const body = { ids, track: "payment", from: "Pending", to: "Invoiced" };
    const headers = { "idempotency-key": crypto.randomUUID() };
    for (const _ of [1, 2]) {
      const response = await call(shop, "POST /orderMoves", { as: admin, body, headers });
      expect(await response.json()).toEqual(ids.map((id) => ({ id, ok: true })));
    }
    const on = await shop.db.select().from(invoicedOrders);
    expect(new Set(on.filter(({ orderId }) => ids.includes(orderId)).map(({ invoiceId }) => invoiceId)).size).toBe(1);
  });

  it("say that a line did not move if another's invoice took it along and it was not where the call expected", async () => {
    const [waiting = "", accepted = ""] = (await send(2)).orderIds;
    await accept(accepted);
    const body = { ids: [waiting, accepted], track: "review", from: "in review", to: "accepted", invoice: {} };
    const response = await call(shop, "POST /orderMoves", { as: admin, body });
    expect(await response.json()).toMatchObject([
      { id: waiting, ok: true },
      { id: accepted, ok: false, code: "wrong-state" },
    ]);
  });

  it("of which two lines are invoiced at once by two admins are on one invoice", async () => {
    for (let round = 0; round < 5; round++) {
      const { orderIds: ids } = await send(3);
      for (const id of ids) await accept(id);
      const answers = await Promise.all(ids.map(invoice));
      // Whoever comes second is told so, or that the shop is busy if that takes too long.
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.every(({ status }) => [200, 409, 503].includes(status))).toBe(true);
      const on = await shop.db.select().from(invoicedOrders);
      expect(on.filter(({ orderId }) => ids.includes(orderId))).toHaveLength(3);
    }
  });
});
