import { and, eq, isNull, sql } from "drizzle-orm";
import { dayAt } from "#app/contract/calendar.ts";
import { addTotals, formatTotal } from "#app/contract/money.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { companies } from "#app/features/companies/tables.server.ts";
import { moneyActions } from "#app/features/money/audit-actions.server.ts";
import { nothingToRemind } from "#app/features/money/problems.ts";
import type { ReminderInput } from "#app/features/money/reminders.contract.ts";
import { reminders } from "#app/features/money/tables.server.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import type { Actor } from "#app/features/orders/status/billing.server.ts";
import { findRecipient } from "#app/features/orders/status/move-mails.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { enqueueMail } from "#app/platform/mail/enqueue.server.ts";
import { layOut } from "#app/platform/mail/layout.server.ts";
import * as queries from "./queries.server.ts";
import { describeAge } from "./words.rules.ts";

/** More files than this are a burden. */
const MOST_ENCLOSED = 20;

type Reminder = Actor & {
  timeZone: string;
  /** Where to pay. */
  bank: readonly (readonly [label: string, value: string])[];
};

type Row = queries.Row;
type Reminded = { mails: number; invoices: number; unreached: string[] };

/**
 * Reminds of invoices with something left to pay: one mail for each company, or buyer who belongs to none, with all that
 * are open. What was reminded of today is left out, so that two people at once send one mail.
 * @throws Refusal nothing-to-remind when none is left.
 */
export async function remind(tx: Tx, by: Reminder, { invoices: numbers, note }: ReminderInput): Promise<Reminded> {
  // One after the other: a mail also reminds of invoices that its caller did not name.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('remind', 0))`);
  const today = dayAt(await readNow(tx), by.timeZone);
  const named = (await queries.listByNumber(tx, numbers)).filter(({ open, remindedOn }) => {
    return Number(open) > 0 && remindedOn !== today;
  });
  if (named.length === 0) refuse(nothingToRemind, "These are paid meanwhile, or were reminded of today.");
  const payers = Map.groupBy(named, ({ companyId, userId }) => companyId ?? userId);
  const done: Reminded = { mails: 0, invoices: 0, unreached: [] };
  for (const theirs of payers.values()) {
    const [first] = theirs;
    if (!first) continue;
    const to = await findAddress(tx, theirs);
    if (!to) {
      done.unreached.push(first.buyer);
      continue;
    }
    const open = await listOpen(tx, first);
    const isNamed = ({ _id }: Row) => theirs.some((one) => one._id === _id);
    const reminded = open.filter((one) => isNamed(one) || (one.dueOn < today && one.remindedOn !== today));
    const mail = newId();
    await tx
      .insert(reminders)
      .values(reminded.map(({ _id }) => ({ invoiceId: _id, mail, day: today, actorId: by.who.id })));
    await mailReminder(tx, by, to, { mail, open, today, note });
    await recordAction(tx, by, {
      ...{ action: moneyActions.remind, object: `Invoices of ${first.buyer}`, objectId: first._id, before: null },
      after: { invoices: reminded.map(({ number }) => number).join(", ") },
    });
    done.mails += 1;
    done.invoices += reminded.length;
  }
  return done;
}

function listOpen(tx: Tx, { companyId, userId }: Row) {
  return queries.listOwedBy(tx, { companyId, userId });
}

type Address = { name: string; address: string };

/** The confirmed address for documents of a company, or else of the latest of these buyers whose address is confirmed. */
async function findAddress(tx: Tx, rows: readonly Row[]): Promise<Address | undefined> {
  const companyId = rows[0]?.companyId;
  const [company] = companyId
    ? await tx
        .select({ name: companies.name, address: companies.documentsEmail })
        .from(companies)
        .where(
          and(eq(companies.id, companyId), eq(companies.isDocumentsEmailConfirmed, true), isNull(companies.closedAt)),
        )
    : [];
  if (company?.address) return { name: company.name, address: company.address };
  for (const row of rows.toReversed()) {
    const found = await findRecipient(tx, row);
    if (found) return { name: found.name, address: found.email };
  }
  return undefined;
}

type Written = { mail: string; open: readonly Row[]; today: string; note: string | undefined };

async function mailReminder(tx: Tx, { bank, emailContext }: Reminder, to: Address, written: Written): Promise<void> {
  const { mail, open, today, note } = written;
  const late = open.filter(({ dueOn }) => dueOn < today);
  const sum = formatTotal(addTotals(open.map((one) => one.open)));
  const [first] = open;
  const what = open.length === 1 ? `Invoice ${first?.number}` : `${open.length} invoices`;
  const past = late.length > 0 ? `${late.length === 1 ? "One is" : `${late.length} are`} past the day to pay. ` : "";
  const content = {
    subject: `${what}: reminder, ${sum} open`,
    heading: `${what}: ${sum} open`,
    paragraphs: [
      `Hello ${to.name},`,
      ...(note ? [note] : []),
      `${open.length === 1 ? "This invoice is" : "These invoices are"} open. ${past}If you have paid already, thank you.`,
    ],
    facts: [
      ...open.map(({ number, open, dueOn, poNumber }) => {
        const due = `due ${formatDay(dueOn)}${dueOn < today ? `, ${describeAge(dueOn, today)}` : ""}`;
        return [number, [formatTotal(open), due, ...(poNumber ? [`PO ${poNumber}`] : [])].join("\n")] as const;
      }),
      ...bank,
    ],
    button: { label: "Open My Orders", to: "/dashboard/myorders" },
    finePrint: "You get this mail because you ordered from us. Reply to it if something is wrong.",
  };
  const enclosed = open.slice(0, MOST_ENCLOSED).map(({ _id }) => `invoice ${_id}`);
  await enqueueMail(tx, { ...layOut(content, emailContext), to, enclosed, key: `reminder ${mail}` });
}
