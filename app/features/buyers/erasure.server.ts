import { and, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { type Actor, recordAction } from "#app/features/audit/queries.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { eraseReasons } from "#app/features/orders/charges/queries.server.ts";
import { eraseClaims } from "#app/features/orders/claims/queries.server.ts";
import { messages } from "#app/features/orders/messages/tables.server.ts";
import { ERASED, orderEvents } from "#app/features/orders/status/tables.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import { buyerActions } from "./audit-actions.server.ts";
import { buyerNotes } from "./tables.server.ts";

/**
 * Erases the words of all notes about the buyers with this e-mail, also after the account is gone: those on their
 * orders and sheets read *Erased*, those that admins wrote for one another are deleted. The record keeps who did so and
 * how many there were. Returns their number, or undefined if nobody has ordered under this e-mail.
 */
export async function eraseNotes(db: Db, email: string, actor: Actor): Promise<number | undefined> {
  return inTransaction(db, async (tx) => {
    const ids = await findBuyerIds(tx, email);
    if (ids.length === 0) return undefined;
    const theirs = tx.select({ id: orders.id }).from(orders).where(inArray(orders.userId, ids));
    const counts = [
      await tx
        .update(orderEvents)
        .set({ note: ERASED })
        .where(and(inArray(orderEvents.orderId, theirs), isNotNull(orderEvents.note), ne(orderEvents.note, ERASED))),
      await tx
        .update(orderSheets)
        .set({ note: ERASED })
        .where(and(inArray(orderSheets.userId, ids), isNotNull(orderSheets.note), ne(orderSheets.note, ERASED))),
      await tx
        .update(messages)
        .set({ words: ERASED })
        .where(and(inArray(messages.buyerId, ids), isNotNull(messages.words), ne(messages.words, ERASED))),
      await tx.delete(buyerNotes).where(inArray(buyerNotes.buyerId, ids)),
    ];
    const erased = (await eraseClaims(tx, ids)) + (await eraseReasons(tx, ids));
    const notes = counts.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), erased);
    for (const objectId of ids) {
      await recordAction(tx, actor, { action: buyerActions.eraseNotes, object: email, objectId, after: { notes } });
    }
    return notes;
  });
}

/** Whose account has this e-mail; without an account, whose latest order has it. */
async function findBuyerIds(tx: Tx, email: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select latest.id from (
      select distinct on (${orders.userId}) ${orders.userId} as id, ${orders.email} as email from ${orders}
      where ${orders.userId} in (
        select ${orders.userId} from ${orders} where ${orders.email} = ${email}
        union all select ${users.id} from ${users} where ${users.email} = ${email})
      order by ${orders.userId}, ${orders.id} desc
    ) as latest left join ${users} on ${users.id} = latest.id
    where coalesce(${users.email}, latest.email) = ${email}`);
  return rows.map(({ id }) => id);
}
