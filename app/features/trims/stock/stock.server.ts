import { and, eq, lte, sql } from "drizzle-orm";
import { MAX_PIECES } from "#app/contract/pieces.ts";
import { mailBackInStock } from "#app/features/trims/mails.server.ts";
import { forgetLowStock, takeWatches } from "#app/features/trims/queries.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";

/**
 * Adds pieces to a trim's stock, or takes them away if negative. This is the only way in which stock grows once a trim
 * exists, so the people who wait for it are told. False if the stock would exceed what the shop can count.
 */
export async function addToStock(tx: Tx, trimId: string, pieces: number, emailContext: EmailContext): Promise<boolean> {
  const [after] = await tx
    .update(trims)
    .set({ quantity: sql`${trims.quantity} + ${pieces}` })
    .where(and(eq(trims.id, trimId), lte(sql`${trims.quantity}::bigint + ${pieces}`, MAX_PIECES)))
    .returning({ quantity: trims.quantity, moq: trims.moq });
  if (!after) return false;
  if (pieces > 0) await forgetLowStock(tx, [trimId]);
  const { quantity, moq } = after;
  // Nobody waits for what was not short.
  if (quantity - pieces < moq && quantity >= moq) await notifyIfBackInStock(tx, trimId, emailContext);
  return true;
}

/** Writes, once, to those who wait for a trim, if its minimum order is in stock now. */
export async function notifyIfBackInStock(tx: Tx, trimId: string, emailContext: EmailContext): Promise<void> {
  await mailBackInStock(tx, await takeWatches(tx, [trimId]), emailContext);
}
