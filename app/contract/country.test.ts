import { expect, it } from "vitest";
import { country } from "./country.ts";

const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

it("knows the countries that Node.js can name, and no others", () => {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const pairs = ALPHABET.flatMap((first) => ALPHABET.map((second) => first + second));
  const accepted = pairs.filter((code) => country.safeParse(code).success);
  expect(accepted).toEqual(pairs.filter((code) => names.of(code) !== undefined));
  expect(accepted).toContain("PT");
});
