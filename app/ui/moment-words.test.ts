import { describe, expect, test as it } from "vitest";
import { dayOf, describeMoment, describeShortDay, timeOf } from "./moment-words.ts";

const now = new Date("2026-12-01T12:00:00Z");

// Late in the evening at Greenwich: the next day in the east, the same in the west.
const late = "2026-11-27T22:26:00.000Z";
// In the first hour of a year in the east.
const turn = "2025-12-31T18:30:00.000Z";

describe("a moment is said by the shop's clock, whatever the reader's", () => {
  it.each([
    [late, "UTC", "27 Nov 2026, 22:26 UTC"],
    [late, "Asia/Dhaka", "28 Nov 2026, 04:26 GMT+6"],
    [late, "Europe/Stockholm", "27 Nov 2026, 23:26 CET"],
    [late, "America/New_York", "27 Nov 2026, 17:26 GMT-5"],
    ["2026-07-01T12:00:00.000Z", "Europe/Stockholm", "1 Jul 2026, 14:00 CEST"],
  ])("%s in %s is %s", (at, timeZone, words) => {
    expect(describeMoment(at, timeZone)).toBe(words);
  });

  it.each([
    [late, "UTC", "27 Nov 2026", "27 Nov"],
    [late, "Asia/Dhaka", "28 Nov 2026", "28 Nov"],
    [turn, "UTC", "31 Dec 2025", "31 Dec 2025"],
    [turn, "Asia/Dhaka", "1 Jan 2026", "1 Jan"],
  ])("the day of %s in %s is %s, or %s", (at, timeZone, day, short) => {
    expect(dayOf(at, timeZone)).toBe(day);
    expect(dayOf(at, timeZone, { shortIn: now })).toBe(short);
  });

  it("the year of the shop's today is the one left out", () => {
    const eve = new Date("2026-12-31T20:00:00Z");
    expect(dayOf("2026-12-31T19:00:00.000Z", "Asia/Dhaka", { shortIn: eve })).toBe("1 Jan");
    expect(dayOf(late, "Asia/Dhaka", { shortIn: eve })).toBe("28 Nov 2026");
    expect(dayOf(late, "UTC", { shortIn: eve })).toBe("27 Nov");
  });

  it("a day without its year is one of the shop's present year", () => {
    const eve = new Date("2026-12-31T20:00:00Z");
    expect(describeShortDay("2027-01-01", eve, "Asia/Dhaka")).toBe("1 Jan");
    expect(describeShortDay("2027-01-01", eve, "UTC")).toBe("1 Jan 2027");
    expect(describeShortDay("2026-12-31", eve, "UTC")).toBe("31 Dec");
  });

  it("an hour alone names the zone, too", () => {
    expect(timeOf(late, "Asia/Dhaka")).toBe("04:26 GMT+6");
  });
});
