import { isPermitted } from "#app/contract/staff.ts";
import { findTyped } from "#app/features/orders/find/search.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import * as contract from "./contract.ts";
import { findKinds, findProducts } from "./queries.server.ts";

/** The search of everything that its reader may see. Days are those of `timeZone`. */
export function searchApi({ timeZone }: { timeZone: string }): Served[] {
  return [
    serve(contract.findAnything, async ({ db, who, query: { q } }) => {
      const reader = who.isAdmin ? undefined : who.id;
      const mayReadBuyers = who.isAdmin && isPermitted(who.staffRoles, "see-buyers");
      const mayReadInvoices = who.isAdmin && isPermitted(who.staffRoles, "see-invoices");
      const [{ found, corrections }, products] = await Promise.all([
        findTyped(db, q, { isStaff: who.isAdmin }, async (typed = q) => {
          const found = await findKinds(db, typed, { timeZone, reader, mayReadBuyers, mayReadInvoices });
          return { found, total: found.length };
        }),
        // The catalogue corrects typing errors itself.
        findProducts(db, q),
      ]);
      return { corrections, found: [...found, ...products] };
    }),
  ];
}
