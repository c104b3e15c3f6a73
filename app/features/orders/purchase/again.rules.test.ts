import { expect, it } from "vitest";
import { listCounted, sortAgain } from "./again.rules.ts";

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

it("of a sheet, what was declined or cancelled is ordered again only if it is all there is", () => {
  const waiting = { review: "in-review" as const };
  const ended = [{ review: "declined" as const }, { review: "cancelled" as const }];
  expect(listCounted([waiting, ...ended])).toEqual([waiting]);
  expect(listCounted(ended)).toEqual(ended);
});
