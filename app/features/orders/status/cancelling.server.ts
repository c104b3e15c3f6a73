import { invalidInput } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { actOn, mayActOn } from "#app/features/orders/access.server.ts";
import { orderActions } from "#app/features/orders/audit-actions.server.ts";
import { queueNotifications } from "#app/features/orders/mails.server.ts";
import * as queries from "#app/features/orders/queries.server.ts";
import { isEnded, mayCancel } from "#app/features/orders/rules.ts";
import { addToStock } from "#app/features/trims/stock/stock.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import type { Client, Person } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import type { Billing, CreditNote } from "./billing.server.ts";
import { refuseState } from "./conflict.server.ts";
import { insertEvents, type NewEvent } from "./events.server.ts";
import { findRecipient } from "./move-mails.server.ts";

/** Who acts, and from where. */
export type Acting = { who: Person; from: Client; emailContext: EmailContext; billing: Billing };

/**
 * Cancels an order, gives its pieces back and leaves its mails to be written, once. Undefined when there is nothing to
 * cancel: no such order, or it has ended.
 * @throws Refusal wrong-state when it is too late.
 */
export async function cancelOrder(tx: Tx, caller: Acting, id: string, reason: string | undefined) {
  // Before the lock: somebody who may not cancel an order must neither wait for it nor make others wait.
  const found = await queries.findOwner(tx, id);
  if (!found) return undefined;
  const who = actOn(caller.who, found);
  const by = { ...caller, who };
  if (!(await mayActOn(tx, who, found))) {
    return found.userId === who.id ? ("looked at" as const) : ("another's" as const);
  }
  const order = await queries.lockOrder(tx, id);
  if (!order || isEnded(order)) return undefined;
  if (!mayCancel(order, who.isAdmin)) return refuseState(tx, order);
  await cancelLocked(tx, by, [order], reason);
  const { number, email, productName, orderQuantity, total } = order;
  const before = { number, email, productName, orderQuantity, total };
  if (who.isAdmin) await recordAction(tx, by, { action: orderActions.delete, ...toObject(order), before, after: null });
  return { trimId: order.trimId ?? undefined };
}

/**
 * Cancels orders of one buyer, which the caller has locked and may cancel: their pieces, events, credit notes and mails;
 * what staff do is theirs to record. Orders that are cancelled together share a mail, unless the caller tells of them and
 * of the credit notes, which it returns.
 */
export async function cancelLocked(
  tx: Tx,
  by: Acting,
  cancelled: readonly queries.OrderRow[],
  reason: string | undefined,
  { isMailed = true }: { isMailed?: boolean } = {},
): Promise<CreditNote[]> {
  const [first] = cancelled;
  if (!first) return [];
  // By trim, as placing locks them, so that the two never wait for each other.
  for (const order of cancelled.toSorted((a, b) => (a.trimId ?? "").localeCompare(b.trimId ?? ""))) {
    await giveBack(tx, by, order);
  }
  const isVerified = (await findRecipient(tx, first)) !== undefined;
  await queries.cancelOrders(
    tx,
    cancelled.map(({ id }) => id),
  );
  const note = reason ? ({ note: reason, noteFor: "buyer" } as const) : {};
  await insertEvents(
    tx,
    cancelled.map(
      ({ id, review }): NewEvent => ({
        ...{ who: by.who, orderId: id, kind: "move", track: "review", from: review, to: "cancelled", ...note },
        isMailed: isVerified,
      }),
    ),
  );
  if (isMailed) {
    await queueNotifications(
      tx,
      cancelled.map(({ id }) => ({ orderId: id, isVerified, what: "cancelled" })),
    );
  }
  const creditNotes: CreditNote[] = [];
  for (const order of cancelled) {
    const note = await by.billing.credit(tx, by, order, { reason: "Cancelled", isMailed });
    if (note) creditNotes.push(note);
    await by.billing.releaseDeposit(tx, by, order);
  }
  return creditNotes;
}

/** Gives an order's pieces back. Runs before the order's row is written: placing locks the trim first, too. */
export async function giveBack(
  tx: Tx,
  { emailContext }: Pick<Acting, "emailContext">,
  { trimId, orderQuantity }: queries.OrderRow,
): Promise<{ trimId: string | undefined }> {
  if (trimId && !(await addToStock(tx, trimId, orderQuantity, emailContext))) {
    refuse(invalidInput, "With these pieces the stock would be more than the shop can count.");
  }
  return { trimId: trimId ?? undefined };
}

/** An order, as the audit names it. */
export function toObject({ id, number, productName }: queries.OrderRow) {
  return { object: `No. ${number} ${productName}`, objectId: id };
}
