import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { companies } from "#app/features/companies/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { Mail } from "#app/platform/mail/enqueue.server.ts";
import { orderSheets, orders } from "./tables.server.ts";

/**
 * These mails, and a copy of each that encloses documents for the company of their orders, if its address for documents
 * is confirmed. Nothing is copied whose documents are of several companies.
 */
export async function withCompanyCopies(db: Db | Tx, mails: readonly Mail[]): Promise<Mail[]> {
  const named = mails.flatMap(({ enclosed = [] }) => enclosed.flatMap(readId));
  if (named.length === 0) return [...mails];
  const addresses = new Map([
    ...(await listAddresses(db, orders, inArray(orders.id, named))),
    ...(await listAddresses(db, orderSheets, inArray(orderSheets.id, named))),
  ]);
  return mails.flatMap((mail) => {
    const found = new Set((mail.enclosed ?? []).flatMap(readId).map((id) => addresses.get(id)));
    const [address] = found;
    if (found.size !== 1 || !address || address === mail.to.address) return [mail];
    return [mail, { ...mail, to: { name: "", address }, key: `${mail.key}, to the company` }];
  });
}

/** Documents are named by what they are of, such as `confirmation order 0198…`. */
function readId(document: string): string[] {
  return /(?:order|sheet) ([0-9a-f-]{36})/.exec(document)?.slice(1) ?? [];
}

async function listAddresses(db: Db | Tx, table: typeof orders | typeof orderSheets, some: SQL) {
  const rows = await db
    .select({ id: table.id, address: companies.documentsEmail })
    .from(table)
    .innerJoin(companies, eq(companies.id, table.companyId))
    .where(and(some, eq(companies.isDocumentsEmailConfirmed, true), isNull(companies.closedAt)));
  return rows.map(({ id, address }) => [id, address] as const);
}
