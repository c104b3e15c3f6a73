import { expect, it } from "vitest";
import { listAddress, writeAddress } from "./address.rules.ts";

const address = "Vävaregatan 14\n903 26 Umeå";

it.each([
  [{ company: null, country: null }, address],
  [{ company: "Nordfjord Denim", country: null }, `Nordfjord Denim\n${address}`],
  [{ company: "Nordfjord Denim", country: "SE" }, `Nordfjord Denim\n${address}\nSweden`],
])("an address has the lines that are known: %j", (known, lines) => {
  expect(writeAddress({ address, ...known })).toBe(lines);
  // Pages pass whole orders, and name the person beside the address.
  const order = { address, name: "Mara Lie", ...known };
  expect(writeAddress(order)).toBe(lines);
});

it.each([
  [
    "Halden Jeans AS\nTista 3\n1767 Halden\nNorway",
    ["Mara Lie", "Halden Jeans AS", "Tista 3", "1767 Halden", "Norway"],
  ],
  ["HALDEN JEANS A.S.\nTista 3, NORWAY", ["Mara Lie", "HALDEN JEANS A.S.", "Tista 3, NORWAY"]],
  ["Mara Lie\u2028\n Tista 3 ", ["Halden Jeans AS", "Mara Lie", "Tista 3", "Norway"]],
  ["Norway Road 3", ["Halden Jeans AS", "Mara Lie", "Norway Road 3", "Norway"]],
])("what %j says already is not said again", (typed, lines) => {
  expect(listAddress({ company: "Halden Jeans AS", name: "Mara Lie", address: typed, country: "Norway" })).toEqual(
    lines,
  );
});

it("a person who is the company is named once", () => {
  expect(listAddress({ company: "Mara Lie", name: "Mara Lie", address: "Tista 3", country: null })).toEqual([
    "Mara Lie",
    "Tista 3",
  ]);
});
