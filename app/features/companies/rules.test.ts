import { expect, it } from "vitest";
import { composeAddress, isOverLimit } from "./rules.ts";

it.each([
  ["5000.00", false],
  ["5000.0049", false],
  ["5000.005", true],
  ["5000.01", true],
  ["4999.99", false],
])("of a limit of $5,000.00, %s is exceeding: %s", (total, isOver) => {
  expect(isOverLimit(total, "5000.00")).toBe(isOver);
});

it("an address has a line for each part that it has", () => {
  const tista = { street: "Tista 3", postcode: "1767", town: "Halden", country: "NO" };
  expect(composeAddress({ ...tista, more: "Dock 4" })).toBe("Tista 3\nDock 4\n1767 Halden\nNorway");
  expect(composeAddress({ ...tista, more: null, postcode: null })).toBe("Tista 3\nHalden\nNorway");
});
