import * as contract from "#app/features/orders/charges.contract.ts";
import type { Billing } from "#app/features/orders/status/billing.server.ts";
import { inTransaction } from "#app/platform/db/client.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey } from "#app/platform/http/idempotency.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { addCharge, removeCharge } from "./charges.server.ts";

type Settings = { emailContext: EmailContext; timeZone: string; billing: Billing; publish: () => void };

/** What `charges.contract.ts` declares, served. */
export function chargesApi({ publish, ...context }: Settings): Served[] {
  return (["order", "sheet"] as const).flatMap((of) => {
    const add = of === "order" ? contract.addOrderCharge : contract.addSheetCharge;
    const remove = of === "order" ? contract.removeOrderCharge : contract.removeSheetCharge;
    return [
      serve(add, async ({ db, who, from, params, headers, body }) => {
        const content = { ...params, ...body };
        const request = { owner: who.id, key: headers["idempotency-key"], endpoint: add, content };
        const answer = await withIdempotencyKey(db, request, async (tx) => {
          const { id, version } = await addCharge(tx, { who, from, ...context }, of, params.id, body);
          return { acknowledged: true as const, insertedId: id, version };
        });
        publish();
        return answer;
      }),
      serve(remove, async ({ db, who, from, params }) => {
        const deletedCount = await inTransaction(db, (tx) =>
          removeCharge(tx, { who, from, ...context }, of, params.id, params.charge),
        );
        if (deletedCount > 0) publish();
        return { acknowledged: true as const, deletedCount };
      }),
    ];
  });
}
