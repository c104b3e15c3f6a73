import { describe, expect, it } from "vitest";
import { trimsAsked, trimsHref } from "./trims-asked.ts";

const ask = (search: string) => trimsAsked(new URLSearchParams(search));

describe("trimsAsked", () => {
  it("asks for the first step of everything", () => {
    expect(ask("")).toEqual({ q: "", line: undefined, show: 24 });
  });

  it("reads a search, a line and how many to show", () => {
    expect(ask("q=+copper+rivet+&line=rivets&show=48")).toEqual({ q: "copper rivet", line: "rivets", show: 48 });
  });

  it.each([
    ["show=30", 48],
    ["show=0", 24],
    ["show=-5", 24],
    ["show=1e9", 984],
    ["show=many", 24],
    ["show=24.5", 24],
    ["show=Infinity", 24],
    ["show=", 24],
  ])("shows whole steps within bounds for %s", (search, show) => {
    expect(ask(search).show).toBe(show);
  });

  it("knows only our lines", () => {
    expect(ask("line=shoes").line).toBeUndefined();
    expect(ask("line=toString").line).toBeUndefined();
  });

  it("keeps a search as short as the API takes it", () => {
    expect(ask(`q=${"a".repeat(200)}`).q).toHaveLength(80);
  });
});

describe("trimsHref", () => {
  it("is read back as what was asked", () => {
    const asked = { q: "50 x 90 & more", line: "labels-hangtags", show: 72 } as const;
    expect(ask(new URL(trimsHref(asked), "http://shop.example/").search)).toEqual(asked);
  });

  it("leaves out what is not asked", () => {
    expect(trimsHref({ q: "", line: undefined, show: 24 })).toBe("#trims");
  });
});
