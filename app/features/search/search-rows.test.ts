import { expect, it } from "vitest";
import { toRows } from "./search-rows.ts";

const about = { typed: "", timeZone: "UTC", today: "2026-11-27", may: () => true, isStaff: true };
const invoice = {
  ...{ _id: "1", number: "2026-00441", name: "Elif", company: null, path: "/", total: "12.50", issuedOn: "2026-11-01" },
  dueOn: "2026-12-01",
};

it.each([
  ["open", {}, { words: "Open" }],
  ["open", { dueOn: "2026-11-26" }, { words: "Past due", tone: "out" }],
  ["partly-paid", {}, { words: "Partly paid", tone: "low" }],
  ["paid", { dueOn: "2026-11-26" }, { words: "Paid", tone: "ok" }],
  ["credited", { dueOn: "2026-11-26" }, { words: "Credited", tone: "wait" }],
] as const)("says where an invoice stands: %s %j", (state, more, end) => {
  const hits = [{ ...invoice, state, ...more }];
  expect(toRows({ kind: "invoices", total: 1, isCapped: false, hits }, about)).toMatchObject([{ end }]);
});
