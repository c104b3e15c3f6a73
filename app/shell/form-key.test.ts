import { describe, expect, it } from "vitest";
import { createOrderKey } from "./order-key.ts";

describe("the key of an order", () => {
  it("stays the same while the same order is tried again", () => {
    const key = createOrderKey();
    expect(key.of({ phone: "0123", orderQuantity: 5 })).toBe(key.of({ phone: "0123", orderQuantity: 5 }));
  });

  it("is new when anything in the order changed", () => {
    const key = createOrderKey();
    const first = key.of({ phone: "0123", orderQuantity: 5 });
    expect(key.of({ phone: "0123", orderQuantity: 6 })).not.toBe(first);
    expect(key.of({ phone: "0123", orderQuantity: 5 })).not.toBe(first);
  });

  it("is new for the next order, even of the same content", () => {
    const key = createOrderKey();
    const first = key.of({ phone: "0123" });
    key.forget();
    expect(key.of({ phone: "0123" })).not.toBe(first);
  });
});
