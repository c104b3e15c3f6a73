import { describe, expect, it } from "vitest";
import { nextPageQuery, readPageStart } from "./order-pages.rules.ts";

const list = "http://shop.example/dashboard/manageorders";

describe("the place in a list", () => {
  it("is the beginning without a query", () => {
    expect(readPageStart(list)).toEqual({ after: undefined, seen: 0 });
  });

  it("is read from the address", () => {
    expect(readPageStart(`${list}?after=abc&seen=50`)).toEqual({ after: "abc", seen: 50 });
  });

  it.each([
    "?after=abc",
    "?seen=50",
    "?after=&seen=50",
    "?after=abc&seen=-1",
    "?after=abc&seen=1e3",
    "?after=abc&seen=9999999999",
  ])("is the beginning for %s", (query) => {
    expect(readPageStart(list + query)).toEqual({ after: undefined, seen: 0 });
  });
});

describe("the next page", () => {
  it("takes its cursor from the Link header and goes on counting", () => {
    expect(nextPageQuery('</api/allOrders?limit=50&after=0198-a%20b>; rel="next"', 50)).toBe("?after=0198-a+b&seen=50");
  });

  it("leads back to the same place when it is opened", () => {
    const query = nextPageQuery('</api/allOrders?after=%2F%26%3D>; rel="next"', 100);
    expect(readPageStart(list + query)).toEqual({ after: "/&=", seen: 100 });
  });

  it.each([null, "", '</api/allOrders>; rel="next"', '</api/allOrders?after=x>; rel="prev"', "nonsense"])(
    "is none for %j",
    (link) => {
      expect(nextPageQuery(link, 50)).toBeUndefined();
    },
  );
});
