import { expect, it } from "vitest";
import { sortAgain } from "./again.rules.ts";

const wanted = (trimId: string | null) => ({ trimId, productName: `Trim ${trimId}` });

it("what is ordered again is on the sheet, no longer to be had, or without room there", () => {
  const lines = [
    { trimId: "before", gone: false },
    { trimId: "a", gone: false },
    { trimId: "sold out for good", gone: true },
  ];
  expect(sortAgain(["a", "sold out for good", "b", null].map(wanted), lines)).toEqual({
    trimIds: ["a"],
    gone: ["Trim sold out for good", "Trim null"],
    left: [{ trimId: "b", name: "Trim b" }],
  });
});
