import { isPermitted } from "#app/contract/staff.ts";
import { findTyped } from "#app/features/orders/find/search.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import * as contract from "./contract.ts";
import { findKinds, findProducts } from "./queries.server.ts";

/** The search of everything, for staff. Days are those of `timeZone`. */
export function searchApi({ timeZone }: { timeZone: string }): Served[] {
  return [
    serve(contract.findAnything, async ({ db, who, query: { q } }) => {
      const mayReadBuyers = isPermitted(who.staffRoles, "see-buyers");
      const mayReadInvoices = isPermitted(who.staffRoles, "see-invoices");
      const [{ found, corrections }, products] = await Promise.all([
        findTyped(db, q, { isStaff: true }, async (typed = q) => {
          const found = await findKinds(db, typed, { timeZone, mayReadBuyers, mayReadInvoices });
          return { found, total: found.length };
        }),
        // The catalogue corrects typing errors itself.
        findProducts(db, q),
      ]);
      return { corrections, found: [...found, ...products] };
    }),
  ];
}
