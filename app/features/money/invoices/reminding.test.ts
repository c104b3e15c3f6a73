import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addDays, dayAt } from "#app/contract/calendar.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { reminders } from "#app/features/money/tables.server.ts";
import { listMails } from "#test/mails.ts";
import { meet } from "#test/meeting.ts";
import { startPapers } from "#test/papers.ts";
import { call, callPatiently } from "#test/people.ts";

const { shop, admin, buyer, place, move, accept } = await startPapers();
const today = dayAt(new Date(), "UTC");

const find = async (number: string) => (await call(shop, `GET /invoices/${number}`, { as: admin })).json();

async function remind(...invoices: string[]) {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const body = { invoices, note: "Please look." };
  const response = await callPatiently(shop, "POST /reminders", { as: admin, body, headers });
  return { status: response.status, ...(await response.json()) };
}

async function issue(daysPast: number): Promise<string> {
  const id = await place(999);
  await accept(id);
  await move(id, { track: "payment", from: "pending", to: "invoiced" });
  const [{ number }] = await (await call(shop, `GET /invoices?order=${id}`, { as: admin })).json();
  // As if it had been issued long ago, which triggers forbid.
  await shop.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update invoices set due_on = ${addDays(today, -daysPast)} where number = ${number}`);
  });
  return number;
}

const mailsAbout = async (number: string) =>
  (await listMails(shop.db)).filter(({ subject, text }) => subject.includes("reminder") && text.includes(number));

describe("a reminder", () => {
  it("is one mail for each buyer with all open invoices, also when two remind at once, and is listed", async () => {
    const [late, later, open] = [await issue(15), await issue(40), await issue(-10)];
    const answers = await Promise.all([remind(late), remind(late)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 200)).toMatchObject({ mails: 1, invoices: 2, unreached: [] });
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ code: "nothing-to-remind" });
    const [mail, ...others] = await mailsAbout(late);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("3 invoices: reminder, $103.41 open");
    for (const said of [late, later, open, "Please look.", "15 days past", "40 days past", "2 are past"]) {
      expect(mail?.text).toContain(said);
    }
    expect(await find(late)).toMatchObject({
      ...{ reminders: 1, remindedOn: today, remindings: [{ day: today, by: admin.name, invoices: 2 }] },
    });
    expect(await find(later)).toMatchObject({ reminders: 1 });
    expect(await find(open)).toMatchObject({ reminders: 0, remindedOn: null });
    const own = await (await call(shop, "GET /account/data", { as: buyer })).json();
    expect(own.reminders).toEqual([
      { day: today, invoice: late },
      { day: today, invoice: later },
    ]);
  });

  // Where the first gives up waiting before the second comes, as on a very busy machine, they go one after the other.
  it("is one mail for each buyer, also when two remind of different invoices at once", { retry: 2 }, async () => {
    const [one, other] = [await issue(3), await issue(4)];
    const answers = await meet(
      shop.db,
      (tx) => tx.execute(sql`lock table reminders in exclusive mode`),
      () => remind(one),
      () => remind(other),
    );
    expect(answers).toMatchObject([
      { status: 200, mails: 1 },
      { status: 409, code: "nothing-to-remind" },
    ]);
    expect(await mailsAbout(one)).toHaveLength(1);
  });

  it("is not sent for what is paid, nor to an address that is not confirmed", async () => {
    const paid = await issue(5);
    const headers = { "idempotency-key": crypto.randomUUID() };
    const body = { invoice: paid, amount: "34.47", day: today };
    await call(shop, "POST /payments", { as: admin, body, headers });
    expect(await remind(paid)).toMatchObject({ status: 409, code: "nothing-to-remind" });
    const late = await issue(5);
    await shop.db.update(users).set({ emailVerified: false }).where(sql`id = ${buyer.id}`);
    expect(await remind(late)).toMatchObject({ status: 200, mails: 0, unreached: [buyer.name] });
    expect(await mailsAbout(late)).toEqual([]);
  });

  it("stays as it was written", async () => {
    expect(await shop.db.$count(reminders)).toBeGreaterThan(0);
    for (const change of ["delete from reminders", "truncate reminders", "update reminders set day = now()"]) {
      await expect(shop.db.execute(sql.raw(change)), change).rejects.toThrow();
    }
  });
});
