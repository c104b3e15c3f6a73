import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dayAt } from "#app/contract/calendar.ts";
import { sumCredit } from "#app/features/money/ledger.server.ts";
import { payments } from "#app/features/money/tables.server.ts";
import { encodeCursor } from "#app/platform/http/pagination.server.ts";
import { startPapers } from "#test/papers.ts";
import { call, signedIn } from "#test/people.ts";

const { shop, admin, buyer, place, accept, invoice } = await startPapers();
const today = dayAt(new Date(), shop.settings.timeZone);

async function read(text: string, as = admin) {
  const response = await call(shop, "POST /bankStatements", {
    as,
    body: text,
    headers: { "content-type": "text/plain" },
  });
  return { status: response.status, ...(await response.json()) };
}

async function post(path: string, body: object, as = admin) {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const response = await call(shop, `POST ${path}`, { as, body, headers });
  return response.status === 200 ? response.json() : response.status;
}

type Line = {
  day: string;
  amount: string;
  text: string;
  nth: number;
  word: string;
  reason: string;
  invoices: string[];
};
const nameOf = ({ day, amount, text, nth }: Line) => ({ day, amount, text, nth });
const choose = (line: Line, open: string) => ({
  ...nameOf(line),
  invoices: line.invoices.map((number) => ({ number, open })),
});

/** An invoice of one order over $34.47. */
async function issue() {
  const id = await place(999);
  await accept(id);
  await invoice(id);
  const { rows } = await shop.db.execute<{ number: string }>(
    sql`select number from invoices join invoiced_orders on invoice_id = id where order_id = ${id}`,
  );
  return { id, number: rows[0]?.number ?? expect.unreachable() };
}

const paidOn = async (number: string) => {
  const { rows } = await shop.db.execute<{ sum: string }>(
    sql`select coalesce(sum(amount), 0)::text as sum from ${payments} join invoices on invoices.id = invoice_id where number = ${number}`,
  );
  return rows[0]?.sum;
};

describe("a bank statement", () => {
  it("is matched with the open invoices, and books nothing", async () => {
    const { number } = await issue();
    const { lines, open, unread } = await read(
      `${today}\t34,47\tINV ${number}\n${today}\t-84,20\tBANK CHARGES\nhello\tworld\t\n`,
    );
    expect(lines).toMatchObject([
      {
        day: today,
        amount: "34.47",
        text: `INV ${number}`,
        nth: 1,
        word: "certain",
        reason: "number and amount",
        invoices: [number],
      },
      { word: "left-out", reason: "money going out", invoices: [] },
    ]);
    expect(open).toContainEqual(expect.objectContaining({ number, open: "34.47", dueOn: "2030-01-31" }));
    expect(unread).toEqual(["hello world"]);
    expect(await paidOn(number)).toBe("0");
  });

  it("is booked by one press, and says so when it comes again", async () => {
    const all = [await issue(), await issue()];
    const text = all.map(({ number }) => `${today};34.47;INV ${number}`).join("\n");
    const { lines, open } = await read(text);
    const { company } = open.find((one: { number: string }) => one.number === all[0]?.number);
    expect(await post("/bankLines", { lines: lines.map((line: Line) => choose(line, "34.47")) })).toEqual([
      { ok: true },
      { ok: true },
    ]);
    for (const { id, number } of all) {
      expect(await paidOn(number)).toBe("34.47");
      expect(await (await call(shop, `GET /orders/${id}`, { as: admin })).json()).toMatchObject({ payment: "paid" });
    }
    const again = await read(text);
    expect(again.lines).toMatchObject(
      all.map(({ number }) => {
        return { word: "booked", invoices: [number], company, reason: expect.stringContaining("by Astrid") };
      }),
    );
    expect(await post("/bankLines", { lines: lines.map((line: Line) => choose(line, "0.00")) })).toMatchObject([
      { ok: false, code: "line-booked" },
      { ok: false, code: "line-booked" },
    ]);
  });

  it("is read as CAMT.053, too, and booked once under one key", async () => {
    const { number } = await issue();
    const { lines } = await read(
      `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="USD">34.47</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${today}</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>${number}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`,
    );
    expect(lines).toMatchObject([{ word: "certain", amount: "34.47", text: number }]);
    const sent = {
      as: admin,
      body: { lines: [choose(lines[0], "34.47")] },
      headers: { "idempotency-key": crypto.randomUUID() },
    };
    for (const _ of [1, 2]) expect(await (await call(shop, "POST /bankLines", sent)).json()).toEqual([{ ok: true }]);
    expect(await paidOn(number)).toBe("34.47");
  });

  it("is booked once by two who press at once", async () => {
    const { number } = await issue();
    const other = await signedIn(shop.db, { role: "admin" });
    const { lines } = await read(`${today};34.47;INV ${number}`);
    const body = { lines: lines.map((line: Line) => choose(line, "34.47")) };
    const answers = await Promise.all([
      post("/bankLines", body),
      post("/bankLines", body, other),
      post("/bankLines", body),
    ]);
    expect(answers.flat().filter(({ ok }) => ok)).toHaveLength(1);
    expect(await paidOn(number)).toBe("34.47");
  });

  it("books nothing of a line whose invoice has changed meanwhile, and the others all the same", async () => {
    const [one, two] = [await issue(), await issue()];
    const { lines } = await read(`${today};34.47;INV ${one.number}\n${today};34.47;INV ${two.number}`);
    await post("/payments", { invoice: one.number, amount: "1.00", day: today });
    expect(await post("/bankLines", { lines: lines.map((line: Line) => choose(line, "34.47")) })).toMatchObject([
      { ok: false, code: "balance-changed" },
      { ok: true },
    ]);
    const [line] = (await read(`${today};34.47;INV ${one.number}`)).lines;
    expect(line).toMatchObject({ word: "likely", reason: "number, $1.00 more" });
    expect(await paidOn(two.number)).toBe("34.47");
  });

  it("pays several invoices by one line, and what is more becomes credit", async () => {
    const [one, two] = [await issue(), await issue()];
    const { lines } = await read(`${today};70.00;${one.number} ${two.number}`);
    const chosen = { ...nameOf(lines[0]), invoices: [one, two].map(({ number }) => ({ number, open: "34.47" })) };
    expect(await post("/bankLines", { lines: [chosen] })).toEqual([{ ok: true }]);
    expect([await paidOn(one.number), await paidOn(two.number)]).toEqual(["34.47", "34.47"]);
    expect(await sumCredit(shop.db, { companyId: null, userId: buyer.id })).toBe(106n);
  });

  it("is booked also when its text is cut within a character", async () => {
    const { number } = await issue();
    const { lines } = await read(`${today};34.47;${number} ${"x".repeat(128)}😀 and more`);
    expect(await post("/bankLines", { lines: lines.map((line: Line) => choose(line, "34.47")) })).toEqual([
      { ok: true },
    ]);
    const [{ reference }] = await (await call(shop, "GET /payments?limit=1", { as: admin })).json();
    expect(reference).toBe(`${number} ${"x".repeat(128)}`);
  });

  it("is taken back within the hour by whoever booked it, and may be booked again", async () => {
    const { number } = await issue();
    const { lines } = await read(`${today};34.47;INV ${number}`);
    const chosen = choose(lines[0], "34.47");
    const name = { lines: [nameOf(lines[0])] };
    expect(await post("/bankLineReversals", name)).toMatchObject([{ ok: false, code: "not-found" }]);
    await post("/bankLines", { lines: [chosen] });
    const other = await signedIn(shop.db, { role: "admin" });
    expect(await post("/bankLineReversals", name, other)).toMatchObject([{ ok: false, code: "hour-over" }]);
    expect(await post("/bankLineReversals", name)).toEqual([{ ok: true }]);
    expect(await paidOn(number)).toBe("0.00");
    expect((await read(`${today};34.47;INV ${number}`)).lines[0]).toMatchObject({ word: "certain" });
    expect(await post("/bankLines", { lines: [chosen] })).toEqual([{ ok: true }]);
    await shop.db.execute(sql`update bank_lines set created_at = now() - interval '61 minutes'`);
    expect(await post("/bankLineReversals", name)).toMatchObject([{ ok: false, code: "hour-over" }]);
    expect(await paidOn(number)).toBe("34.47");
  });

  it.each([
    ["XML of another kind", "<html/>"],
    ["XML with entities", '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Document>&b;</Document>'],
    ["a workbook", "PK\u0003\u0004"],
    ["too many lines", `${today};1.00;A\n`.repeat(2001)],
    ["far more rows than a statement has", "hello\n".repeat(10_000)],
    ["a row of far more cells than a statement has", "1;".repeat(20_000)],
  ])("is refused if it is %s", async (_, text) => {
    expect(await read(text)).toMatchObject({ status: 415, code: "not-a-statement" });
  });

  it("is nobody's but the accountants'", async () => {
    const warehouse = await signedIn(shop.db, { role: "admin", staffRoles: ["warehouse"] });
    expect((await read("", warehouse)).status).toBe(403);
    expect((await call(shop, "GET /payments", { as: warehouse })).status).toBe(403);
  });
});

it("credit that is used, and credit again, is no money that came or went", async () => {
  const [one, two] = [await issue(), await issue()];
  await post("/payments", { invoice: one.number, amount: "68.94", day: today });
  const list = async () => (await call(shop, "GET /payments", { as: admin })).json();
  const before = await list();
  const { insertedId: booking } = await post("/allocations", { invoice: two.number, amount: "34.47" });
  await post("/reversals", { booking, reason: "Of another" });
  expect(await list()).toEqual(before);
  const csv = await (await call(shop, "GET /accounts.csv", { as: admin })).text();
  expect(csv).not.toContain("Of another");
});

it("payments are listed by day, with what they paid and what was reversed, page by page", async () => {
  const { number } = await issue();
  for (const [at, day] of ["2026-02-01", "2026-02-02", "2026-02-02", "2026-02-03"].entries()) {
    await post("/payments", { invoice: number, amount: `${at + 1}.00`, day, reference: "TRF 1" });
  }
  const list = async (query: string) => {
    const response = await call(shop, `GET /payments?${query}`, { as: admin });
    return {
      rows: await response.json(),
      total: response.headers.get("x-total-count"),
      link: response.headers.get("link"),
    };
  };
  const first = await list("from=2026-02-01&to=2026-02-02&limit=2");
  expect(first.rows).toMatchObject([
    {
      day: "2026-02-02",
      amount: "3.00",
      kind: "payment",
      reference: "TRF 1",
      invoices: [number],
      by: admin.name,
      isReversed: false,
    },
    { day: "2026-02-02", amount: "2.00" },
  ]);
  expect(first.total).toBe("3");
  const next = /after=([^&>]+)/.exec(first.link ?? "")?.[1];
  expect((await list(`from=2026-02-01&to=2026-02-02&limit=2&after=${next}`)).rows).toMatchObject([
    { day: "2026-02-01", amount: "1.00" },
  ]);
  for (const after of [
    ["2026-02-01", 9_007_199_254_740_991],
    ["0000-01-01", 1],
  ]) {
    const cursor = encodeCursor(after);
    expect((await call(shop, `GET /payments?after=${cursor}`, { as: admin })).status).toBe(400);
  }
  await post("/reversals", { booking: first.rows[0]._id, reason: "Wrong invoice" });
  const [reversal] = (await list(`from=${today}`)).rows;
  expect(reversal).toMatchObject({ kind: "reversal", amount: "-3.00", reason: "Wrong invoice" });
  expect((await list("from=2026-02-02&to=2026-02-02")).rows[0]).toMatchObject({ amount: "3.00", isReversed: true });
});
