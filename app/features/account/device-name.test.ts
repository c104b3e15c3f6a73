import { describe, expect, it } from "vitest";
import { nameDevice } from "./device-name.ts";

describe("a browser's name", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
      "Chrome on macOS",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
      "Safari on iOS",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
      "Microsoft Edge on Windows",
    ],
    ["", "Unknown browser"],
    [null, "Unknown browser"],
  ])("of %s is %s", (userAgent, name) => {
    expect(nameDevice(userAgent)).toBe(name);
  });

  it("of what is no browser says no more than it knows", () => {
    expect(nameDevice("\u0000 <script>")).toBe("Unknown browser");
  });
});
