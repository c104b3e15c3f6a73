import { describe, expect, it } from "vitest";
import catalogue from "#db/catalogue.json" with { type: "json" };
import { numberOfPath, trimPath } from "./trim-path.ts";

describe("trimPath", () => {
  it.each([
    [
      "#5 metal zipper, antique brass on indigo, closed end, 18 cm",
      "5-metal-zipper-antique-brass-on-indigo-closed-end-18-cm",
    ],
    ["Domed rivet, 9.5 mm", "domed-rivet-9-5-mm"],
    ["Œillets dorés, Größe 4", "illets-dores-gro-e-4"],
    ["  –  ", ""],
    ["纽扣", ""],
  ])("writes %s as %s", (name, slug) => {
    expect(trimPath({ number: 12, name })).toBe(slug ? `/trims/12-${slug}` : "/trims/12");
  });

  it("never ends in a hyphen, however long the name", () => {
    for (let length = 60; length < 100; length++) {
      const path = trimPath({ number: 1, name: `${"a ".repeat(length)}b` });
      expect(path).toMatch(/^\/trims\/1-[a-z0-9-]*[a-z0-9]$/);
      expect(path.length).toBeLessThan(95);
    }
  });

  it("gives each trim of the catalogue a page that names it", () => {
    for (const { name } of catalogue) {
      const path = trimPath({ number: 7, name });
      expect(path).toMatch(/^\/trims\/7-[a-z0-9]+(-[a-z0-9]+)+$/);
      expect(numberOfPath(path.slice("/trims/".length))).toBe("7");
    }
  });
});

describe("numberOfPath", () => {
  it.each([
    ["4-domed-rivet", "4"],
    ["004", "004"],
    ["4-", "4"],
    ["4domed", undefined],
    ["domed-rivet-4", undefined],
    ["-4", undefined],
    ["1234567890", undefined],
  ])("reads %s as %s", (part, number) => {
    expect(numberOfPath(part)).toBe(number);
  });
});
