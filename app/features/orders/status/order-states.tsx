import { useShopToday } from "#app/client/shop-time.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { states } from "#app/features/orders/facts.ts";
import { isEnded } from "#app/features/orders/rules.ts";
import { Badge } from "#app/ui/badge.tsx";
import { IconCheck, IconWarning } from "#app/ui/icons.tsx";
import { isPastDue } from "./order-states.rules.ts";
import { stateWord } from "./tracks.rules.ts";

/** The payment as an admin reads it. */
export function PaymentBadge({ order }: { order: Order }) {
  if (isPastDue(order, useShopToday())) {
    return (
      <Badge tone="out">
        <IconWarning />
        Past due
      </Badge>
    );
  }
  const tone = { Pending: "wait", Refunded: "wait", Invoiced: undefined, Paid: "ok" } as const;
  return <Badge tone={tone[order.payment]}>{order.payment}</Badge>;
}

/** The shipping as an admin reads it: as many stitches as steps are done. */
export function ShippingBadge({ order: { shipping } }: { order: Order }) {
  const tone = shipping === "Pending" ? "wait" : shipping === "Delivered" ? "ok" : undefined;
  return (
    <Badge tone={tone} sewn={states.shipping.indexOf(shipping)}>
      {shipping}
    </Badge>
  );
}

/** In one word, for its buyer. */
export function OrderBadge({ order }: { order: Order }) {
  const { review, shipping } = order;
  if (review === "in review") return <Badge tone="wait">In review</Badge>;
  if (isEnded(order)) return <Badge tone="out">{stateWord(review)}</Badge>;
  if (shipping === "In production" || shipping === "Packed") return <Badge>{shipping}</Badge>;
  return (
    <Badge tone="ok">
      <IconCheck />
      {shipping === "Pending" ? "Accepted" : shipping}
    </Badge>
  );
}
