import { dayAt } from "#app/contract/calendar.ts";
import { isPermitted } from "#app/contract/staff.ts";
import { listQuietBuyers } from "#app/features/buyers/queries.server.ts";
import { sumInvoices } from "#app/features/money/invoices/queries.server.ts";
import { countByStatus } from "#app/features/orders/find/counts.server.ts";
import { catchUp } from "#app/features/orders/sums/sums.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import * as contract from "./contract.ts";
import * as queries from "./queries.server.ts";

const QUIET = 6;

/** The admin dashboard's calls. Days are those of `timeZone`. */
export function adminDashboardApi({ timeZone }: { timeZone: string }): Served[] {
  const findToday = () => dayAt(new Date(), timeZone);
  return [
    serve(contract.showAdminDashboard, async ({ db, who }) => {
      const today = findToday();
      const counts = await countByStatus(db);
      const maySeeInvoices = isPermitted(who.staffRoles, "see-invoices");
      const [waiting, pastDue, lowStock, newest, value, owed] = await Promise.all([
        queries.countWaiting(db, counts, timeZone),
        queries.sumPastDue(db, today),
        queries.countLowStock(db),
        queries.listNewest(db),
        queries.sumToInvoice(db),
        maySeeInvoices ? sumInvoices(db, today, {}) : null,
      ]);
      return {
        today,
        ...waiting,
        invoice: { ...queries.countToInvoice(counts), value },
        pastDue,
        owed,
        lowStock,
        newest,
      };
    }),

    serve(contract.showSales, async ({ db }) => {
      const today = findToday();
      const asOf = await catchUp(db);
      const [weeks, best, quiet] = await Promise.all([
        queries.listWeeks(db, today),
        queries.listBest(db, today),
        listQuietBuyers(db, today, QUIET),
      ]);
      return { weeks, ...best, quiet, asOf };
    }),
  ];
}
