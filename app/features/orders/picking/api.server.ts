import { notFound } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { orderActions } from "#app/features/orders/audit-actions.server.ts";
import * as contract from "#app/features/orders/picking.contract.ts";
import { wrongState } from "#app/features/orders/problems.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey } from "#app/platform/http/idempotency.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { nameRun, printTitles, waitsFor } from "./picking.rules.ts";
import * as queries from "./queries.server.ts";

/** What `picking.contract.ts` declares, served. */
export function pickingApi(): Served[] {
  return [
    serve(contract.addPrintRun, async ({ db, who, from, headers, body }) => {
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: contract.addPrintRun, content: body };
      return withIdempotencyKey(db, request, async (tx) => {
        const { kind } = body;
        const locked = await queries.lockOrders(tx, body.ids);
        const orderIds = locked.filter(waitsFor[kind]).map(({ id }) => id);
        if (orderIds.length === 0) {
          refuse(wrongState, `None of these orders waits to be ${kind === "pick" ? "packed" : "produced"}.`);
        }
        const run = await queries.insertRun(tx, { kind, actorId: who.id, orderIds });
        const about = { object: `${printTitles[kind]} ${nameRun(run)}`, objectId: run.id };
        const after = { orders: orderIds.length };
        await recordAction(tx, { who, from }, { action: orderActions.print, ...about, before: null, after });
        return { acknowledged: true as const, insertedId: run.id, number: run.number };
      });
    }),

    serve(contract.findPrintRun, async ({ db, params }) => {
      return (await queries.findRun(db, params.id)) ?? refuse(notFound, "This list does not exist.");
    }),
  ];
}
