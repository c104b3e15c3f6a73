import { expect, it } from "vitest";
import { listSheetDuties } from "./duty.rules.ts";

const today = "2026-11-27";
const may = () => true;
const row = (_id: string, review: "in-review" | "accepted" | "declined", rest = {}) => ({
  _id,
  review,
  shipping: "pending" as const,
  payment: "pending" as const,
  dueOn: null,
  ...rest,
});

it("names what is to be done about the orders of a sheet, the most urgent first, and for which", () => {
  const orders = [
    row("a", "accepted", { shipping: "packed", payment: "paid" }),
    row("b", "in-review"),
    row("c", "declined"),
    row("d", "in-review"),
    row("e", "accepted"),
  ];
  const found = [
    { duty: "review", ids: ["b", "d"] },
    { duty: "invoice", ids: ["e"] },
    { duty: "produce", ids: ["e"] },
    { duty: "ship", ids: ["a"] },
  ];
  expect(listSheetDuties(orders, { waitsForUs: false, today, may })).toEqual(found);
  expect(listSheetDuties(orders, { waitsForUs: true, today, may })).toEqual([{ duty: "answer", ids: [] }, ...found]);
  expect(listSheetDuties([row("c", "declined")], { waitsForUs: false, today, may })).toEqual([]);
});
