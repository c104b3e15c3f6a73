import { describe, expect, it } from "vitest";
import { oneLine } from "./one-line.ts";
import { isSeen } from "./text.ts";

describe("a text", () => {
  it.each(["a", "é", "名", "م", "👩‍👩‍👧", "-", "\u200B.\u200B"])("like %j is seen", (text) => {
    expect(isSeen(text)).toBe(true);
  });

  it.each([
    "",
    " \u00A0\t\n",
    "\u200B",
    "\u2060\uFEFF\u200D",
    "\u3164\uFFA0",
    "\u2800",
    "\u200F\u202E",
    "\u{E0041}",
    "\u0007",
  ])("of nothing but %j is not", (text) => expect(isSeen(text)).toBe(false));
});

describe("a line", () => {
  it.each([
    ["Ann Ö", "Ann Ö"],
    ["محمد\u200F", "محمد\u200F"],
    ["क्\u200Dष", "क्\u200Dष"],
    ["\u202Eevil\u202C ", "evil"],
  ])("%j is read as %j", (text, read) => expect(oneLine(10).parse(text)).toBe(read));

  it.each(["a\nb", "a\u2028b", "a\u0085b", "a\tb", "12345678901"])("%j is refused", (text) => {
    expect(oneLine(10).safeParse(text).success).toBe(false);
  });
});
