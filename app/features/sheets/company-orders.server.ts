import { and, eq, isNull, sql } from "drizzle-orm";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";

/** Makes a person's orders and sheets that belong to no company those of this one; what named a company keeps its name. */
export async function bringOrders(tx: Tx, userId: string, { id, name }: { id: string; name: string }): Promise<void> {
  for (const table of [orders, orderSheets]) {
    await tx
      .update(table)
      .set({ companyId: id, company: sql`coalesce(${table.company}, ${name})` })
      .where(and(eq(table.userId, userId), isNull(table.companyId)));
  }
}
