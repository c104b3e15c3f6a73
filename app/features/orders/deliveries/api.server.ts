import * as contract from "#app/features/orders/deliveries.contract.ts";
import type { Billing } from "#app/features/orders/status/billing.server.ts";
import { oneTrim, TRIMS } from "#app/features/trims/page-subjects.ts";
import { inTransaction } from "#app/platform/db/client.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey } from "#app/platform/http/idempotency.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { closeOrder, correct, deliver, setTolerance } from "./deliver.server.ts";

type DeliverySettings = { emailContext: EmailContext; timeZone: string; billing: Billing; publish: () => void };

/** What `deliveries.contract.ts` declares, served. */
export function deliveriesApi({ publish, ...context }: DeliverySettings): Served[] {
  return [
    serve(contract.addDelivery, async ({ db, who, from, headers, body, changed }) => {
      changed();
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: contract.addDelivery, content: body };
      const answer = await withIdempotencyKey(db, request, async (tx) => {
        const { id, trimIds, orders, invoicedToo } = await deliver(tx, { who, from, ...context }, body);
        for (const trimId of trimIds) changed(TRIMS, oneTrim(trimId));
        return { acknowledged: true as const, insertedId: id, orders, invoicedToo };
      });
      publish();
      return answer;
    }),

    serve(contract.correctDelivery, async ({ db, who, from, params, body }) => {
      const modifiedCount = await inTransaction(db, (tx) => correct(tx, { who, from, ...context }, params.id, body));
      publish();
      return { acknowledged: true as const, modifiedCount };
    }),

    serve(contract.closeOrder, async ({ db, who, from, params, headers, body, changed }) => {
      changed();
      const content = { ...params, ...body };
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: contract.closeOrder, content };
      const answer = await withIdempotencyKey(db, request, async (tx) => {
        const { returned, credited, trimId } = await closeOrder(tx, { who, from, ...context }, params.id, body);
        if (trimId) changed(TRIMS, oneTrim(trimId));
        return { acknowledged: true as const, returned, credited };
      });
      publish();
      return answer;
    }),

    serve(contract.setTolerance, async ({ db, who, from, params, body }) => ({
      acknowledged: true as const,
      modifiedCount: await inTransaction(db, (tx) =>
        setTolerance(tx, { who, from, ...context }, params.id, body.tolerance),
      ),
    })),
  ];
}
