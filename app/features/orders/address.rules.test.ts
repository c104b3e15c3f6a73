import { expect, it } from "vitest";
import { writeAddress } from "./address.rules.ts";

const address = "Vävaregatan 14\n903 26 Umeå";

it.each([
  [{ company: null, country: null }, address],
  [{ company: "Nordfjord Denim", country: null }, `Nordfjord Denim\n${address}`],
  [{ company: "Nordfjord Denim", country: "SE" }, `Nordfjord Denim\n${address}\nSweden`],
])("an address has the lines that are known: %j", (known, lines) => {
  expect(writeAddress({ address, ...known })).toBe(lines);
});
