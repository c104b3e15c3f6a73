import { useShopToday } from "#app/client/shop-time.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { states } from "#app/features/orders/facts.ts";
import { stateTitle } from "#app/features/orders/labels.ts";
import { isEnded } from "#app/features/orders/rules.ts";
import { Badge } from "#app/ui/badge.tsx";
import { IconCheck, IconWarning } from "#app/ui/icons.tsx";
import { isPastDue } from "./order-states.rules.ts";

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
  const tone = { pending: "wait", refunded: "wait", invoiced: undefined, paid: "ok" } as const;
  return <Badge tone={tone[order.payment]}>{stateTitle(order.payment)}</Badge>;
}

const steps = states.shipping.filter((state) => state !== "partly-shipped");

/** The shipping as an admin reads it: as many stitches as steps are done. */
export function ShippingBadge({ order: { shipping } }: { order: Order }) {
  const tone = shipping === "pending" ? "wait" : shipping === "delivered" ? "ok" : undefined;
  return (
    <Badge tone={tone} sewn={steps.indexOf(shipping === "partly-shipped" ? "packed" : shipping)}>
      {stateTitle(shipping)}
    </Badge>
  );
}

/** In one word, for its buyer. */
export function OrderBadge({ order }: { order: Order }) {
  const { review, shipping } = order;
  if (review === "in-review") return <Badge tone="wait">{stateTitle(review)}</Badge>;
  if (isEnded(order)) return <Badge tone="out">{stateTitle(review)}</Badge>;
  if (shipping === "in-production" || shipping === "packed" || shipping === "partly-shipped")
    return <Badge>{stateTitle(shipping)}</Badge>;
  return (
    <Badge tone="ok">
      <IconCheck />
      {stateTitle(shipping === "pending" ? review : shipping)}
    </Badge>
  );
}
