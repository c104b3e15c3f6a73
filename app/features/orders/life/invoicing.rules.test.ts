import { expect, it } from "vitest";
import { sayAlongside } from "./invoicing.rules.ts";

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
  expect(sayAlongside(sheetNumbers.map((sheetNumber) => ({ sheetNumber })))).toBe(said);
});
