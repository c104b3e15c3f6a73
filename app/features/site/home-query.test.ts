import { describe, expect, it } from "vitest";
import { homeAsked, moreReviewsHref, trimsHref } from "./home-query.ts";

const ask = (search: string) => homeAsked(new URLSearchParams(search));

describe("homeAsked", () => {
  it("asks for the first step of everything", () => {
    expect(ask("")).toEqual({ q: "", line: undefined, show: 12, reviews: 4 });
  });

  it("reads a search, a line and how many to show", () => {
    expect(ask("q=+copper+rivet+&line=rivets&show=48")).toEqual({
      q: "copper rivet",
      line: "rivets",
      show: 48,
      reviews: 4,
    });
  });

  it.each([
    ["show=30", 36],
    ["show=0", 12],
    ["show=-5", 12],
    ["show=1e9", 996],
    ["show=all", 996],
    ["show=many", 12],
    ["show=24.5", 12],
    ["show=Infinity", 12],
    ["show=", 12],
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
    const asked = { q: "50 x 90 & more", line: "labels-hangtags", show: 72, reviews: 60 } as const;
    expect(ask(new URL(trimsHref(asked), "http://shop.example/").search)).toEqual(asked);
  });

  it("leaves out what is not asked", () => {
    expect(trimsHref({ q: "", line: undefined, show: 12, reviews: 4 })).toBe("#trims");
  });
});

describe("moreReviewsHref", () => {
  it("asks for all reviews, then for more at a time, and keeps what is asked of the trims", () => {
    const first = moreReviewsHref(ask("line=rivets&show=all"));
    expect(first).toBe("?line=rivets&show=all&reviews=60#reviews");
    const asked = ask(new URL(first, "http://shop.example/").search);
    expect(asked).toEqual({ q: "", line: "rivets", show: 996, reviews: 60 });
    expect(ask(new URL(moreReviewsHref(asked), "http://shop.example/").search).reviews).toBe(120);
  });

  it.each([
    ["reviews=1", 60],
    ["reviews=all", 60],
    ["reviews=1e9", 960],
  ])("shows whole steps within bounds for %s", (search, reviews) => {
    expect(ask(search).reviews).toBe(reviews);
  });
});
