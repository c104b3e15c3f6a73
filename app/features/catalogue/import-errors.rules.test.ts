import { expect, it } from "vitest";
import { describeRows, groupErrors } from "./import-errors.rules.ts";

it("names errors of one cause once, with their rows", () => {
  const fault = { column: "line", cell: "buttons", message: "No such line" };
  const errors = [2, 3, 4, 7].map((row) => ({ row, ...fault }));
  const other = { row: 5, column: "price", cell: "", message: "Unit price is required" };
  expect(groupErrors([...errors, other])).toEqual([
    { ...fault, rows: [2, 3, 4, 7] },
    { column: "price", cell: "", message: "Unit price is required", rows: [5] },
  ]);
  expect([[2], [2, 3, 4], [2, 3, 4, 7]].map(describeRows)).toEqual(["2", "2, 3, 4", "2, 3, 4 and 1 more"]);
});
