import * as contract from "#app/features/orders/views.contract.ts";
import { inTransaction } from "#app/platform/db/client.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { listViews, removeView, saveView } from "./queries.server.ts";

/** What `views.contract.ts` declares, served. */
export function viewsApi(): Served[] {
  return [
    serve(contract.listViews, ({ db, who }) => listViews(db, who.id)),
    serve(contract.saveView, async ({ db, who, params, body }) => {
      await inTransaction(db, (tx) => saveView(tx, who.id, { ...params, ...body }));
      return { acknowledged: true as const };
    }),
    serve(contract.removeView, async ({ db, who, params }) => ({
      acknowledged: true as const,
      deletedCount: await removeView(db, who.id, params.name),
    })),
  ];
}
