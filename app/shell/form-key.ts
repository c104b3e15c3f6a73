import { useState } from "react";
import { v7 } from "uuid";

type OrderKey = { of: (order: object) => string; forget: () => void };

/** The `Idempotency-Key` of the order in the form: the same for a retry, new once the content changed or was placed. */
export function useOrderKey(): OrderKey {
  const [orderKey] = useState(createOrderKey);
  return orderKey;
}

export function createOrderKey(): OrderKey {
  let known: { content: string; key: string } | undefined;
  return {
    of(order) {
      const content = JSON.stringify(order);
      if (known?.content !== content) known = { content, key: v7() };
      return known.key;
    },
    forget() {
      known = undefined;
    },
  };
}
