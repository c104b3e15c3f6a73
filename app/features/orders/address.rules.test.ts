import { describe, expect, it } from "vitest";
import { listAddress, readDestination, writeAddress } from "./address.rules.ts";

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
    ["Halden Jeans AS", "Mara Lie", "Tista 3", "1767 Halden", "Norway"],
  ],
  ["HALDEN JEANS A.S.\nTista 3, NORWAY", ["HALDEN JEANS A.S.", "Mara Lie", "Tista 3, NORWAY"]],
  ["Halden Jeans AS, Dock 4\n1767 Halden NORWAY", ["Mara Lie", "Halden Jeans AS, Dock 4", "1767 Halden NORWAY"]],
  ["Halden Jeans AS Dock 4\nTista 3", ["Mara Lie", "Halden Jeans AS Dock 4", "Tista 3", "Norway"]],
  ["Attn: Mara Lie\nTista 3", ["Halden Jeans AS", "Attn: Mara Lie", "Tista 3", "Norway"]],
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

describe("an address in fields", () => {
  const shipTo = {
    ...{ company: null, name: null, street: "Industrigatan 7", more: "Dock 4", postcode: "502 62" },
    ...{ town: "Borås", country: "SE" },
  };
  const about = { company: "Halden Jeans AS", name: "Mara Lie", country: "Norway" };

  it("composes the text that is stored; without fields that is what was typed", () => {
    const address = "Industrigatan 7\nDock 4\n502 62 Borås\nSweden";
    expect(readDestination({ address: "x", shipTo })).toEqual({ address, shipTo });
    const full = { ...shipTo, company: "Halden Jeans AS", name: "Mara Lie", more: null, postcode: null };
    expect(readDestination({ address: "x", shipTo: full }).address).toBe(
      "Halden Jeans AS\nMara Lie\nIndustrigatan 7\nBorås\nSweden",
    );
    expect(readDestination({ address: "Tista 3" })).toEqual({ address: "Tista 3", shipTo: null });
  });

  it.each([
    [{}, ["Halden Jeans AS", "Mara Lie"]],
    [{ company: "DSV Borås" }, ["DSV Borås", "Mara Lie"]],
    [{ company: "DSV Borås", name: "Receiving" }, ["DSV Borås", "Receiving"]],
    [{ company: "Mara Lie" }, ["Mara Lie"]],
  ])("says itself for whom it is, and in which country: %j", (fields, heads) => {
    const filled = { ...shipTo, ...fields };
    const { address } = readDestination({ address: "", shipTo: filled });
    const lines = [...heads, "Industrigatan 7", "Dock 4", "502 62 Borås", "Sweden"];
    expect(listAddress({ ...about, address, shipTo: filled })).toEqual(lines);
  });
});
