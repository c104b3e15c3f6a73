import { dayAt } from "#app/contract/calendar.ts";
import { unavailable } from "#app/contract/problem.ts";
import { requireStillAdmin } from "#app/features/identity/roles.server.ts";
import { moveOrders } from "#app/features/orders/changes.contract.ts";
import { manyBuyers } from "#app/features/orders/problems.ts";
import * as queries from "#app/features/orders/queries.server.ts";
import { oneTrim, TRIMS } from "#app/features/trims/page-subjects.ts";
import { type Db, sqlState } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import { withIdempotencyKey } from "#app/platform/http/idempotency.server.ts";
import { Refusal, refuse, SHOP_IS_BUSY } from "#app/platform/http/refusal.server.ts";
import { type BulkCall, releaseMoveMails } from "./move-mails.server.ts";
import { type ActionContext, checkMove, type Done, moveOrder, proveRefund } from "./moves.server.ts";

type BulkInput = typeof moveOrders.body._output;
type Answer = (typeof moveOrders.output._output)[number];

/**
 * Moves several orders, one after the other, each in a transaction of its own: one that fails stops no other. Under the
 * same `key`, an order that has moved is not moved again. Each buyer gets one mail for all moves of the same kind.
 * An admin who loses the role meanwhile moves no more of them.
 * @throws Refusal invalid-input, proof-needed, or many-buyers when one shipment would go to several.
 */
export async function moveMany(db: Db, by: ActionContext, key: string | undefined, { ids, ...input }: BulkInput) {
  checkMove(input, dayAt(await readNow(db), by.timeZone));
  proveRefund(by.who, input);
  const found = (["trackingNumber", "trackingUrl"] as const).find((field) => input[field]);
  if (found && (await queries.countDestinations(db, ids)) > 1) {
    const message = "A tracking number or link is only for orders of one buyer to one address";
    refuse(manyBuyers, message, [{ field: found, message }]);
  }
  const call: BulkCall = { id: newId(), orderIds: new Set(ids), invoices: new Map(), deliveries: new Map() };
  const subjects = new Set<string>();
  const answers: Answer[] = [];
  // Lines of a sheet that the invoice of another line took along.
  const moved = new Set<string>();
  try {
    for (const id of ids) {
      if (moved.has(id)) {
        answers.push({ id, ok: true });
        continue;
      }
      const keyOfOne = key && `${key} ${id}`;
      const request = { owner: by.who.id, key: keyOfOne, endpoint: moveOrders, content: { id, ...input } };
      try {
        const answer = await withIdempotencyKey<Pick<Done, "alongside" | "invoicedToo">>(db, request, async (tx) => {
          const who = { ...by.who, staffRoles: await requireStillAdmin(tx, by.who.id) };
          const done = await moveOrder(tx, { ...by, who, call }, id, input);
          if (done.trimId) subjects.add(TRIMS).add(oneTrim(done.trimId));
          return { alongside: done.alongside ?? [], invoicedToo: done.invoicedToo ?? [] };
        });
        for (const other of answer.alongside ?? []) moved.add(other);
        const unnamed = (answer.invoicedToo ?? []).filter((other) => !call.orderIds.has(other));
        answers.push({ id, ok: true, ...(unnamed.length > 0 ? { invoicedToo: unnamed } : {}) });
      } catch (error) {
        answers.push({ id, ok: false, ...explain(error) });
      }
    }
  } finally {
    // Even if this fails, they are written after a while.
    await releaseMoveMails(db, call).catch(() => {});
  }
  return { answers, subjects };
}

/** Why one order did not move. An unforeseen error ends the call. */
function explain(error: unknown): { code: string; detail: string } {
  if (error instanceof Refusal) return { code: error.problem.code, detail: error.message };
  if (sqlState(error)) return { code: unavailable.code, detail: SHOP_IS_BUSY };
  throw error;
}
