import { inArray } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import Papa from "papaparse";
import { expect } from "vitest";
import { dayAt } from "#app/contract/calendar.ts";
import { toCents } from "#app/contract/money.ts";
import { unmarkText } from "#app/contract/text.ts";
import { creditNotes, invoicedOrders, invoices } from "#app/features/documents/tables.server.ts";
import type { Invoice, InvoicePage, InvoiceSums } from "#app/features/money/invoices.contract.ts";
import { sumOrder } from "#app/features/money/ledger.server.ts";
import { least, paymentStateOf, restOf } from "#app/features/money/rules.ts";
import { payments } from "#app/features/money/tables.server.ts";
import { countAnew } from "#app/features/orders/sums/sums.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { startPapers } from "./papers.ts";
import { call, eachPage, type TestPerson } from "./people.ts";

type Papers = Awaited<ReturnType<typeof startPapers>>;

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Does so many things to invoices through the API, chosen at random: takes deposits, issues, pays, pays a part or too much, uses credit,
 * credits, refunds, writes off, reverses, cancels, invoices again. What is impossible is refused. Returns the money that
 * came in and has not gone out again, in cents, as the caller of the API counts it.
 */
export async function actOnInvoices(papers: Papers, { count, seed }: { count: number; seed: number }): Promise<bigint> {
  const { shop, admin, place, send, accept, move } = papers;
  const random = createRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)] ?? expect.unreachable();
  const today = dayAt(new Date(), "UTC");
  const numbers: string[] = [];
  /** Orders without an invoice yet, and what a deposit of each is paid for. */
  const waiting: { id: string; name: string }[] = [];
  /** What each booking that can be reversed brought in. */
  const booked = new Map<string, bigint>();
  let cash = 0n;

  async function post(path: string, body: object): Promise<Record<string, string> | undefined> {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const response = await call(shop, `POST ${path}`, { as: admin, body, headers });
    if (response.status === 200) return response.json();
    expect([path, response.status]).toEqual([path, 409]);
    return undefined;
  }
  const find = async (number: string): Promise<InvoicePage> => {
    const response = await call(shop, `GET /invoices/${number}`, { as: admin });
    return response.json();
  };
  async function invoice(id: string): Promise<void> {
    await move(id, { track: "payment", from: "pending", to: "invoiced" });
    const found: Invoice[] = await (await call(shop, `GET /invoices?order=${id}`, { as: admin })).json();
    for (const { number } of found) if (!numbers.includes(number)) numbers.push(number);
  }
  /** Returns the first of the orders, and what a deposit of them is paid for. */
  async function order(): Promise<{ id: string; name: string }> {
    const sheet = random() < 0.5 ? await send(2 + below(3)) : undefined;
    const ids = sheet?.orderIds ?? [await place(100 + below(900))];
    for (const id of ids) await accept(id);
    const isOf = inArray(orders.id, ids);
    const [first] = await shop.db
      .update(orders)
      .set({ depositPercent: below(101) })
      .where(isOf)
      .returning();
    return { id: ids[0] ?? "", name: sheet ? `S-${sheet.number}` : `No. ${first?.number}` };
  }
  async function issue(): Promise<void> {
    await invoice((await order()).id);
  }
  /** Pays a deposit, or more or less than it, in money or of credit. */
  async function payDeposit(name: string): Promise<void> {
    const amount = amountUpTo(3000n);
    if (random() < 0.3) return void (await post("/allocations", { invoice: name, amount }));
    const done = await post("/payments", { invoice: name, amount, day: today });
    if (!done) return;
    cash += toCents(amount);
    booked.set(done.insertedId ?? "", toCents(amount));
  }
  const amountUpTo = (cents: bigint) => {
    const part = 1n + BigInt(below(Number(cents > 1n ? cents : 1n)));
    return `${part / 100n}.${String(part % 100n).padStart(2, "0")}`;
  };
  /** What the old moves bring in or return. */
  async function moveOrder(id: string, from: string, to: string): Promise<void> {
    const before = await sumOrder(shop.db, id);
    await move(id, { track: "payment", from, to });
    const after = await sumOrder(shop.db, id);
    cash += after.paid - after.refunded - (before.paid - before.refunded);
  }

  const doable: (() => Promise<void>)[] = [
    issue,
    async () => {
      const one = await order();
      waiting.push(one);
      await payDeposit(one.name);
    },
    async () => {
      const at = below(waiting.length + 1);
      const one = waiting[at];
      if (!one) return;
      if (random() < 0.4) return payDeposit(one.name);
      waiting.splice(at, 1);
      if (random() < 0.4) await call(shop, `DELETE /orders/${one.id}`, { as: admin });
      else await invoice(one.id);
    },
    async () => {
      const page = await find(oneOf(numbers));
      const open = toCents(page.open);
      const amount = random() < 0.4 && open > 0n ? page.open : amountUpTo(open > 0n ? (open * 13n) / 10n + 1n : 500n);
      const done = await post("/payments", { invoice: page.number, amount, day: today, open: page.open });
      if (!done) return;
      cash += toCents(amount);
      booked.set(done.insertedId ?? "", toCents(amount));
    },
    async () => {
      const { number, paid, account } = await find(oneOf(numbers));
      const from = random() < 0.5 ? "invoice" : "credit";
      const most = toCents(from === "invoice" ? paid : account.credit);
      const amount = amountUpTo(most + 100n);
      const done = await post("/refunds", { invoice: number, from, amount, day: today, reason: "Wanted back" });
      if (!done) return;
      cash -= toCents(amount);
      booked.set(done.insertedId ?? "", -toCents(amount));
    },
    async () => {
      const { number, open } = await find(oneOf(numbers));
      const amount = amountUpTo(toCents(open) < 0n ? 1n : toCents(open));
      const done = await post("/writeOffs", { invoice: number, amount, reason: "Bank charges" });
      if (done) booked.set(done.insertedId ?? "", 0n);
    },
    async () => {
      const { number, open, account } = await find(oneOf(numbers));
      const [owed, credit] = [toCents(open), toCents(account.credit)];
      const amount = amountUpTo(least(owed, credit));
      const done = await post("/allocations", { invoice: number, amount });
      if (done) booked.set(done.insertedId ?? "", 0n);
    },
    async () => {
      const { number, lines } = await find(oneOf(numbers));
      const { _id: order, creditablePieces, creditable } = oneOf(lines);
      const part =
        random() < 0.5 ? { pieces: 1 + below(creditablePieces + 1) } : { amount: amountUpTo(toCents(creditable) + 1n) };
      await post("/creditNotes", {
        invoice: number,
        reason: "Bent",
        ...(random() < 0.8 && { lines: [{ order, ...part }] }),
      });
    },
    async () => {
      if (booked.size === 0) return;
      const booking = oneOf([...booked.keys()]);
      if (!(await post("/reversals", { booking, reason: "Of another" }))) return;
      cash -= booked.get(booking) ?? 0n;
      booked.delete(booking);
    },
    async () => {
      const { lines } = await find(oneOf(numbers));
      const line = oneOf(lines);
      if (random() < 0.3) await call(shop, `DELETE /orders/${line._id}`, { as: admin });
      else if (line.payment === "invoiced") await moveOrder(line._id, "invoiced", "paid");
      else if (line.payment === "paid") await moveOrder(line._id, "paid", "refunded");
      else if (line.review === "accepted") await invoice(line._id);
    },
  ];
  await issue();
  await issue();
  for (let at = 0; at < count; at++) await oneOf(doable)();
  return cash;
}

/** Counts all rows plainly, and expects every sum that the shop shows to be the same, to the cent. */
export async function expectSums({ shop, admin, buyer }: Papers, cash: bigint): Promise<void> {
  const { db } = shop;
  const read = async (path: string, as = admin) => (await call(shop, `GET ${path}`, { as })).json();
  const sum = (amounts: readonly { amount: string }[]) =>
    amounts.reduce((cents, { amount }) => cents + toCents(amount), 0n);
  const [billed, credited, rows, issued] = [
    await db.select().from(invoicedOrders),
    await db.select().from(creditNotes),
    await db.select().from(payments),
    await db.select().from(invoices),
  ];
  const reversedBy = new Map(rows.map((row) => [row.id, row]));
  const isMoney = ({ kind, reverses }: (typeof rows)[number]): boolean => {
    const of = kind === "reversal" ? reversedBy.get(reverses ?? "")?.kind : kind;
    return of === "payment" || of === "refund";
  };
  // Nothing is lost or made: what was booked is what came in less what went out.
  expect(sum(rows.filter(isMoney))).toBe(cash);
  // What was paid before an invoice counts towards the first one of its order.
  const placeOf = (row: { invoiceId: string | null; orderId: string | null }) => {
    const own = billed.filter(({ orderId }) => orderId === row.orderId).map(({ invoiceId }) => invoiceId);
    return row.invoiceId ?? own.toSorted()[0];
  };
  const rests = new Map(
    issued.map(({ id }) => {
      const of = <Row extends { invoiceId: string | null; orderId: string | null }>(some: readonly Row[]) =>
        some.filter((row) => placeOf(row) === id);
      return [id, sum(of(billed)) - sum(of(credited)) - sum(of(rows))];
    }),
  );
  const deposits = sum(rows.filter((row) => row.orderId !== null && placeOf(row) === undefined));
  const list: Invoice[] = await read("/invoices");
  expect(list).toHaveLength(issued.length);
  let pagesOpen = 0n;
  for (const { _id, number, open, state } of list) {
    expect([number, toCents(open)]).toEqual([number, rests.get(_id)]);
    const page: InvoicePage = await read(`/invoices/${number}`);
    expect([number, page.open, page.state]).toEqual([number, open, state]);
    expect(sum(page.lines.map((line) => ({ amount: line.open })))).toBe(toCents(open));
    expect(toCents(page.total) - sum(page.entries)).toBe(toCents(open));
    expect(state === "open" || state === "partly-paid").toBe(toCents(open) > 0n);
    if (toCents(open) > 0n) pagesOpen += toCents(open);
  }
  const owed = [...rests.values()].reduce((total, rest) => (rest > 0n ? total + rest : total), 0n);
  expect(pagesOpen).toBe(owed);
  const sums: InvoiceSums = await read("/invoiceSums");
  expect(toCents(sums.owed.sum)).toBe(owed);
  expect(sum(Object.values(sums.ages).map((age) => ({ amount: age.sum })))).toBe(owed);
  for (const [state, count] of Object.entries(sums.states)) {
    expect([state, count]).toEqual([state, list.filter((invoice) => invoice.state === state).length]);
  }
  expect((await read("/adminDashboard")).owed).toEqual(sums);
  const credit = sum(rows.filter(({ orderId }) => orderId === null));
  expect(credit >= 0n).toBe(true);
  const all = [...rests.values()].reduce((total, rest) => total + rest, 0n);
  const statement = await read("/statement", buyer);
  const shown = [statement.owed, statement.credit, statement.deposits, statement.closing].map(toCents);
  expect(shown).toEqual([owed, credit, deposits, all - credit - deposits]);
  for (const { id, payment } of await db.select().from(orders)) {
    expect([id, payment]).toEqual([id, paymentStateOf(await sumOrder(db, id))]);
  }
  const day = dayAt(new Date(), "UTC");
  const sumOf = (amounts: readonly string[]) => sum(amounts.map((amount) => ({ amount })));
  const csv = await readCsv(shop, "/accounts.csv", admin);
  const columnOf = (head: string, ...kinds: string[]) =>
    sumOf(csv.filter(({ Kind = "" }) => kinds.includes(Kind)).map((row) => row[head] || "0"));
  const moved = sum(rows.filter(({ kind }) => kind !== "allocation" && kind !== "transfer"));
  const totals = { invoices: sum(billed), notes: -sum(credited), payments: moved };
  const booked = ["Payment", "Refund", "Written off", "Reversal"];
  expect({
    ...{ invoices: columnOf("Amount", "Invoice"), notes: columnOf("Amount", "Credit note") },
    payments: columnOf("Amount", ...booked),
  }).toEqual(totals);
  expect(columnOf("Left to pay", "Invoice")).toBe(all);
  const net = columnOf("Net", "Invoice", "Credit note") + columnOf("Tax", "Invoice", "Credit note");
  expect(net).toBe(totals.invoices + totals.notes);
  for (const row of csv.filter(({ Kind }) => Kind === "Invoice"))
    expect([row.Number, row.Paid !== ""]).toEqual([row.Number, isPaid(row.Number)]);
  function isPaid(number: string | undefined): boolean {
    const invoice = issued.find((one) => one.number === number);
    return invoice !== undefined && (rests.get(invoice.id) ?? 0n) <= 0n && hasMoney(invoice.id);
  }
  function hasMoney(id: string): boolean {
    const standing = rows.filter((row) => row.kind !== "reversal" && !rows.some(({ reverses }) => reverses === row.id));
    const paying = standing.filter((row) => placeOf(row) === id && /^(payment|allocation|transfer)$/.test(row.kind));
    return [...Map.groupBy(paying, ({ booking }) => booking).values()].some((one) => sum(one) > 0n);
  }
  const workbook = await readWorkbook(shop, admin);
  expect(workbook).toEqual(totals);
  const booking: { amount: string }[] = [];
  for await (const answer of eachPage(shop, "/payments?limit=50", admin)) booking.push(...(await answer.json()));
  expect(sum(booking)).toBe(moved);
  const lines = await readCsv(shop, `/statement.csv?from=2020-01-01&to=${day}`, buyer);
  const [opening, last] = [lines[0], lines.at(-1)].map((line) => toCents(line?.Balance ?? "none"));
  expect([opening, last]).toEqual([0n, toCents(statement.closing)]);
  expect(sumOf(lines.map(({ Amount }) => Amount || "0"))).toBe(toCents(statement.closing));
  await countAnew(db);
  const [row] = await read("/buyers");
  const unpaid = await Promise.all(
    (await db.select().from(orders)).map(async ({ id, review, payment }) =>
      review === "accepted" && payment === "invoiced" ? restOf(await sumOrder(db, id)) : 0n,
    ),
  );
  expect(toCents(row.unpaid)).toBe(unpaid.reduce((total, rest) => total + rest, 0n));
  for (const numbers of [issued, credited]) {
    const serials = numbers.map(({ serial }) => serial).toSorted((a, b) => a - b);
    expect(serials).toEqual(serials.map((_, at) => at + 1));
  }
}

/** A table that leaves the shop, by its heads. */
async function readCsv(shop: Papers["shop"], path: string, as: TestPerson) {
  const text = await (await call(shop, `GET ${path}`, { as })).text();
  const asText = { header: true, skipEmptyLines: true, transform: unmarkText } as const;
  return Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ""), asText).data;
}

/** The sum of the amounts of each sheet of the accountant's workbook. */
async function readWorkbook(shop: Papers["shop"], as: TestPerson) {
  const files = unzipSync(new Uint8Array(await (await call(shop, "GET /accounts.xlsx", { as })).arrayBuffer()));
  const add = (sheet: number, column: string) => {
    const xml = strFromU8(files[`xl/worksheets/sheet${sheet}.xml`] ?? new Uint8Array());
    const cells = xml.matchAll(new RegExp(`<c r="${column}\\d+"(?![^>]* t=)[^>]*><v>([^<]+)</v>`, "g"));
    return [...cells].reduce((cents, [, value = ""]) => cents + BigInt(Math.round(Number(value) * 100)), 0n);
  };
  return { invoices: add(1, "M"), notes: add(2, "M"), payments: add(3, "G") };
}
