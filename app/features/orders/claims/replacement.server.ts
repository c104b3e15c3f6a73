import { eq } from "drizzle-orm";
import { dayAt } from "#app/contract/calendar.ts";
import { formatPieces } from "#app/contract/money.ts";
import { lockTrims, writeOrders } from "#app/features/orders/placing/queries.server.ts";
import { aboveAvailable } from "#app/features/orders/problems.ts";
import { findOrder, type OrderRow, updateOrder } from "#app/features/orders/queries.server.ts";
import { insertEvent } from "#app/features/orders/status/events.server.ts";
import { pendingOrderNotifications } from "#app/features/orders/tables.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { ClaimRow } from "./queries.server.ts";

/**
 * Writes an order for the same buyer that replaces pieces of another: it takes stock and costs nothing, so it is accepted
 * and paid for. Returns its id and number.
 * @throws Refusal above-available
 */
export async function replace(
  tx: Tx,
  { who, timeZone }: { who: Person; timeZone: string },
  order: OrderRow,
  { pieces, buyerId }: Pick<ClaimRow, "pieces" | "buyerId">,
) {
  const trimId = order.trimId ?? "";
  const trim = trimId === "" ? undefined : (await lockTrims(tx, [trimId])).get(trimId);
  const left = trim?.quantity ?? 0;
  if (!trim || left < pieces) refuse(aboveAvailable, `Only ${formatPieces(left)} are in stock. Credit them instead.`);
  const { name, email, companyId, company, phone, address, shipTo } = order;
  const id = newId();
  await writeOrders(tx, [
    {
      ...{ id, by: who, buyer: { id: buyerId, name, email, isVerified: true } },
      company: company === null ? undefined : { companyId: companyId ?? undefined, company },
      ...{ trim, orderQuantity: pieces, unitPrice: "0", phone, address, shipTo },
    },
  ]);
  // Its buyer is told of it with the claim.
  await tx.delete(pendingOrderNotifications).where(eq(pendingOrderNotifications.orderId, id));
  const dueOn = dayAt(await readNow(tx), timeZone);
  await updateOrder(tx, id, { review: "accepted", payment: "paid", dueOn });
  const note = `Replaces ${formatPieces(pieces)} pieces of order No. ${order.number}, at no cost`;
  await insertEvent(tx, { who, orderId: id, kind: "note", note, noteFor: "buyer" });
  const placed = await findOrder(tx, id);
  if (!placed) throw new Error("the order that was placed is not there");
  return { id, number: placed.number, trimId };
}
