import { describe, expect, it } from "vitest";
import { readListAsked } from "#app/lists/list.rules.ts";
import { orderFilters, readOrderFilter } from "./orders-filter.ts";
import { adminTabs, buyerTabs } from "./orders-tabs.rules.ts";

const sunday = Date.parse("2026-11-22T23:30:00Z");
const asked = (search: string) => readListAsked(`/dashboard/manageorders${search}`, { filters: orderFilters });

describe("what the API is asked for", () => {
  it.each([
    ["", {}],
    ["?tab=ship", { state: ["accepted", "packed"] }],
    ["?line=rivets&tab=cancelled", { state: ["ended"], line: "rivets" }],
    ["?wanted=past", { wantedTo: "2026-11-21" }],
    ["?wanted=week", { wantedFrom: "2026-11-16", wantedTo: "2026-11-22" }],
    ["?wanted=next", { wantedFrom: "2026-11-23", wantedTo: "2026-11-29" }],
    ["?line=nails&tab=nonsense&wanted=soon", {}],
  ])("is for %j %j", (search, filter) => {
    expect(readOrderFilter(asked(search), adminTabs, { nowMs: sunday, timeZone: "UTC" })).toEqual(filter);
  });

  it.each([
    ["Europe/Stockholm", "past", { wantedTo: "2026-11-22" }],
    ["Europe/Stockholm", "week", { wantedFrom: "2026-11-23", wantedTo: "2026-11-29" }],
    ["Europe/Stockholm", "next", { wantedFrom: "2026-11-30", wantedTo: "2026-12-06" }],
    ["America/Los_Angeles", "past", { wantedTo: "2026-11-21" }],
    ["America/Los_Angeles", "week", { wantedFrom: "2026-11-16", wantedTo: "2026-11-22" }],
  ])("counts the days of a shop in %s: %s", (timeZone, wanted, filter) => {
    expect(readOrderFilter(asked(`?wanted=${wanted}`), adminTabs, { nowMs: sunday, timeZone })).toEqual(filter);
  });

  it("is a buyer's open orders, unless they look at their history", () => {
    expect(readOrderFilter(asked(""), buyerTabs)).toEqual({ state: ["open"] });
    expect(readOrderFilter(asked("?tab=history"), buyerTabs)).toEqual({ state: ["history"] });
  });
});
