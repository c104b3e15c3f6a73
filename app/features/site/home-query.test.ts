import { describe, expect, it } from "vitest";
import { homeAsked, homeQuery, homeTrimsHref, moreReviewsHref, movedHref } from "./home-query.ts";

const ask = (search: string) => homeAsked(new URLSearchParams(search));

describe("homeAsked", () => {
  it("asks for the first step of everything", () => {
    expect(ask("")).toEqual({ show: 12, reviews: 4 });
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
});

describe("homeTrimsHref", () => {
  it("is read back as what was asked", () => {
    const asked = { show: 72, reviews: 60 };
    expect(ask(new URL(homeTrimsHref(asked), "http://shop.example/").search)).toEqual(asked);
  });

  it("leaves out what is not asked", () => {
    expect(homeTrimsHref({ show: 12, reviews: 4 })).toBe("#trims");
  });
});

describe("moreReviewsHref", () => {
  it("asks for all reviews, then for more at a time, and keeps how many trims are shown", () => {
    const first = moreReviewsHref(ask("show=all"));
    expect(first).toBe("?show=all&reviews=60#reviews");
    const asked = ask(new URL(first, "http://shop.example/").search);
    expect(asked).toEqual({ show: 996, reviews: 60 });
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

describe("a search or a line of the home page", () => {
  it.each([
    ["q=+copper+rivet+&line=rivets&show=48", "/trims?q=copper+rivet&line=rivets"],
    ["line=rivets&utm_source=x", "/trims?line=rivets"],
    ["line=shoes", undefined],
    ["q=+", undefined],
    ["show=48", undefined],
  ])("?%s has moved to %s", (search, href) => {
    const asked = new URLSearchParams(search);
    expect(movedHref(asked)).toBe(href);
    // The page cache renders the address in this spelling alone.
    expect(movedHref(new URLSearchParams(homeQuery(asked)))).toBe(href);
  });
});
