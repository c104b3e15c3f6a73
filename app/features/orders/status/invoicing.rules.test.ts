import { expect, it } from "vitest";
import { askAboutDue, describeAlongside, describeUninvoiced, proposeDue } from "./invoicing.rules.ts";

it.each([
  [["paid", "invoiced"], undefined],
  [["pending"], "This order has no invoice yet."],
  [["pending", "pending"], "None of these 2 orders has an invoice yet."],
  [["pending", "paid"], "1 of these 2 orders has no invoice yet."],
  [["pending", "paid", "pending"], "2 of these 3 orders have no invoice yet."],
] as const)("says what would ship without an invoice: %j", (payments, said) => {
  expect(describeUninvoiced(payments.map((payment) => ({ payment })))).toBe(said);
});

it.each([
  [[null], "2026-12-28"],
  [[45, 45], "2027-01-12"],
  [[30, null], "2026-12-28"],
  [[0], "2026-11-28"],
  [[45, null], ""],
  [[], "2026-12-28"],
])("proposes the day to pay that companies with %j days have", (terms, day) => {
  expect(
    proposeDue(
      terms.map((termsDays) => ({ termsDays })),
      "2026-11-28",
    ),
  ).toBe(day);
});

it("asks about a day to pay that is more than 120 days ahead", () => {
  expect(askAboutDue("2027-03-28", "2026-11-28")).toBeUndefined();
  expect(askAboutDue("2027-03-29", "2026-11-28")).toBe("That is in 121 days. Is this day meant?");
});

it.each([
  [[null], undefined],
  [[], undefined],
  [[31], "All accepted orders of Sheet S-31 that have no invoice yet go on the same invoice."],
  [[31, 31], "All accepted orders of Sheet S-31 that have no invoice yet go on the same invoice."],
  [[31, null], "All accepted orders of Sheet S-31 that have no invoice yet go on one invoice."],
  [
    [33, 31, 33, 32, null],
    "All accepted orders of Sheets S-31, S-32 and S-33 that have no invoice yet are invoiced, with one invoice for each sheet.",
  ],
  [
    [31, 32, 33, 34],
    "All accepted orders of these 4 sheets that have no invoice yet are invoiced, with one invoice for each sheet.",
  ],
])("says that an invoice takes the lines of the sheets along: %j", (sheetNumbers, said) => {
  expect(describeAlongside(sheetNumbers.map((sheetNumber) => ({ sheetNumber })))).toBe(said);
});
