import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dayAt } from "#app/contract/calendar.ts";
import { startPapers } from "#test/papers.ts";
import { call } from "#test/people.ts";

const { shop, admin, place, accept, invoice } = await startPapers();
const today = dayAt(new Date(), shop.settings.timeZone);

async function post(path: string, body: object, key: string = crypto.randomUUID()) {
  const response = await call(shop, `POST ${path}`, { as: admin, body, headers: { "idempotency-key": key } });
  return { status: response.status, answer: await response.json() };
}

/** An invoice of one order over $34.47. */
async function issue(): Promise<{ id: string; number: string }> {
  const id = await place(999);
  await accept(id);
  await invoice(id);
  const [{ number }] = await (await call(shop, `GET /invoices?order=${id}`, { as: admin })).json();
  return { id, number };
}

/** What was ever booked, in a line that differs as soon as anything is. */
async function readBooked(): Promise<string> {
  const { rows } = await shop.db.execute<{ all: string }>(sql`
    select concat_ws(',', (select concat(count(*), ' ', sum(amount)) from payments), (select count(*) from credit_notes),
      (select count(*) from bank_lines), (select count(*) from order_events), (select count(*) from audit)) as all`);
  return rows[0]?.all ?? expect.unreachable();
}

describe("what is no amount", () => {
  const none = [
    ...["1.005", "0.001", "-1", "+1", "-0.01", "0", "0.00", "1e3", "1E3", "1e-2", "0x10", "NaN", "Infinity"],
    ...["", " ", " 1", "1 ", "1\n", "1,000.00", "1.000,00", "1,5", "1'000.00", "1 000", "$1", "1.", ".5", "1.2.3"],
    ...["١٢", "１", "1000000000000", "9".repeat(400), 5, null, ["1"], { amount: "1" }],
  ];

  it("is refused wherever money is booked, and nothing is", async () => {
    const { id, number } = await issue();
    await post("/payments", { invoice: number, amount: "40.00", day: today });
    const before = await readBooked();
    const of = { invoice: number, reason: "Bent" };
    for (const amount of none) {
      for (const [path, body] of [
        ["/payments", { invoice: number, amount, day: today }],
        ["/refunds", { ...of, amount, day: today }],
        ["/refunds", { ...of, amount, day: today, from: "credit" }],
        ["/writeOffs", { ...of, amount }],
        ["/allocations", { invoice: number, amount }],
        ["/creditNotes", { ...of, lines: [{ order: id, amount }] }],
      ] as const) {
        expect([path, amount, (await post(path, body)).status]).toEqual([path, amount, 400]);
      }
    }
    expect(await readBooked()).toBe(before);
  });

  it("books no line of a statement, nor does what goes out or is nothing", async () => {
    const { number } = await issue();
    const before = await readBooked();
    for (const amount of [...none, "34.4", "34"]) {
      const line = { day: today, amount, text: "A", nth: 1, invoices: [{ number, open: "34.47" }] };
      const { status, answer } = await post("/bankLines", { lines: [line] });
      const isRead = amount === "0.00" || amount === "-0.01";
      expect([amount, status]).toEqual([amount, isRead ? 200 : 400]);
      if (isRead) expect(answer).toMatchObject([{ ok: false, code: "not-found" }]);
    }
    expect(await readBooked()).toBe(before);
  });

  it("is no pieces to credit, either", async () => {
    const { id, number } = await issue();
    const before = await readBooked();
    for (const pieces of [0, -1, 1.5, "1", null, 1e10]) {
      const lines = [{ order: id, pieces }];
      const { status } = await post("/creditNotes", { invoice: number, lines, reason: "Bent" });
      expect([pieces, status]).toEqual([pieces, pieces === 1e10 ? 409 : 400]);
    }
    expect(await readBooked()).toBe(before);
  });
});

it("a key that is used again for something else books nothing, also of a statement", async () => {
  const { id, number } = await issue();
  for (const [path, body, other] of [
    ["/payments", { invoice: number, amount: "10.00", day: today }, { amount: "20.00" }],
    ["/refunds", { invoice: number, amount: "5.00", day: today, reason: "Bent" }, { amount: "4.00" }],
    ["/writeOffs", { invoice: number, amount: "0.47", reason: "Bent" }, { amount: "0.46" }],
    ["/creditNotes", { invoice: number, lines: [{ order: id, amount: "1.00" }], reason: "Bent" }, { reason: "Rust" }],
  ] as const) {
    const key = path.padEnd(200, "k");
    const first = await post(path, body, key);
    expect(first.status).toBe(200);
    const before = await readBooked();
    expect(await post(path, { ...body, ...other }, key)).toMatchObject({ status: 422, answer: { code: "key-reused" } });
    expect(await post(path, body, key)).toEqual(first);
    expect(await readBooked()).toBe(before);
  }
  const two = await issue();
  const line = { day: today, amount: "34.47", text: "A", nth: 1, invoices: [{ number: two.number, open: "34.47" }] };
  const key = "k".repeat(200);
  expect((await post("/bankLines", { lines: [line] }, key)).answer).toEqual([{ ok: true }]);
  const before = await readBooked();
  const other = { ...line, text: "B", invoices: [{ number: two.number, open: "0.00" }] };
  expect((await post("/bankLines", { lines: [other] }, key)).answer).toMatchObject([{ code: "key-reused" }]);
  expect((await post("/bankLines", { lines: [line] }, key)).answer).toEqual([{ ok: true }]);
  expect(await readBooked()).toBe(before);
});
