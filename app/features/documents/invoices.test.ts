import { eq, gt, sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { listMails } from "#test/mails.ts";
import { startPapers } from "#test/papers.ts";
import { call } from "#test/people.ts";
import { issueInvoice } from "./invoices.server.ts";
import { invoicedOrders, invoices, printedInvoices } from "./tables.server.ts";

const { shop, admin, place, send, move, accept, invoice, fetchPdf } = await startPapers();

describe("an invoice", () => {
  it("bears the day of the database, and is due 30 days later, though the clock of the process is a month ahead", async () => {
    const id = await place();
    const today = sql`(now() at time zone 'UTC')::date`;
    const { rows } = await shop.db.execute(sql`select ${today}::text as "issuedOn", (${today} + 30)::text as "dueOn"`);
    await accept(id);
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      vi.setSystemTime(Date.now() + 30 * 24 * 60 * 60 * 1000);
      expect((await move(id, { track: "payment", from: "pending", to: "invoiced" })).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
    const [issued] = await shop.db.select().from(invoices).orderBy(sql`${invoices.serial} desc`).limit(1);
    expect(issued).toMatchObject(rows[0] ?? {});
  });

  it("of 50 orders moved at once has a number of its own, without a gap", async () => {
    const ids: string[] = [];
    for (let at = 0; at < 50; at++) {
      ids.push(await place());
      await accept(ids[at] ?? "");
    }
    const answers = await Promise.all(ids.map(invoice));
    // A busy shop may refuse some for a moment, which must leave no gap either.
    for (const [at, { status }] of answers.entries()) if (status !== 200) await invoice(ids[at] ?? "");
    const stored = await shop.db.select().from(invoices).orderBy(invoices.serial);
    expect(stored.length).toBeGreaterThanOrEqual(50);
    expect(stored.map(({ serial }) => serial)).toEqual(stored.map((_, at) => at + 1));
    expect(stored.every(({ number, year, serial }) => number === `${year}-${String(serial).padStart(5, "0")}`)).toBe(
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
    expect((await move(id, { track: "payment", from: "invoiced", to: "paid" })).status).toBe(409);
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

  it("is numbered from 1 in each year, which begins with a day of the shop's time zone", async () => {
    const moments = [
      ["2031-12-31T22:30:00Z", "2031-00001"],
      ["2031-12-31T23:30:00Z", "2032-00001"],
      ["2032-01-02T12:00:00Z", "2032-00002"],
    ] as const;
    const ids: string[] = [];
    for (const _ of moments) ids.push(await place());
    const seller = { address: [], contact: "orders@rivet-and-reed.example", bank: [], terms: [] };
    const settings = { seller, timeZone: "Europe/Stockholm" };
    let numbers: string[] = [];
    const issuing = shop.db.transaction(async (tx) => {
      // The clock of the database, for this transaction alone.
      await tx.execute(sql`create schema clock`);
      await tx.execute(sql`set local search_path to clock, pg_catalog, public`);
      for (const [at, [moment]] of moments.entries()) {
        const now = `create or replace function clock.now() returns timestamptz language sql`;
        await tx.execute(sql.raw(`${now} as $$ select '${moment}'::timestamptz $$`));
        await issueInvoice(tx, settings, [ids[at] ?? ""], "2032-02-01");
      }
      const issued = await tx.select().from(invoices).where(gt(invoices.year, 2030)).orderBy(invoices.number);
      numbers = issued.map(({ number }) => number);
      throw new Error("cut off");
    });
    await expect(issuing).rejects.toThrow("cut off");
    expect(numbers).toEqual(moments.map(([, number]) => number));
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
      .set({ review: "accepted", payment: "paid", dueOn: "2026-01-31" })
      .where(eq(orders.id, id));
    const fetched = await Promise.all([1, 2, 3].map(() => fetchPdf(`/orders/${id}/invoice.pdf`)));
    expect(fetched.every(({ text }) => text.includes("31 January 2026"))).toBe(true);
    expect(await shop.db.$count(invoicedOrders, eq(invoicedOrders.orderId, id))).toBe(1);
  });
});

describe("the invoice of a sheet", () => {
  it("is one when several of its lines are moved in one call, and each answers that it moved", async () => {
    const { orderIds: ids } = await send(3);
    for (const id of ids) await accept(id);
    const body = { ids, track: "payment", from: "pending", to: "invoiced" };
    const headers = { "idempotency-key": crypto.randomUUID() };
    for (const _ of [1, 2]) {
      const response = await call(shop, "POST /orderMoves", { as: admin, body, headers });
      expect(await response.json()).toEqual(ids.map((id) => ({ id, ok: true })));
    }
    const on = await shop.db.select().from(invoicedOrders);
    expect(new Set(on.filter(({ orderId }) => ids.includes(orderId)).map(({ invoiceId }) => invoiceId)).size).toBe(1);
  });

  it("is one when several of its lines are accepted and invoiced in one call, each with its moves, mails and act", async () => {
    const [other = "", ...ids] = (await send(4)).orderIds;
    const alone = await place();
    const body = { ids: [...ids, alone], track: "review", from: "in-review", to: "accepted", invoice: {} };
    const headers = { "idempotency-key": crypto.randomUUID() };
    for (const _ of [1, 2]) {
      const response = await call(shop, "POST /orderMoves", { as: admin, body, headers });
      expect(await response.json()).toEqual([...ids, alone].map((id) => ({ id, ok: true })));
    }
    const on = await shop.db.select().from(invoicedOrders);
    expect(new Set(on.filter(({ orderId }) => ids.includes(orderId)).map(({ invoiceId }) => invoiceId)).size).toBe(1);
    expect(on.filter(({ orderId }) => orderId === other)).toEqual([]);
    for (const id of [...ids, alone]) {
      const { events } = await (await call(shop, `GET /orders/${id}`, { as: admin })).json();
      expect(events.slice(1).map(({ to }: { to: string }) => to)).toEqual(["accepted", "invoiced"]);
      const actions = await shop.db.select().from(audit).where(eq(audit.objectId, id));
      expect(actions.map(({ after }) => after)).toEqual([{ review: "accepted", payment: "Invoiced" }]);
    }
    // Written in one transaction, in no order.
    const subjects = (await listMails(shop.db)).map(({ subject }) => subject).toSorted();
    expect(subjects.flatMap((subject) => /accepted, 4 orders|: 2 invoices/.exec(subject) ?? [])).toEqual([
      ": 2 invoices",
      "accepted, 4 orders",
    ]);
  });

  it("takes lines along that the call does not name, and the answer names them", async () => {
    const [waiting = "", first = "", second = "", ...rest] = (await send(5)).orderIds;
    for (const id of [first, second, ...rest]) await accept(id);
    const body = { ids: [first, second], track: "payment", from: "pending", to: "invoiced" };
    const headers = { "idempotency-key": crypto.randomUUID() };
    for (const _ of [1, 2]) {
      const response = await call(shop, "POST /orderMoves", { as: admin, body, headers });
      const [one, two] = await response.json();
      expect({ ...one, invoicedToo: one.invoicedToo?.toSorted() }).toEqual({
        ...{ id: first, ok: true, invoicedToo: rest.toSorted() },
      });
      expect(two).toEqual({ id: second, ok: true });
    }
    const { payment } = await (await call(shop, `GET /orders/${waiting}`, { as: admin })).json();
    expect(payment).toBe("pending");
  });

  it("also tells of accepted lines when another line is accepted and invoiced", async () => {
    const [waiting = "", accepted = ""] = (await send(2)).orderIds;
    await accept(accepted);
    const body = { ids: [waiting], track: "review", from: "in-review", to: "accepted", invoice: {} };
    const response = await call(shop, "POST /orderMoves", { as: admin, body });
    expect(await response.json()).toEqual([{ id: waiting, ok: true, invoicedToo: [accepted] }]);
  });

  it("takes lines along; one that was not where the call expected did not move, and the answer says so", async () => {
    const [waiting = "", accepted = ""] = (await send(2)).orderIds;
    await accept(accepted);
    const body = { ids: [waiting, accepted], track: "review", from: "in-review", to: "accepted", invoice: {} };
    const response = await call(shop, "POST /orderMoves", { as: admin, body });
    expect(await response.json()).toMatchObject([
      { id: waiting, ok: true },
      { id: accepted, ok: false, code: "wrong-state" },
    ]);
  });

  it("is one when two admins invoice two of its lines at once", async () => {
    for (let round = 0; round < 5; round++) {
      const { orderIds: ids } = await send(3);
      for (const id of ids) await accept(id);
      const answers = await Promise.all(ids.map(invoice));
      // The second caller is told so, or that the shop is busy if it takes too long.
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.every(({ status }) => [200, 409, 503].includes(status))).toBe(true);
      const on = await shop.db.select().from(invoicedOrders);
      expect(on.filter(({ orderId }) => ids.includes(orderId))).toHaveLength(3);
    }
  });
});
