import type { Order } from "#app/features/orders/contract.ts";
import { ShortMoment } from "#app/ui/moment.tsx";
import { InnerLink, SecondLine } from "#app/ui/table-parts.tsx";
import { isUnpacked, nameRun } from "./picking.rules.ts";

/** When an order that waits to be packed was printed for the warehouse, with a link to that list. */
export function PrintedMark({ order }: { order: Order }) {
  if (!order.printedAt || order.printRun === null || !isUnpacked(order)) return null;
  return (
    <SecondLine>
      <InnerLink to={`/dashboard/picklists/${order.printRun}`}>
        Printed<span className="sr"> on {nameRun({ number: order.printRun })}</span>{" "}
        <ShortMoment at={order.printedAt} />
      </InnerLink>
    </SecondLine>
  );
}
