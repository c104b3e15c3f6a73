import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loginPath, returnPath } from "./return-path.ts";

const origin = "https://shop.example";

/** The URL a browser ends up at when redirected there from one of our pages. */
function landing(from: string | null): URL {
  return new URL(returnPath(from), `${origin}/login`);
}

const hostile = [
  "//evil.example",
  "//evil.example/purchase/1",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/\\/evil.example",
  "//\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r/evil.example",
  "/\t\\evil.example",
  "\t//evil.example",
  " //evil.example",
  "\u0000//evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/./\\evil.example",
  "/login/..//evil.example",
  "/login/../..//evil.example",
  "/a/b/../../..//evil.example",
  "/%2e//evil.example",
  "/%2e%2e//evil.example",
  "/a/%2e%2e//evil.example",
  "/.\t//evil.example",
  "/;@evil.example",
  "/@evil.example",
  "//user:pass@evil.example",
  "//evil.example:443",
  "//[::1]",
  "//127.0.0.1",
  "//%65vil.example",
  "//evil。example",
  "https:evil.example",
  "https:/evil.example",
  "https://evil.example",
  "HTTPS://evil.example",
  "http:\\\\evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,evil",
  "vbscript:evil",
  "blob:https://evil.example/1",
  "mailto:a@evil.example",
  "evil.example",
  "@evil.example",
  ".evil.example",
  "?from=//evil.example",
  "#//evil.example",
  "//",
  "/\\",
  "//:0",
  "//[",
  "",
];

describe("the way back", () => {
  it.each(hostile)("stays on our site for %j", (from) => {
    expect(landing(from).origin).toBe(origin);
    expect(returnPath(from)).toMatch(/^\/(?![/\\])/);
  });

  // An encoded slash or backslash belongs to the path; it does not start another site.
  it.each(["/%2f%2fevil.example", "/%5cevil.example", "/%5c%5cevil.example", "/%09/evil.example"])(
    "keeps %s as a path",
    (from) => {
      expect(returnPath(from)).toBe(from);
    },
  );

  it.each([
    "/",
    "/home",
    "/purchase/0198f2a0-0000-7000-8000-000000000001",
    "/dashboard/manageorders?after=a%2Fb&seen=50",
    "/home#trims",
  ])("is the page that was asked for: %s", (from) => {
    expect(returnPath(from)).toBe(from);
  });

  it.each([null, "", "home", "https://shop.example/home", "//evil.example/purchase/1", "/\\evil.example/home"])(
    "is the home page for %j",
    (from) => {
      expect(returnPath(from)).toBe("/");
    },
  );

  it("never leaves our site, whatever is written", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      "//",
      ".",
      "..",
      "%2e",
      "%2f",
      "%5c",
      "\t",
      "\n",
      " ",
      ":",
      "@",
      "?",
      "#",
      "evil.example",
      "https:",
    );
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(text, (from) => {
        expect(landing(from).origin).toBe(origin);
        expect(landing(`/${from}`).origin).toBe(origin);
      }),
      { numRuns: 2000 },
    );
  });

  it("returns any remembered page of our own", () => {
    const segment = fc.webSegment().filter((text) => text !== "" && !/^(\.|%2e)+$/i.test(text));
    const page = fc.tuple(fc.array(segment, { minLength: 1 }), fc.webQueryParameters());
    fc.assert(
      fc.property(page, ([segments, query]) => {
        const url = new URL(`${origin}/${segments.join("/")}${query ? `?${query}` : ""}`);
        const from = new URL(loginPath(url.href), origin).searchParams.get("from");
        expect(new URL(returnPath(from), origin).href).toBe(url.href);
      }),
    );
  });
});
