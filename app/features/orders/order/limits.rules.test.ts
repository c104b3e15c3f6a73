import { expect, it } from "vitest";
import { showOrder } from "#test/builders.ts";
import { sayLimits } from "./limits.rules.ts";

const delivered = { ...showOrder(), review: "accepted", shipping: "delivered", mayAct: true } as const;

it.each([
  ["a problem that can be reported below", delivered, true, /If something is wrong, report the problem below\./],
  ["one that can no longer be", delivered, false, /If something is wrong, please write to us\./],
  ["a viewer", { ...delivered, mayAct: false }, false, /^You may look and print\./],
  ["one that was cancelled", { ...delivered, review: "cancelled" }, false, /^The pieces are back in stock\.$/],
] as const)("tells a buyer what they can do about %s", (_, order, canReport, said) => {
  expect(sayLimits(order, { isAdmin: false, canReport })).toMatch(said);
});
