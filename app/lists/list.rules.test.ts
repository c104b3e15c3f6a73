import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toSearchText } from "#app/contract/search.ts";
import { describeRange, listParams, listSearch, nextCursor, readListAsked } from "./list.rules.ts";

const list = "http://shop.example/dashboard/manageorders";
const plain = { q: "", sort: undefined, limit: 50, after: undefined, seen: 0, filters: { tab: "" } };
const offers = { sorts: ["email", "-email"], filters: ["tab"] };

describe("what the address of a list asks for", () => {
  it("is the first page of everything without a query", () => {
    expect(readListAsked(list, offers)).toEqual(plain);
  });

  it("is read from the address", () => {
    expect(readListAsked(`${list}?q=+zip+&sort=-email&limit=100&tab=review&after=abc&seen=50`, offers)).toEqual({
      q: "zip",
      sort: "-email",
      limit: 100,
      after: "abc",
      seen: 50,
      filters: { tab: "review" },
    });
  });

  it.each([
    "?after=abc",
    "?seen=50",
    "?after=&seen=50",
    "?after=abc&seen=-1",
    "?after=abc&seen=1e3",
    "?after=abc&seen=9999999999",
    "?sort=password",
    "?sort=--email",
    "?limit=0",
    "?limit=1000000",
    "?limit=fifty",
    "?tab=",
    "?colour=red",
  ])("is the first page of everything for %s", (query) => {
    expect(readListAsked(list + query, offers)).toEqual(plain);
  });

  it("is the same after it was written into an address", () => {
    const asked = fc.record({
      q: fc.string({ maxLength: 40 }).map(toSearchText),
      sort: fc.constantFrom("email", "-email", undefined),
      limit: fc.constantFrom(50, 100, 250),
      after: fc.string({ minLength: 1 }),
      seen: fc.nat(999_999_999),
      filters: fc.record({ tab: fc.string({ maxLength: 40 }) }),
    });
    fc.assert(
      fc.property(asked, (wish) => {
        expect(readListAsked(`${list}?${new URLSearchParams(listParams(wish))}`, offers)).toEqual(wish);
      }),
    );
  });
});

describe("another look at the list", () => {
  it("begins at the first row again", () => {
    const third = { q: "zip", sort: "email", limit: 100, after: "abc", seen: 200, filters: {} };
    expect(listSearch(third, { sort: "-email" })).toBe("?q=zip&sort=-email&limit=100");
    expect(listSearch(third, { q: "", sort: undefined, limit: 50 })).toBe("");
  });
});

describe("the next page", () => {
  it("takes its cursor from the Link header", () => {
    expect(nextCursor('</api/allOrders?limit=50&after=%2F%26%3D>; rel="next"')).toBe("/&=");
  });

  it.each([null, "", '</api/allOrders>; rel="next"', '</api/allOrders?after=x>; rel="prev"', "nonsense"])(
    "is none for %j",
    (link) => {
      expect(nextCursor(link)).toBeUndefined();
    },
  );
});

describe("the range of rows", () => {
  it.each([
    ["1 to 50 of 2,140", 0, 50, { total: 2140, isCapped: false, isLast: false }],
    ["2,101 to 2,140 of 2,140", 2100, 40, { total: 2140, isCapped: false, isLast: true }],
    ["1 to 50 of more than 250", 0, 50, { total: 250, isCapped: true, isLast: false }],
    ["1 to 250 of more than 250", 0, 250, { total: 250, isCapped: true, isLast: false }],
    ["301 to 350 of more than 350", 300, 50, { total: 250, isCapped: true, isLast: false }],
    ["301 to 312 of 312", 300, 12, { total: 250, isCapped: true, isLast: true }],
  ])("is %s", (words, seen, shown, counted) => {
    expect(describeRange({ seen, shown }, counted)).toBe(words);
  });
});
