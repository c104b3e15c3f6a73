import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { phone } from "./phone.ts";

describe("a phone number", () => {
  it.each([
    ["0046855512080", "0046855512080"],
    ["+47 905 12 345", "+4790512345"],
    ["+46 (0)8-555 120 80", "+46855512080"],
    ["(+46) (0) 855 51", "+4685551"],
    ["(0)8 555 120 80", "0855512080"],
    ["0855/51.20-80", "0855512080"],
    ["+81\u00a086\u2011623\u20091450", "+81866231450"],
    ["  12345 ", "12345"],
  ])("%j is kept as %s", (written, kept) => {
    expect(phone.parse(written)).toBe(kept);
  });

  it.each([
    "",
    " ",
    "call me",
    "1234",
    "+1234",
    "123456789012345678901",
    "12345+",
    "++12345",
    "12345 ext 6",
    "-46855512080",
    "()",
  ])("%j is refused", (written) => {
    expect(phone.safeParse(written).success).toBe(false);
  });

  it("is kept as a plus and 5 to 20 digits, and stays so when it is sent again", () => {
    const written = fc.string({ unit: fc.constantFrom(..."+0123456789 -().") });
    fc.assert(
      fc.property(written, (text) => {
        const { data } = phone.safeParse(text);
        if (data === undefined) return;
        expect(data).toMatch(/^\+?[0-9]{5,20}$/);
        expect(phone.parse(data)).toBe(data);
      }),
    );
  });
});
