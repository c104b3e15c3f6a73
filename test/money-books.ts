import type { Query } from "./buyers.ts";

// What must be true of the rows of money at any time, counted plainly, past the shop's own views and functions.

/** What no order, invoice, credit note or payment may be. Each answers with the rows that are wrong. */
const never = {
  /** The state of an order follows from its rows; what replaces pieces of another is paid without any. */
  states: `
    select number, payment, counted from orders cross join lateral (
      select (select sum(amount) from invoiced_orders where order_id = orders.id) as billed,
        (select coalesce(sum(amount), 0) from credit_notes where order_id = orders.id) as credited,
        (select coalesce(sum(amount), 0) from payments where order_id = orders.id) as settled,
        (select coalesce(sum(amount), 0) from payments as row where order_id = orders.id
          and kind in ('payment', 'allocation', 'transfer')
          and not exists (select from payments as undone where undone.reverses = row.id)) as paid,
        (select coalesce(sum(amount), 0) from payments as row where order_id = orders.id and kind = 'write-off'
          and not exists (select from payments as undone where undone.reverses = row.id)) as given_up,
        (select coalesce(-sum(amount), 0) from payments as row where order_id = orders.id and kind = 'refund'
          and not exists (select from payments as undone where undone.reverses = row.id)) as refunded
    ) as sums cross join lateral (
      select case when exists (select from claims where replacement_id = orders.id) then 'paid'
        when billed is null then 'pending' when billed - credited - settled > 0 then 'invoiced'
        when paid = 0 and given_up = 0 and credited > 0 then 'pending' when paid = 0 then 'paid'
        when refunded >= paid then 'refunded' else 'paid' end as counted
    ) as plain where payment <> counted`,
  /** What the shop shows as left to pay of an invoice. */
  rests: `
    select number, rest, counted from invoice_balances as shown cross join lateral (
      select (select sum(amount) from invoiced_orders where invoice_id = shown.id)
        - (select coalesce(sum(amount), 0) from credit_notes where invoice_id = shown.id)
        - (select coalesce(sum(amount), 0) from payments as paid where coalesce(paid.invoice_id, (
            select min(invoice_id::text)::uuid from invoiced_orders where order_id = paid.order_id)) = shown.id
          and paid.order_id is not null) as counted
    ) as plain where rest <> counted`,
  /** More credited than was billed. */
  credits: `
    select order_id from invoiced_orders as line where amount < (select coalesce(sum(amount), 0) from credit_notes
      where order_id = line.order_id and invoice_id = line.invoice_id)`,
  /** More freight or discount billed than was agreed. */
  charges: `
    select id from charges where amount < (
      select coalesce(abs(sum(line.amount)), 0) from invoiced_charges as line
      join invoiced_orders as bill using (order_id, invoice_id)
      where line.charge_id = charges.id and bill.amount > (select coalesce(sum(note.amount), 0) from credit_notes as note
        where note.order_id = bill.order_id and note.invoice_id = bill.invoice_id))`,
  /** More of somebody's credit used than there was. */
  overdrawn: `
    select company_id, user_id from payments where order_id is null
    group by company_id, user_id having sum(amount) < 0`,
  /** What moves between places is neither more nor less afterwards. */
  moved: `
    select booking from payments where kind in ('allocation', 'transfer') group by booking, kind having sum(amount) <> 0`,
  /** A line of the bank's statement that brought in another sum than it says. */
  bank: `
    select day, amount, text from bank_lines as line where amount <> (
      select coalesce(sum(amount), 0) from payments where booking = any(line.bookings) and kind = 'payment')`,
  /** An invoice that somebody was reminded of twice on one day. */
  reminders: "select invoice_id from reminders group by invoice_id, day having count(*) > 1",
  /** Numbers that are missing or were given twice. */
  invoices: "select year from invoices group by year having count(*) <> max(serial) or min(serial) <> 1",
  notes: "select year from credit_notes group by year having count(*) <> max(serial) or min(serial) <> 1",
  counters: `
    select year from invoice_counters where last <> (select max(serial) from invoices where year = invoice_counters.year)
    union all
    select year from credit_note_counters
    where last <> (select max(serial) from credit_notes where year = credit_note_counters.year)`,
};

type Wrongs = Record<keyof typeof never, unknown[]>;

/** The rows of money that contradict others, by what is wrong with them. */
export async function findWrongMoney(query: Query): Promise<Wrongs> {
  const found = await Promise.all(
    Object.entries(never).map(async ([name, statement]) => [name, await query(statement)]),
  );
  return Object.fromEntries(found);
}

export const noWrongMoney = Object.fromEntries(Object.keys(never).map((name) => [name, []])) as unknown as Wrongs;
