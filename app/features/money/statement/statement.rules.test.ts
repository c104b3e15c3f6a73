import { expect, it } from "vitest";
import { describeEntry, payAtOnce, startOfLastQuarter } from "./statement.rules.ts";

it.each([
  ["2026-01-01", "2025-10-01"],
  ["2026-03-31", "2025-10-01"],
  ["2026-04-01", "2026-01-01"],
  ["2026-11-28", "2026-07-01"],
  ["2026-12-31", "2026-07-01"],
])("on %s a statement begins on %s", (today, first) => {
  expect(startOfLastQuarter(today)).toBe(first);
});

it.each([
  ["TRF 1", [], "TRF 1"],
  ["TRF 1", ["2026-00001"], "TRF 1, for 2026-00001"],
  ["INV 2026-00001", ["2026-00001"], "INV 2026-00001"],
  ["INV 2026-00001", ["2026-00001", "2026-00002"], "INV 2026-00001, for 2026-00002"],
  ["", ["2026-00001"], "for 2026-00001"],
  ["TRF 1", ["2026-00001", "2026-00002", "2026-00003", "2026-00004"], "TRF 1, for 4 invoices"],
])("an entry about %j of invoices %j says %j", (about, invoices, said) => {
  expect(describeEntry({ about, invoices })).toBe(said);
});

it("asks for one transfer of all that is open, by the numbers of its invoices", () => {
  const open = [
    { number: "2026-00436", dueOn: "2026-12-20", amount: "12.40" },
    { number: "2026-00418", dueOn: "2026-11-20", amount: "7.50" },
  ];
  const all = { number: "2026-00436, 2026-00418", dueOn: "2026-11-20", amount: "19.90" };
  expect(payAtOnce({ open, owed: "19.90" })).toEqual([all]);
  expect(payAtOnce({ open: [], owed: "0.00" })).toEqual([]);
});
