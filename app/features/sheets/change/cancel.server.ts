import type { IdOrNumber } from "#app/contract/id.ts";
import { notAllowed, notFound } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { actOn, mayActOn, mayRead } from "#app/features/orders/access.server.ts";
import { wrongState } from "#app/features/orders/problems.ts";
import { lockOrdersOf } from "#app/features/orders/queries.server.ts";
import { describeStatus, isEnded, mayCancel } from "#app/features/orders/rules.ts";
import { type Acting, cancelLocked } from "#app/features/orders/status/cancelling.server.ts";
import { sheetActions } from "#app/features/sheets/audit-actions.server.ts";
import { findSheet } from "#app/features/sheets/queries.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";

type Asked = { orders?: readonly string[] | undefined; reason?: string | undefined };

/**
 * Cancels those orders of a sheet that are named and have not ended, or all of them, with one mail to its buyer and one to
 * each admin. Returns the trims whose pieces went back, one for each order that was cancelled.
 * @throws Refusal not-found of what does not exist or is another's, wrong-state if it is too late for one of the orders.
 */
export async function cancelSheet(tx: Tx, caller: Acting, idOrNumber: IdOrNumber, { orders: ids, reason }: Asked) {
  const sheet = await findSheet(tx, idOrNumber);
  if (!sheet || !(await mayRead(tx, caller.who, sheet))) refuse(notFound, "This order sheet does not exist.");
  const who = actOn(caller.who, sheet);
  const by = { ...caller, who };
  if (!(await mayActOn(tx, who, sheet))) refuse(notAllowed, "Only its buyer or a manager may cancel this sheet.");
  const orders = await lockOrdersOf(tx, sheet._id);
  if (ids?.some((id) => !orders.some((order) => order.id === id))) refuse(notFound, "This sheet has no such order.");
  const asked = orders.filter((order) => !isEnded(order) && (ids?.includes(order.id) ?? true));
  const tooLate = asked.filter((order) => !mayCancel(order, who.isAdmin));
  if (tooLate.length > 0) {
    const each = tooLate.map((order) => `No. ${order.number}: ${describeStatus(order)}`).join(" ");
    refuse(
      wrongState,
      `${each} Nothing was cancelled.`,
      tooLate.map(({ id, shipping }) => ({ field: id, message: shipping })),
    );
  }
  await cancelLocked(tx, by, asked, reason);
  if (who.isAdmin && asked.length > 0) {
    const before = { orders: asked.map(({ number }) => number).join(", "), email: sheet.email };
    const about = { object: `Sheet S-${sheet.number}`, objectId: sheet._id, before, after: null };
    await recordAction(tx, by, { action: sheetActions.cancel, ...about });
  }
  return asked.map(({ trimId }) => trimId);
}
