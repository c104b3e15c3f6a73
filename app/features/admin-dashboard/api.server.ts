import { dayAt } from "#app/contract/calendar.ts";
import { listQuietBuyers } from "#app/features/buyers/queries.server.ts";
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
    serve(contract.showAdminDashboard, async ({ db }) => {
      const today = findToday();
      const counts = await countByStatus(db);
      const [waiting, pastDue, lowStock, newest] = await Promise.all([
        queries.countWaiting(db, counts, timeZone),
        queries.sumPastDue(db, today),
        queries.countLowStock(db),
        queries.listNewest(db),
      ]);
      return { today, ...waiting, invoice: queries.countToInvoice(counts), pastDue, lowStock, newest };
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
