import { describe, expect, it } from "vitest";
import { createFormKey, createFormKeys } from "./idempotency-key.ts";

describe("the key of a form", () => {
  it("stays the same while the same content is tried again", () => {
    const key = createFormKey();
    expect(key.of({ phone: "0123", orderQuantity: 5 })).toBe(key.of({ phone: "0123", orderQuantity: 5 }));
  });

  it("is new when anything in it changed", () => {
    const key = createFormKey();
    const first = key.of({ phone: "0123", orderQuantity: 5 });
    expect(key.of({ phone: "0123", orderQuantity: 6 })).not.toBe(first);
    expect(key.of({ phone: "0123", orderQuantity: 5 })).not.toBe(first);
  });

  it("is new for the next time, even of the same content", () => {
    const key = createFormKey();
    const first = key.of({ phone: "0123" });
    key.forget();
    expect(key.of({ phone: "0123" })).not.toBe(first);
  });
});

describe("the keys of a form that makes several calls", () => {
  it("stay until all are answered, each with its content", () => {
    const keys = createFormKeys();
    const [first, second] = [keys.of({ from: "in-review" }), keys.of({ from: "accepted" })];
    expect(second).not.toBe(first);
    // The second call failed: both are sent again.
    expect([keys.of({ from: "in-review" }), keys.of({ from: "accepted" })]).toEqual([first, second]);
    keys.forget();
    expect([first, second]).not.toContain(keys.of({ from: "in-review" }));
  });
});
