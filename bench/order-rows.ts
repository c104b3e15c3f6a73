import type { Connection } from "#app/platform/db/client.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import { run } from "./databases.ts";

const ORDERS_PER_BUYER = 20;
/** Of the buyer who asks for their own: four full pages. */
const ORDERS_OF_ONE = 200;
const ORDERS_OF_SHEET = 60;

type Firm = { id: string; name: string; members: number; orders: number; ordersPerInvoice: number };

/** The companies whose lists are compared: each has members, orders and invoices, evenly spread over the two years. */
export const firms = {
  large: { id: firmId(1), name: "Norrland Garments", members: 200, orders: 100_000, ordersPerInvoice: 10 },
  small: { id: firmId(2), name: "Two Sisters", members: 2, orders: 200, ordersPerInvoice: 1 },
} satisfies Record<string, Firm>;

/** One of every so many orders of no company has an invoice of its own. */
const ORDERS_PER_INVOICE = 10;

function firmId(number: number): string {
  return `00000000-0000-7000-9${number}00-000000000000`;
}

/** One of the members of a company. */
export function companyMember({ id }: Firm): { email: string } {
  return { email: `member0@${id.slice(19, 23)}.example` };
}

/**
 * The orders of two years, evenly spread, oldest first, with companies and invoices. Buyers grow with the orders; the
 * catalogue does not.
 */
export async function fillOrders(connection: Connection, size: number): Promise<void> {
  for (const firm of Object.values(firms)) await insertFirm(connection, firm);
  await insertOrders(connection, size);
  await insertInvoices(connection);
  await run(connection, "vacuum analyze");
}

async function insertFirm(connection: Connection, { id, name, members }: Firm): Promise<void> {
  await run(
    connection,
    `with firm as (
       insert into companies (id, name, country, version) values ('${id}', '${name}', 'SE', gen_random_uuid()) returning id
     ), people as (
       insert into users (id, name, email, email_verified)
       select ${memberId(id, "n")}, 'Member ' || n, 'member' || n || '@${id.slice(19, 23)}.example', true
       from generate_series(0, ${members - 1}) n returning id
     )
     insert into company_members (user_id, company_id, role) select people.id, firm.id, 'manager' from people, firm`,
  );
}

/** SQL: the id of the member with this number. */
function memberId(firm: string, number: string): string {
  return `(left('${firm}', 24) || lpad((1 + ${number})::text, 12, '0'))::uuid`;
}

async function insertOrders(connection: Connection, size: number): Promise<void> {
  const everyOfOne = Math.ceil(size / ORDERS_OF_ONE);
  const buyers = Math.max(1, Math.floor(size / ORDERS_PER_BUYER));
  // The second of each so many orders is of one company, the third of another.
  const isOf = Object.values(firms).map((firm, at) => {
    const every = Math.ceil(size / firm.orders);
    return { ...firm, is: `n % ${every} = ${at + 1}`, member: memberId(firm.id, `n / ${every} % ${firm.members}`) };
  });
  const ofFirm = (value: (firm: (typeof isOf)[number]) => string) =>
    isOf.map((firm) => `when ${firm.is} then ${value(firm)}`).join(" ");
  const after = (share: number) => `n > ${size} * ${share}`;
  await run(
    connection,
    `insert into order_sheets (id, number, user_id, name, email, phone, address, lines, pieces, total)
     values (gen_random_uuid(), 31, gen_random_uuid(), 'Buyer', 'buyer@mill.example', '46855512080', 'Leeds',
       ${ORDERS_OF_SHEET}, 1, 1)`,
  );
  // Building indexes afterwards is faster than order by order; the triggers stay.
  const indexes = await run(
    connection,
    "select indexname, indexdef from pg_indexes where tablename = 'orders' and indexdef not like '%UNIQUE%'",
  );
  for (const { indexname } of indexes) await run(connection, `drop index "${indexname}"`);
  await run(
    connection,
    `insert into orders (id, user_id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price,
       created_at, review, shipping, payment, due_on, wanted_on, sheet_id, sheet_number, company_id, company)
     select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000a' || lpad(to_hex(n), 15, '0'))::uuid,
       case when n % ${everyOfOne} = 0 then one.id ${ofFirm(({ member }) => member)}
         else ('00000000-0000-7000-8000-' || lpad((n % ${buyers})::text, 12, '0'))::uuid end, t.id,
       'Buyer ' || n % ${buyers}, 'buyer' || n % ${buyers} || '@mill' || n % ${buyers} % 97 || '.example', '0046855512080',
       n || ' Mill Road, Leeds', t.name, 100 + (n * 7919) % 100000, t.price, at,
       case when ${after(0.98)} then 'in-review' when n % 33 = 0 then 'cancelled' else 'accepted' end,
       case when ${after(0.96)} or n % 33 = 0 then 'pending' when ${after(0.95)} then 'in-production'
         when ${after(0.94)} then 'packed' when ${after(0.93)} then 'shipped' else 'delivered' end,
       case when ${after(0.94)} or n % 33 = 0 then 'pending' when n % 51 = 0 then 'invoiced'
         when n % 53 = 1 then 'refunded' else 'paid' end,
       (at + interval '30 days')::date, case when n % 3 = 0 then (at + interval '40 days')::date end,
       case when n <= ${ORDERS_OF_SHEET} then sheet.id end, case when n <= ${ORDERS_OF_SHEET} then sheet.number end,
       case when n % ${everyOfOne} = 0 then null ${ofFirm(({ id }) => `'${id}'::uuid`)} end,
       case when n % ${everyOfOne} = 0 then null ${ofFirm(({ name }) => `'${name}'`)} end
     from generate_series(1::bigint, ${size}) n
       cross join lateral (select now() - (${size} - n) * interval '730 days' / ${size}) as moment (at)
       join trims t on t.number = 1 + n % 107
       cross join (select id, number from order_sheets) sheet
       cross join (select id from users where email = '${demoPeople.buyer.email}') one order by n`,
  );
  for (const { indexdef = "" } of indexes) await run(connection, indexdef);
}

/** Invoices of the orders that are invoiced or paid, and the payments. Their papers say no more than a list needs. */
async function insertInvoices(connection: Connection): Promise<void> {
  const perInvoice = Object.values(firms).map(({ id, ordersPerInvoice }) => `when '${id}' then ${ordersPerInvoice}`);
  await run(
    connection,
    `create table billed as
     select id, payment, order_quantity, round(total, 2) as total, due_on, name, email, company, company_id, user_id,
       dense_rank() over (order by company_id, place) as serial
     from (
       select *, case when company_id is null then number
         else (row_number() over (partition by company_id, payment order by number)) / case company_id ${perInvoice.join(" ")} end
           * 2 + case payment when 'paid' then 1 else 0 end
         end as place
       from orders where review = 'accepted' and payment in ('invoiced', 'paid') and round(total, 2) > 0
         and (company_id is not null or number % ${ORDERS_PER_INVOICE} = 5)
     ) as placed`,
  );
  await run(
    connection,
    `insert into invoices (id, year, serial, number, issued_on, due_on, content, sha256)
     select ${billId("serial")}, 2026, serial, '2026-' || lpad(serial::text, 7, '0'), due_on - 20, due_on, content,
       encode(sha256(convert_to(content, 'UTF8')), 'hex')
     from (
       select serial, max(due_on) as due_on, json_build_object('buyer', json_build_object('name', min(name), 'email',
         min(email), 'company', min(company)), 'lines', '[]'::json, 'tax', json_build_object('total', sum(total)))::text as content
       from billed group by serial
     ) as written`,
  );
  await run(
    connection,
    `insert into invoiced_orders (order_id, invoice_id, pieces, amount)
     select id, ${billId("serial")}, order_quantity, total from billed`,
  );
  await run(
    connection,
    `insert into payments (id, booking, company_id, user_id, invoice_id, order_id, kind, amount, day)
     select gen_random_uuid(), ${billId("serial")}, company_id, user_id, ${billId("serial")}, id, 'payment', total, due_on
     from billed where payment = 'paid'`,
  );
  await run(connection, "drop table billed");
}

/** SQL: the id of the invoice with this serial number. */
function billId(serial: string): string {
  return `('00000000-0000-7000-a000-' || lpad(${serial}::text, 12, '0'))::uuid`;
}
