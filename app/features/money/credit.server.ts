import { sql } from "drizzle-orm";
import type { Db, Tx } from "#app/platform/db/client.server.ts";

/**
 * What counts against a company's credit limit, in dollars and cents: what is left to pay of its invoices, and what is
 * accepted and not invoiced.
 */
export async function sumCreditUsed(db: Db | Tx, companyId: string): Promise<{ open: string; uninvoiced: string }> {
  const { rows } = await db.execute<{ open: string; uninvoiced: string }>(
    sql`select open::numeric(30, 2)::text, uninvoiced::numeric(30, 2)::text from company_credit(${companyId})`,
  );
  const [sums] = rows;
  if (!sums) throw new Error("a sum without a row");
  return sums;
}
