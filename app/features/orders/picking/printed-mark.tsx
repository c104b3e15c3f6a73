import type { Order } from "#app/features/orders/contract.ts";
import { ShortMoment } from "#app/ui/moment.tsx";
import { InnerLink } from "#app/ui/table-parts.tsx";
import { isUnpacked, nameRun } from "./picking.rules.ts";

/** That an order which waits to be packed was printed for the warehouse, with a link to that list, and when. */
export function PrintedMark({ order }: { order: Order }) {
  if (!order.printedAt || order.printRun === null || !isUnpacked(order)) return null;
  return (
    <InnerLink to={`/dashboard/picklists/${order.printRun}`}>
      Printed
      <span className="sr">
        {" "}
        on {nameRun({ number: order.printRun })} <ShortMoment at={order.printedAt} />
      </span>
    </InnerLink>
  );
}
