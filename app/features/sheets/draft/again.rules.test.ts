import { expect, it } from "vitest";
import { readAgain, sortAgain } from "./again.rules.ts";

const wanted = (trimId: string | null) => ({ trimId, orderQuantity: 7, productName: `Trim ${trimId}` });

it("what is ordered again is on the sheet, no longer to be had, or without room there", () => {
  const lines = [
    { trimId: "before", gone: false },
    { trimId: "kept", gone: false },
    { trimId: "a", gone: false },
    { trimId: "sold out for good", gone: true },
  ];
  expect(
    sortAgain(["a", "kept", "sold out for good", "b", null].map(wanted), lines, new Set(["before", "kept"])),
  ).toEqual({
    trimIds: ["a", "kept"],
    already: [{ trimId: "kept", orderQuantity: 7 }],
    gone: ["Trim sold out for good", "Trim null"],
    left: [{ trimId: "b", name: "Trim b" }],
  });
});

it("what was done or asked is found in the state of a navigation, and nothing in another state", () => {
  const done = { of: "Order No. 7", ...sortAgain([wanted("a")], [{ trimId: "a", gone: false }], new Set()) };
  const asked = { of: "Sheet S-7", asked: [wanted("a")] };
  expect([done, asked].map((again) => readAgain({ again }))).toEqual([done, asked]);
  expect([null, {}, { again: {} }].map(readAgain)).toEqual([undefined, undefined, undefined]);
});
