import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { insertEvent } from "#app/features/orders/status/events.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";

/** Makes a person's orders and sheets that belong to no company those of this one; what named a company keeps its name. */
export async function bringOrders(tx: Tx, who: Person, { id, name }: { id: string; name: string }): Promise<void> {
  for (const table of [orders, orderSheets]) {
    await tx
      .update(table)
      .set({ companyId: id, company: sql`coalesce(${table.company}, ${name})` })
      .where(and(eq(table.userId, who.id), isNull(table.companyId)));
  }
  const [newest] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, who.id), eq(orders.companyId, id)))
    .orderBy(desc(orders.id))
    .limit(1);
  if (!newest) return;
  // The sums of orders are counted again after an event.
  const note = `${who.name} founded ${name} and brought their earlier orders along`;
  await insertEvent(tx, { who, orderId: newest.id, kind: "note", note, noteFor: "internal" });
}
