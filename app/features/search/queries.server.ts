import { and, desc, eq, exists, inArray, not, or, sql } from "drizzle-orm";
import { dayAt } from "#app/contract/calendar.ts";
import { addTotals } from "#app/contract/money.ts";
import { readSearchTerms } from "#app/contract/search-terms.ts";
import { COUNT_LIMIT as BUYERS_COUNTED } from "#app/features/buyers/facts.ts";
import { countBuyers, countCustomers, listBuyers, listCustomers } from "#app/features/buyers/queries.server.ts";
import { companies, companyMembers } from "#app/features/companies/tables.server.ts";
import type { DocumentFacts } from "#app/features/documents/facts.ts";
import { invoicedOrders, invoices } from "#app/features/documents/tables.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import type { InvoiceState } from "#app/features/money/facts.ts";
import { isCreditedBy, matchesTyped } from "#app/features/money/invoices/queries.server.ts";
import { invoiceSums } from "#app/features/money/tables.server.ts";
import { showColleagues } from "#app/features/orders/access.server.ts";
import { ofBuyers, readOrderNumber } from "#app/features/orders/find/filter.server.ts";
import { listOrders } from "#app/features/orders/find/list.server.ts";
import { nameMeant, readSheetNumber } from "#app/features/orders/find/named.server.ts";
import { ordersQuery } from "#app/features/orders/find/query.server.ts";
import { allStatuses } from "#app/features/orders/rules.ts";
import { catchUp } from "#app/features/orders/sums/sums.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { listSheets, COUNT_LIMIT as SHEETS_COUNTED } from "#app/features/sheets/queries.server.ts";
import { suggestTrims } from "#app/features/trims/find/list.server.ts";
import { trimPath } from "#app/features/trims/trim-path.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { matchesQuery } from "#app/platform/db/columns.server.ts";
import { type Found, HITS } from "./contract.ts";

type Of<Kind extends Found["kind"]> = Extract<Found, { kind: Kind }>;

/** Who searches: a buyer by their id, or staff, with what they may read besides orders. */
type Reading = { timeZone: string; reader: string | undefined; mayReadBuyers: boolean; mayReadInvoices: boolean };

/**
 * What is found of each kind but products; kinds without hits are left out, and buyers for who may not read them. A buyer
 * finds what they may read: their own, and what their present company bought.
 */
export async function findKinds(
  db: Db,
  typed: string,
  { timeZone, reader, mayReadBuyers, mayReadInvoices }: Reading,
): Promise<Found[]> {
  const today = dayAt(new Date(), timeZone);
  if (mayReadBuyers) await catchUp(db);
  const [ofOrders, ofSheets, ofCompanies, ofBuyers, ofInvoices] = await Promise.all([
    findOrders(db, typed, { timeZone, reader }),
    findSheets(db, typed, reader),
    mayReadBuyers ? findCompanies(db, typed, today) : [],
    mayReadBuyers ? findBuyers(db, typed, today) : [],
    findInvoices(db, typed, { reader, mayReadInvoices }),
  ]);
  const isMeant = (found: Found) =>
    found.kind === "orders"
      ? found.hits[0]?.number === readOrderNumber(typed)
      : found.kind === "sheets"
        ? found.hits[0]?.number === readSheetNumber(typed)
        : found.kind === "invoices" && found.hits[0]?.number === typed.trim();
  return [ofCompanies, ofBuyers, ofOrders, ofSheets, ofInvoices]
    .flat()
    .filter(({ hits }) => hits.length > 0)
    .toSorted((a, b) => Number(isMeant(b)) - Number(isMeant(a)));
}

type Reader = Pick<Reading, "reader">;

async function findOrders(
  db: Db,
  q: string,
  { timeZone, reader }: Reader & { timeZone: string },
): Promise<Of<"orders">> {
  const filter = { ...(await nameMeant(db, { q })), reader, statuses: allStatuses, placed: { timeZone } };
  const number = readOrderNumber(q);
  const [{ rows, total, isCapped }, meant] = await Promise.all([
    listOrders(db, filter, { sort: "newest", rows: HITS, after: undefined }),
    number === undefined ? [] : ordersQuery(db).where(and(eq(orders.number, number), ofBuyers({ reader }))),
  ]);
  const first = [...meant, ...rows.filter((row) => row.number !== number)].slice(0, HITS);
  const hits = first.map((order) => ({
    ...(reader === undefined ? order : showColleagues(order)),
    path: `/dashboard/orders/${order.number}`,
  }));
  return { kind: "orders", total, isCapped, hits };
}

async function findSheets(db: Db, q: string, reader: string | undefined): Promise<Of<"sheets">> {
  const { rows, total } = await listSheets(db, { q, reader }, { limit: HITS });
  const number = readSheetNumber(q);
  const hits = rows
    .toSorted((a, b) => Number(b.number === number) - Number(a.number === number))
    .slice(0, HITS)
    .map((sheet) => ({
      ...sheet,
      // A colleague may have left: their name is on the sheet's page, if it is still to be read.
      ...(reader === undefined ? {} : { name: "", email: "" }),
      path: `/dashboard/ordersheets/${sheet.number}`,
    }));
  return { kind: "sheets", ...upTo(SHEETS_COUNTED, total), hits };
}

async function findCompanies(db: Db, q: string, today: string): Promise<Of<"companies">> {
  const asked = { q, onlyCompanies: true };
  const [rows, total] = await Promise.all([
    listCustomers(db, today, { ...asked, sort: "-value", rows: HITS, after: undefined }),
    countCustomers(db, today, asked),
  ]);
  const hits = rows.flatMap(({ members, ...row }) =>
    members
      ? {
          ...{ ...row, number: members.number, members: members.named.map(({ name }) => name) },
          path: `/dashboard/companies/${members.number}`,
        }
      : [],
  );
  return { kind: "companies", ...upTo(BUYERS_COUNTED, total), hits };
}

/** Everybody with orders, and after them the accounts of buyers that have none yet. */
async function findBuyers(db: Db, q: string, today: string): Promise<Of<"buyers">> {
  const [rows, total, accounts] = await Promise.all([
    listBuyers(db, today, { q, sort: "-value", rows: HITS, after: undefined }),
    countBuyers(db, today, { q }),
    findNewAccounts(db, q),
  ]);
  const hits = rows.map((buyer) => ({ ...buyer, path: `/dashboard/buyers/${buyer._id}` }));
  const all = [...hits, ...accounts.rows].slice(0, HITS);
  return { kind: "buyers", ...upTo(BUYERS_COUNTED, total + accounts.total), hits: all };
}

/** The accounts of buyers without an order, by name and e-mail. There is no page of theirs yet, but their company's. */
async function findNewAccounts(db: Db, q: string) {
  const words = sql`search_vector(${users.name} || ' ' || ${users.email})`;
  const hasOrdered = exists(db.select({ id: orders.id }).from(orders).where(eq(orders.userId, users.id)));
  const { query } = readSearchTerms(q);
  const matching = and(eq(users.role, "buyer"), matchesQuery(words, query), not(hasOrdered));
  const found = db
    .select({ _id: users.id, name: users.name, email: users.email, company: companies.name, number: companies.number })
    .from(users)
    .leftJoin(companyMembers, eq(companyMembers.userId, users.id))
    .leftJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(matching)
    .orderBy(desc(users.id))
    .limit(HITS);
  const [rows, total] = await Promise.all([found, db.$count(users, matching)]);
  return {
    total,
    rows: rows.map(({ number, ...row }) => ({
      ...{ ...row, country: null, orders: 0, value: "0.00", unpaid: "0.00" },
      path: number === null ? `/dashboard/buyers/${row._id}/neworder` : `/dashboard/companies/${number}`,
    })),
  };
}

/** Invoices are counted up to here. */
const INVOICES_COUNTED = 250;

/** Each leads to its page or, for who may not read that, to what it is for. */
async function findInvoices(
  db: Db,
  q: string,
  { reader, mayReadInvoices }: Reader & { mayReadInvoices: boolean },
): Promise<Of<"invoices">> {
  const billed = db
    .select({ id: invoicedOrders.invoiceId })
    .from(invoicedOrders)
    .innerJoin(orders, eq(orders.id, invoicedOrders.orderId))
    .where(ofBuyers({ reader }));
  const mayReadNotes = reader !== undefined || mayReadInvoices;
  const matching = and(
    or(matchesTyped(q), mayReadNotes ? isCreditedBy(q) : undefined),
    reader === undefined ? undefined : inArray(invoices.id, billed),
  );
  const counted = db
    .select({ id: invoices.id })
    .from(invoices)
    .where(matching)
    .limit(INVOICES_COUNTED + 1);
  const covers = sql`from ${invoicedOrders} join ${orders} on ${orders.id} = ${invoicedOrders.orderId}
    where ${invoicedOrders.invoiceId} = ${invoices.id}`;
  const [rows, total] = await Promise.all([
    db
      .select({
        _id: invoices.id,
        number: invoices.number,
        content: invoices.content,
        issuedOn: invoices.issuedOn,
        dueOn: invoices.dueOn,
        state: sql<InvoiceState>`(select sums.state from ${invoiceSums} as sums where sums.id = invoices.id)`,
        order: sql<number | null>`(select min(${orders.number}) ${covers})`,
        sheet: sql<number | null>`(select number from ${orderSheets} where ${orderSheets.id} = ${invoices.sheetId})`,
      })
      .from(invoices)
      .where(matching)
      .orderBy(desc(invoices.id))
      .limit(HITS),
    db.$count(counted.as("counted")),
  ]);
  const hits = rows.map(({ content, order, sheet, ...invoice }) => {
    const { buyer, tax, lines }: DocumentFacts = JSON.parse(content);
    return {
      ...invoice,
      ...{ name: buyer.name, company: buyer.company },
      total: tax?.total ?? addTotals(lines.map((line) => line.total)),
      path: mayReadInvoices
        ? `/dashboard/invoices/${invoice.number}`
        : sheet === null
          ? `/dashboard/orders/${order}`
          : `/dashboard/ordersheets/${sheet}`,
    };
  });
  return { kind: "invoices", ...upTo(INVOICES_COUNTED, total), hits };
}

/** Products that have all the words, none if some would have to be left out. */
export async function findProducts(db: Db, q: string): Promise<Of<"products">[]> {
  const { rows, total, isMore, without } = await suggestTrims(db, q, HITS);
  if (total === 0 || without.length > 0) return [];
  const hits = rows.slice(0, HITS).map((trim) => ({ ...trim, path: trimPath(trim) }));
  return [{ kind: "products", total, isCapped: isMore, hits }];
}

function upTo(limit: number, found: number) {
  return { total: Math.min(found, limit), isCapped: found > limit };
}
