import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { addTotals, formatPieces, totalPrice, writeCents } from "#app/contract/money.ts";
import { isOverLimit } from "#app/features/companies/rules.ts";
import { companies, companyMembers } from "#app/features/companies/tables.server.ts";
import { accounts, users } from "#app/features/identity/tables.server.ts";
import { sumOrder } from "#app/features/money/ledger.server.ts";
import { paymentStateOf, restOf } from "#app/features/money/rules.ts";
import { deliveries } from "#app/features/orders/deliveries/tables.server.ts";
import { type OrderStatus, states, type Track } from "#app/features/orders/facts.ts";
import { stateLabels } from "#app/features/orders/labels.ts";
import { listMoves } from "#app/features/orders/rules.ts";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import { catchUp } from "#app/features/orders/sums/sums.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { approvals } from "#app/features/sheets/tables.server.ts";
import { priceBreaks, trims } from "#app/features/trims/tables.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import { seedDemo } from "#db/seed.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { createDatabase } from "#test/database.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { countPlainly, readSums } from "#test/sums.ts";
import catalogue from "../catalogue.json" with { type: "json" };
import { planYear } from "./rows.ts";

const now = new Date();
const seller = { address: ["Loom Lane 3"], contact: "help@shop.example", bank: [], terms: [] };
const today = now.toISOString().slice(0, 10);

let shop: TestApp;
let admin: TestPerson;
let placed: (typeof orders.$inferSelect)[];
/** Without those that replace goods at no cost. */
let sold: typeof placed;
/** In the year each order ships at once. */
const atOnce = { ...states, shipping: states.shipping.filter((state) => state !== "partly-shipped") };
let eventsByOrder: Map<string, (typeof orderEvents.$inferSelect)[]>;

beforeAll(async () => {
  shop = await startTestApp();
  await seedDemo(shop.db, { now, timeZone: "UTC", seller });
  admin = await signedIn(shop.db, { role: "admin" });
  placed = await shop.db.select().from(orders).orderBy(orders.number);
  sold = placed.filter(({ unitPrice }) => Number(unitPrice) > 0);
  eventsByOrder = Map.groupBy(
    await shop.db.select().from(orderEvents).orderBy(orderEvents.seq),
    ({ orderId }) => orderId,
  );
});

async function read(path: string) {
  const response = await call(shop, `GET ${path}`, { as: admin });
  expect(response.status).toBe(200);
  return response.json();
}

const isListed = ({ review }: OrderStatus) => review === "in-review" || review === "accepted";
const worthOf = (some: typeof placed) => addTotals(some.map(({ total }) => total ?? ""));

describe("the year of a demo", () => {
  it("has twelve months of orders by forty buyers, in every state, rising in number with time", () => {
    expect(placed.length).toBeGreaterThan(1000);
    expect(new Set(placed.map(({ userId }) => userId)).size).toBe(40);
    for (const track of Object.keys(states) as Track[])
      expect(new Set(placed.map((order) => order[track])), track).toEqual(new Set(atOnce[track]));
    const days = placed.map(({ createdAt }) => createdAt);
    expect(days).toEqual(days.toSorted());
    expect(placed.map(({ id }) => id)).toEqual(placed.map(({ id }) => id).toSorted());
    expect(placed.map(({ number }) => number)).toEqual(placed.map((_, at) => at + 1));
    expect(Date.parse(days.at(-1) ?? "")).toBeLessThan(now.getTime());
    expect(new Set(days.map((day) => day.slice(0, 7))).size).toBeGreaterThanOrEqual(12);
  });

  it("goes for every order through moves that are allowed, to where it stands", () => {
    for (const order of sold) {
      const [first, ...events] = eventsByOrder.get(order.id) ?? [];
      expect(first).toMatchObject({ kind: "placed", actorId: order.userId, createdAt: order.createdAt });
      const status: OrderStatus = { review: "in-review", shipping: "pending", payment: "pending" };
      let at = order.createdAt;
      for (const { kind, track, from, to, createdAt, actorRole } of events) {
        expect(createdAt >= at && Date.parse(createdAt) < now.getTime(), `order ${order.number}`).toBe(true);
        at = createdAt;
        if (kind === "note" || !track) continue;
        expect(status[track]).toBe(from);
        const isCancelled = to === "cancelled" && ["pending", "in-production"].includes(status.shipping);
        const isAllowed = listMoves(status).some((move) => move.track === track && move.to === to);
        expect(isAllowed || isCancelled, `order ${order.number}: ${from} to ${to} by a ${actorRole}`).toBe(true);
        Object.assign(status, { [track]: to });
      }
      const { review, shipping, payment } = order;
      expect(status).toEqual({ review, shipping, payment });
    }
  });

  it("leaves of each trim what the catalogue says, and never had less than nothing", async () => {
    const quantities = new Map(catalogue.map(({ name, quantity }) => [name, quantity]));
    const { rows } = await shop.db.execute<Record<"name" | "quantity" | "put" | "ordered" | "least", string>>(sql`
      with changes as (
        select trim_id, created_at as at, delta from stock_movements
        union all select trim_id, created_at, -order_quantity from orders
        union all select o.trim_id, e.created_at, o.order_quantity from order_events e join orders o on o.id = e.order_id
          where e.to_state in ('declined', 'cancelled')
      ), running as (select trim_id, sum(delta) over (partition by trim_id order by at, delta desc) as stock from changes)
      select name, quantity, (select min(stock) from running where trim_id = t.id) as least,
        (select sum(delta) from stock_movements where trim_id = t.id) as put,
        (select coalesce(sum(order_quantity), 0) from orders
          where trim_id = t.id and review in ('in-review', 'accepted')) as ordered
      from trims t`);
    expect(rows).toHaveLength(107);
    for (const { name, quantity, put, ordered, least } of rows) {
      expect(Number(quantity), name).toBe(quantities.get(name));
      expect(Number(put), name).toBe(Number(quantity) + Number(ordered));
      expect(Number(least), name).toBeGreaterThanOrEqual(0);
    }
  });

  it("charges the price that its quantity has reached, and every break is reached by somebody", async () => {
    const { rows: wrong } = await shop.db.execute(sql`
      select o.number from orders o join trims t on t.id = o.trim_id
      where o.unit_price <> coalesce((select b.price from ${priceBreaks} b
        where b.trim_id = t.id and b."from" <= o.order_quantity order by b."from" desc limit 1), t.price) or o.order_quantity < t.moq`);
    const given = placed.filter((order) => !sold.includes(order));
    expect(wrong).toEqual(given.map(({ number }) => ({ number })));
    const { rows } = await shop.db.execute<{ breaks: number }>(sql`
      select (select count(*) from ${priceBreaks} b where b.trim_id = o.trim_id and b.from <= o.order_quantity)::int as breaks
      from orders o`);
    expect(new Set(rows.map(({ breaks }) => breaks))).toEqual(new Set([0, 1, 2, 3, 4]));
  });

  it("has sheets that are as their orders say", async () => {
    const { rows } = await shop.db.execute<{ sheets: number; wrong: number }>(sql`
      select count(*)::int as sheets, (count(*) filter (where (s.lines, s.pieces, s.total, s.user_id, s.created_at)
        is distinct from (o.lines, o.pieces, o.total, o.user_id, o.at)))::int as wrong
      from order_sheets s left join lateral (
        select count(*)::smallint as lines, sum(order_quantity) as pieces, sum(round(total, 2)) as total,
          min(user_id::text)::uuid as user_id, max(created_at) as at
        from orders where sheet_id = s.id and sheet_number = s.number and po_number is not distinct from s.po_number
      ) as o on true`);
    expect(rows[0]?.sheets).toBeGreaterThan(100);
    expect(rows[0]?.wrong).toBe(0);
  });

  it("has every order that was invoiced on one invoice, numbered without gaps as they were issued", async () => {
    const { rows } = await shop.db.execute<{
      year: number;
      serial: number;
      last: number;
      content: string;
      due_on: string;
    }>(sql`
      select i.year, i.serial, c.last, i.content, i.due_on::text from invoices i join invoice_counters c on c.year = i.year
      order by i.created_at, i.serial`);
    const serials = [...Map.groupBy(rows, ({ year }) => year).values()];
    for (const one of serials) {
      expect(one.map(({ serial }) => serial)).toEqual(one.map((_, at) => at + 1));
      expect(one.at(-1)?.last).toBe(one.length);
    }
    const lines = rows.flatMap(({ content, due_on: dueOn }) =>
      JSON.parse(content).lines.map(({ order, total }: { order: number; total: string }) => ({ order, total, dueOn })),
    );
    const invoiced = sold.filter(({ payment }) => payment !== "pending");
    const wanted = invoiced.map(({ number: order, total, dueOn }) => ({ order, total, dueOn }));
    expect(lines.toSorted((a, b) => a.order - b.order)).toEqual(wanted);
    const { rows: joined } = await shop.db.execute(
      sql`select from invoiced_orders join orders on orders.id = order_id`,
    );
    expect(joined).toHaveLength(invoiced.length);
  });

  it("shows an accountant part payments, credit, a write-off, reminders and a reached limit", async () => {
    const invoices = await read("/invoices");
    const having = (state: string) => invoices.filter((one: { state: string }) => one.state === state).length;
    expect(having("partly-paid")).toBeGreaterThan(0);
    expect(new Set(invoices.map(({ reminders }: { reminders: number }) => reminders))).toEqual(new Set([0, 1, 2]));
    const kinds = new Set((await read("/payments")).map(({ kind }: { kind: string }) => kind));
    expect(kinds).toEqual(new Set(["payment", "refund", "write-off"]));
    const { rows } = await shop.db.execute(sql`select from payments where order_id is null`);
    expect(rows).toHaveLength(1);
    const { rows: reached } = await shop.db.execute(sql`
      select from companies where (company_credit(id)).open > credit_limit`);
    expect(reached).toHaveLength(1);
    for (const { id, payment } of sold) {
      const ledger = await sumOrder(shop.db, id);
      expect([id, payment]).toEqual([id, paymentStateOf(ledger)]);
    }
  });

  it("has a company that pays deposits: one came in, and for another production waits", async () => {
    const asked = placed.filter(({ depositPercent }) => depositPercent > 0);
    const [companyId, ...others] = new Set(asked.map((order) => order.companyId));
    expect(others).toEqual([]);
    const [company] = await shop.db
      .select()
      .from(companies)
      .where(eq(companies.id, companyId ?? ""));
    expect(company).toMatchObject({ depositPercent: 30, number: 4 });
    const since = asked[0]?.createdAt ?? "";
    expect(placed.filter((order) => order.companyId === companyId && order.createdAt >= since)).toEqual(asked);
    const [made, waiting] = ["in-production", "pending"].map((shipping) =>
      asked.filter((order) => order.shipping === shipping),
    );
    expect(asked).toHaveLength((made ?? []).length + (waiting ?? []).length);
    const { deposit } = await read(`/orders/${made?.[0]?.id}`);
    expect(deposit).toMatchObject({ percent: 30, open: "0.00", isWaiting: false });
    const { deposit: open } = await read(`/orders/${waiting?.[0]?.id}`);
    expect(open).toMatchObject({ percent: 30, received: "0.00", isWaiting: true });
    const moved = await call(shop, `POST /orders/${waiting?.[0]?.id}/moves`, {
      ...{ as: admin, headers: { "idempotency-key": crypto.randomUUID() } },
      body: { track: "shipping", from: "pending", to: "in-production" },
    });
    expect([moved.status, await moved.json()]).toMatchObject([409, { code: "deposit-due", now: { open: open.due } }]);
  });

  it("has claims: one waits with a picture, one was refused, one credited, and one replaced at no cost", async () => {
    const found: Record<string, unknown>[] = await read("/claims");
    const of = (wanted: object) => found.filter((one) => Object.entries(wanted).every(([key, is]) => one[key] === is));
    expect(found).toHaveLength(4);
    const [[waiting], [refused], [credited], [replaced]] = [
      of({ state: "open" }),
      of({ state: "refused" }),
      of({ gets: "credit" }),
      of({ gets: "replacement" }),
    ];
    expect(refused).toMatchObject({ pictures: [] });
    expect(credited).toMatchObject({ state: "accepted", creditNote: expect.stringMatching(/^CN-\d{4}-00001$/) });

    const [picture, ...more] = (waiting?.pictures ?? []) as string[];
    expect(more).toEqual([]);
    const response = await call(shop, `GET /claims/${waiting?._id}/pictures/${picture}`, { as: admin });
    expect(response.headers.get("content-type")).toBe("image/webp");
    const sent = new Uint8Array(await response.arrayBuffer());
    expect(sent.length).toBeLessThan(60_000);
    expect(await sharp(sent).metadata()).toMatchObject({ format: "webp", width: 640 });

    const given = placed.filter((order) => !sold.includes(order));
    expect(given).toMatchObject([
      {
        ...{ number: replaced?.replacement, orderQuantity: replaced?.pieces, productName: replaced?.productName },
        ...{ review: "accepted", shipping: "pending", payment: "paid", total: "0.0000" },
      },
    ]);
    const happened = (eventsByOrder.get(given[0]?.id ?? "") ?? []).map(({ actorId, kind, note }) => [
      actorId,
      kind,
      note,
    ]);
    const staff = happened[0]?.[0];
    const says = `Replaces ${formatPieces(Number(replaced?.pieces))} pieces of order No. ${replaced?.order}, at no cost`;
    expect(happened).toEqual([
      [staff, "placed", null],
      [staff, "note", says],
    ]);
    const notes = [...eventsByOrder.values()].flat().flatMap(({ note }) => note ?? []);
    expect(notes.filter((note) => note.startsWith("Problem reported: "))).toHaveLength(4);
    expect(notes.filter((note) => note.endsWith(`Order No. ${replaced?.replacement} replaces them.`))).toHaveLength(1);
  });

  it("is told by the desk and the sales as by a full count", async () => {
    await catchUp(shop.db);
    expect(await readSums(shop.db)).toEqual(await countPlainly(shop.db));
    const count = (wanted: Partial<OrderStatus>) =>
      placed.filter((order) => Object.entries(wanted).every(([track, state]) => order[track as Track] === state))
        .length;
    const late = placed.filter(
      ({ review, payment, dueOn }) => review === "accepted" && payment === "invoiced" && dueOn && dueOn < today,
    );
    let owed = 0n;
    for (const { id } of late) owed += restOf(await sumOrder(shop.db, id));
    const all = await shop.db.select().from(trims);
    const low = all.filter(({ quantity, lowStockAt, moq }) => quantity < (lowStockAt ?? 2 * moq));
    const dashboard = await read("/adminDashboard");
    expect(dashboard).toMatchObject({
      review: { orders: count({ review: "in-review" }) },
      produce: { orders: count({ review: "accepted", shipping: "pending" }) },
      pack: { orders: count({ review: "accepted", shipping: "in-production" }) },
      ship: { orders: count({ review: "accepted", shipping: "packed" }) },
      pastDue: { orders: late.length, value: writeCents(owed) },
      lowStock: { trims: low.length, outOfStock: low.filter(({ quantity }) => quantity === 0).length },
    });
    for (const what of ["review", "pack", "pastDue"]) expect(dashboard[what].orders, what).toBeGreaterThan(0);
    const { weeks, quiet, byValue } = await read("/sales");
    const since = placed.filter((order) => isListed(order) && order.createdAt >= weeks[0].week);
    expect(addTotals(weeks.map(({ value }: { value: string }) => value))).toBe(worthOf(since));
    expect(quiet.length).toBeGreaterThanOrEqual(3);
    const best = Map.groupBy(placed.filter(isListed), ({ productName }) => productName).get(byValue[0].name) ?? [];
    expect(byValue[0].orders).toBeLessThanOrEqual(best.length);
  });

  it("is mostly ordered on working days, and by people who come back to the same trims", () => {
    const atWeekends = placed.filter(({ createdAt }) => [0, 6].includes(new Date(createdAt).getUTCDay()));
    expect(atWeekends.length).toBeGreaterThan(0);
    expect(atWeekends.length).toBeLessThan(placed.length / 10);
    const kinds = new Set(placed.map(({ userId, trimId }) => `${userId} ${trimId}`));
    expect(kinds.size).toBeLessThan(placed.length * 0.7);
  });

  it("mails nobody, and gives nobody but the demo's people a way to log in", async () => {
    const { rows } = await shop.db.execute<{ mails: number }>(sql`select count(*)::int as mails from pgboss.job`);
    expect(rows).toEqual([{ mails: 0 }]);
    const ways = await shop.db.select({ userId: accounts.userId }).from(accounts);
    const people = (await shop.db.select().from(users)).filter(({ id }) => id !== admin.id);
    const known = Object.values(demoPeople).map(({ email }) => email);
    // Forty buyers, of whom one is known, and two colleagues.
    expect(people).toHaveLength(39 + 2 + known.length);
    expect(
      people
        .filter(({ id }) => ways.some(({ userId }) => userId === id))
        .map(({ email }) => email)
        .toSorted(),
    ).toEqual(known.toSorted());
    const staff = people.filter(({ role }) => role === "admin").map(({ email }) => email);
    expect(known.filter((email) => !staff.includes(email))).toEqual([demoPeople.buyer.email]);
    expect(staff).toHaveLength(known.length - 1);
  });

  it("gives the demo's buyer orders, to look at and to order again", async () => {
    const [visitor] = await shop.db.select().from(users).where(eq(users.email, demoPeople.buyer.email));
    const theirs = placed.filter(({ userId }) => userId === visitor?.id);
    expect(theirs.length).toBeGreaterThan(10);
    expect(theirs.every(({ email, name }) => email === visitor?.email && name === visitor?.name)).toBe(true);
  });

  it("gives each buyer a company that their orders belong to, and the demo's buyer colleagues, of whom one asks", async () => {
    const members = await shop.db.select().from(companyMembers);
    const companyOf = new Map<string | null, string>(members.map(({ userId, companyId }) => [userId, companyId]));
    expect(placed.every(({ userId, companyId }) => companyId !== null && companyOf.get(userId) === companyId)).toBe(
      true,
    );
    const [visitor] = await shop.db.select().from(users).where(eq(users.email, demoPeople.buyer.email));
    const theirs = members.filter(({ companyId }) => companyId === companyOf.get(visitor?.id ?? ""));
    expect(theirs.map(({ role, orderLimit }) => [role, orderLimit]).toSorted()).toEqual([
      ["manager", null],
      ["purchaser", "500.00"],
      ["viewer", null],
    ]);
    const asked = await shop.db.select().from(approvals);
    const purchaser = theirs.find(({ role }) => role === "purchaser");
    expect(asked).toMatchObject([
      { state: "waiting", companyId: purchaser?.companyId, userId: purchaser?.userId, decidedBy: null },
    ]);
    const [{ total, lines } = { total: "0", lines: [] }] = asked;
    expect(isOverLimit(total, "500.00")).toBe(true);
    expect(addTotals(lines.map(({ unitPrice, orderQuantity }) => totalPrice(unitPrice, orderQuantity)))).toBe(total);
  });

  it("records what its admin did to orders in words, as the shop does", async () => {
    const { rows } = await shop.db.execute<{ word: string }>(sql`
      select distinct value as word from audit, jsonb_each_text(coalesce(before, '{}') || coalesce(after, '{}'))
      where action = 'move-order' order by 1`);
    expect(rows.length).toBeGreaterThan(5);
    for (const { word } of rows) expect(Object.values(stateLabels)).toContain(word);
  });

  it("has orders that the API answers with, of every stage", async () => {
    expect((await shop.db.$count(deliveries)) > 100).toBe(true);
    for (const { number } of placed.filter((_, at) => at % 40 === 0)) {
      expect(await read(`/orders/${number}`)).toMatchObject({ number });
    }
  });

  it("leaves the next numbers free", async () => {
    const { rows } = await shop.db.execute<{ order: number; sheet: number }>(sql`
      select nextval(pg_get_serial_sequence('orders', 'number'))::int - (select max(number) from orders) as order,
        nextval(pg_get_serial_sequence('order_sheets', 'number'))::int - (select max(number) from order_sheets) as sheet`);
    expect(rows).toEqual([{ order: 1, sheet: 1 }]);
  });

  it("is the same each time for the same moment", async () => {
    const about = {
      now: now.getTime(),
      timeZone: "Europe/Stockholm",
      seller,
      admin: { id: admin.id, name: "A", email: "a@b.example" },
      visitor: { id: admin.id, name: "B", email: "b@b.example" },
    };
    const stock = (await read("/trims?limit=50")).map((trim: object) => ({ ...trim, lowStockAt: null }));
    const one = planYear({ ...about, trims: stock });
    expect(one.orders.length).toBeGreaterThan(500);
    expect(planYear({ ...about, trims: stock })).toEqual(one);
  });

  it("has orders in every state on a Sunday too", { tags: ["trial"] }, async () => {
    const trims = (await read("/trims?limit=50")).map((trim: object) => ({ ...trim, lowStockAt: null }));
    const people = { admin: { id: admin.id, name: "A", email: "a@b.example" }, visitor: { ...admin, name: "B" } };
    for (const moment of ["2026-11-22T03:45:00Z", "2026-11-22T12:45:00Z", "2026-11-22T21:45:00Z"]) {
      const year = planYear({ now: Date.parse(moment), timeZone: "UTC", seller, ...people, trims });
      for (const track of Object.keys(states) as Track[]) {
        const met = new Set(year.orders.map((order) => order[track]));
        expect(met, `${track} at ${moment}`).toEqual(new Set(atOnce[track]));
      }
    }
  });

  it("shows the demo's buyer an order in every stage, whatever day it is", { tags: ["trial"] }, async () => {
    const trims = (await read("/trims?limit=50")).map((trim: object) => ({ ...trim, lowStockAt: null }));
    const people = { admin: { id: admin.id, name: "A", email: "a@b.example" }, visitor: { ...admin, name: "B" } };
    for (let day = 0; day < 365; day += 23.3) {
      const moment = Date.parse("2026-11-20T12:45:00Z") + day * 24 * 60 * 60 * 1000;
      const year = planYear({ now: moment, timeZone: "UTC", seller, ...people, trims });
      const theirs = year.orders.filter(({ userId }) => userId === admin.id);
      const stages = new Set(theirs.map(({ review, shipping }) => (review === "accepted" ? shipping : review)));
      expect([...stages], new Date(moment).toISOString()).toEqual(
        expect.arrayContaining(["in-review", ...atOnce.shipping]),
      );
    }
  });

  it("shows the same at the money desk, whatever day it is", { tags: ["trial"] }, async () => {
    const trims = (await read("/trims")).map((trim: object) => ({ ...trim, lowStockAt: null }));
    const people = {
      admin: { id: admin.id, name: "A", email: "a@b.example" },
      visitor: { ...admin, id: "1", name: "B" },
    };
    for (let day = 0; day < 365; day += 7.3) {
      const moment = Date.parse("2026-11-20T12:45:00Z") + day * 24 * 60 * 60 * 1000;
      const year = planYear({ now: moment, timeZone: "UTC", seller, ...people, trims });
      const asked = year.orders.filter(({ depositPercent }) => depositPercent > 0);
      const kinds = year.payments.map(({ kind, orderId }) => (orderId === null ? "credit" : kind));
      const shown = {
        asked: new Set(asked.map(({ review, shipping, payment }) => `${review} ${shipping} ${payment}`)),
        claims: year.claims.map(({ state, gets }) => gets ?? state).toSorted(),
        given: year.orders.filter(({ unitPrice }) => unitPrice === "0").length,
        kinds: new Set(kinds),
        limits: year.companies.filter(({ creditLimit }) => creditLimit !== null).length,
        reminded: year.reminders.length,
      };
      expect(shown, new Date(moment).toISOString()).toEqual({
        asked: new Set(["accepted in-production pending", "accepted pending pending"]),
        claims: ["credit", "open", "refused", "replacement"],
        given: 1,
        kinds: new Set(["payment", "refund", "write-off", "credit"]),
        limits: 2,
        reminded: 3,
      });
    }
  });

  it.each(["2026-01-01T00:00:30Z", "2028-02-29T23:59:00Z"])("holds at %s too", { tags: ["trial"] }, async (moment) => {
    const { db, drop } = await createDatabase();
    await seedDemo(db, { now: new Date(moment), timeZone: "Pacific/Auckland", seller });
    const { rows } = await db.execute<Record<string, number>>(sql`
        select (select count(*) from orders where review = 'in-review')::int as waiting,
          (select count(*) from orders where created_at >= ${moment})::int as ahead,
          (select count(*) from stock_movements where delta <= 0)::int as empty`);
    expect(rows[0]?.waiting).toBeGreaterThan(0);
    expect(rows[0]).toMatchObject({ ahead: 0, empty: 0 });
    await drop();
  });

  it("never comes into a shop that has its catalogue", async () => {
    const { db, drop } = await createDatabase();
    await seedDemo(db);
    const before = await db.select().from(trims);
    await seedDemo(db, { now, timeZone: "UTC", seller });
    expect(await db.$count(orders)).toBe(0);
    expect(await db.$count(users)).toBe(Object.keys(demoPeople).length);
    expect(await db.select().from(trims)).toEqual(before);
    await drop();
  });
});
