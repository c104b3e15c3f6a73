import { describe, expect, it } from "vitest";
import { readListAsked } from "#app/lists/list.rules.ts";
import { listSpans, orderFilters, readOrderFilter } from "./orders-filter.ts";
import { adminTabs, buyerTabs } from "./orders-tabs.rules.ts";

const asked = (search: string) => readListAsked(`/dashboard/manageorders${search}`, { filters: orderFilters });

describe("what the API is asked for", () => {
  it.each([
    ["", {}],
    ["?tab=ship", { state: ["accepted", "packed", "partly-shipped"] }],
    ["?line=rivets&tab=cancelled", { state: ["ended"], line: "rivets" }],
    ["?company=+Norrland+", { company: "Norrland" }],
    ["?numbers=1544,1549,1544", { number: [1544, 1549] }],
    ["?numbers=x,-1,0,99999999999", {}],
    ["?days=ordered&from=2026-11-16&to=2026-11-22", { from: "2026-11-16", to: "2026-11-22" }],
    ["?days=wanted&to=2026-11-21", { wantedTo: "2026-11-21" }],
    ["?days=due&from=2026-11-16", { dueFrom: "2026-11-16" }],
    ["?days=shipped&from=2026-11-16&to=2026-11-16", { shippedFrom: "2026-11-16", shippedTo: "2026-11-16" }],
    ["?line=nails&tab=nonsense&days=soon&from=2026-11-16", {}],
    ["?days=due&from=2026-13-41&to=nonsense", {}],
    ["?from=2026-11-16", {}],
  ])("is for %j %j", (search, filter) => {
    expect(readOrderFilter(asked(search), adminTabs)).toEqual(filter);
  });

  it("is a buyer's open orders, unless they look at their history", () => {
    expect(readOrderFilter(asked(""), buyerTabs)).toEqual({ state: ["open"] });
    expect(readOrderFilter(asked("?tab=history"), buyerTabs)).toEqual({ state: ["history"] });
  });
});

describe("the spans of days to choose from", () => {
  it.each([
    [
      "2026-11-22",
      ["", "2026-11-21", "2026-11-16", "2026-11-22", "2026-11-23", "2026-11-29", "2026-11-01", "2026-11-30"],
    ],
    [
      "2026-11-23",
      ["", "2026-11-22", "2026-11-23", "2026-11-29", "2026-11-30", "2026-12-06", "2026-11-01", "2026-11-30"],
    ],
    [
      "2028-02-01",
      ["", "2028-01-31", "2028-01-31", "2028-02-06", "2028-02-07", "2028-02-13", "2028-02-01", "2028-02-29"],
    ],
  ])("on %s are the past, this week, the next and this month", (today, days) => {
    expect(listSpans(today).flatMap(({ from, to }) => [from, to])).toEqual(days);
  });
});
