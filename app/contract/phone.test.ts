import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { phone, toPhoneLink, writePhone } from "./phone.ts";

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
    ["\u202a+49 30 123456\u202c", "+4930123456"],
    ["\u200e+971501234567\u200b", "+971501234567"],
    ["٠٥٠١٢٣٤٥٦٧", "0501234567"],
    ["০১৭১১১২৩৪৫৬", "01711123456"],
    ["＋８１ ９０ 1234 5678", "+819012345678"],
    ["tel:+12125550123", "+12125550123"],
    ["Tel. 030 123456", "030123456"],
    ["+1 212-555-0123 ext. 45", "+12125550123 ext. 45"],
    ["tel:+1-212-555-0123;ext=45", "+12125550123 ext. 45"],
    ["+1 (212) 555-0123 x45", "+12125550123 ext. 45"],
    ["+49 30 123456 Durchwahl 12", "+4930123456 ext. 12"],
    ["12345 ext 6", "12345 ext. 6"],
    ["+46 (08) 123 456", "+468123456"],
    ["+44 (020) 7946 0958", "+442079460958"],
    ["0049 (0) 30 123456", "004930123456"],
    ["+49 [0] 30 123456", "+4930123456"],
    ["+39 (06) 1234567", "+39061234567"],
    ["+39 06 1234567", "+39061234567"],
    ["(020) 7946 0958", "02079460958"],
    ["030 / 123456", "030123456"],
    ["+49 2204 / 123456", "+492204123456"],
    ["+49 (0)2204/12345", "+49220412345"],
  ])("%j is kept as %s", (written, stored) => {
    expect(phone.parse(written)).toBe(stored);
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
    "030 123456 / 0171 123456",
    "030123456/0171123456",
    "030 123456 / 57",
    "030 123456, 0171 123456",
    "030 123456; 0171 123456",
    "030 123456 or 0171 123456",
    "+49 30 123456 +49 171 123456",
    "12345 ext 12345678",
    "-46855512080",
    "()",
  ])("%j is refused", (written) => {
    expect(phone.safeParse(written).success).toBe(false);
  });

  it("is kept as a plus and 5 to 20 digits, and stays so when it is sent again", () => {
    const written = fc.string({ unit: fc.constantFrom(..."+0123456789 -()./x") });
    fc.assert(
      fc.property(written, (text) => {
        const { data } = phone.safeParse(text);
        if (data === undefined) return;
        expect(data).toMatch(/^\+?[0-9]{5,20}( ext\. [0-9]{1,7})?$/);
        expect(phone.parse(data)).toBe(data);
      }),
    );
  });

  it("says that two are too many", () => {
    expect(phone.safeParse("030 123456 / 0171 123456").error?.issues[0]?.message).toBe(
      "Please write one phone number only",
    );
  });

  it("is linked with its extension", () => {
    expect(toPhoneLink("+12125550123 ext. 45")).toBe("tel:+12125550123;ext=45");
    expect(toPhoneLink("0855512080")).toBe("tel:0855512080");
  });
});

describe("a stored phone number is written for people", () => {
  it.each([
    ["+4790512345", "+47 905 123 45"],
    ["+12125550123", "+1 212 555 0123"],
    ["0012125550123 ext. 45", "001 212 555 0123 ext. 45"],
    ["+74951234567", "+7 495 123 45 67"],
    ["+97145550123", "+971 455 501 23"],
    ["+8801711123456", "+880 171 112 34 56"],
    ["0046855512080", "0046 855 512 080"],
    ["0301234567", "030 123 45 67"],
    ["12345", "123 45"],
    ["+4930123456 ext. 45", "+49 301 234 56 ext. 45"],
    ["as it was written once", "as it was written once"],
  ])("%s as %s", (stored, written) => {
    expect(writePhone(stored)).toBe(written);
  });

  it("so that it is read as the same number", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?[0-9]{5,20}( ext\. [0-9]{1,7})?$/), (typed) => {
        const stored = phone.safeParse(typed);
        if (stored.success) expect(phone.parse(writePhone(stored.data))).toBe(stored.data);
      }),
    );
  });
});
