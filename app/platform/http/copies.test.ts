import { expect, it } from "vitest";
import { isKnown } from "./copies.server.ts";

const copy = { etag: '"abc-br"' };

it.each([
  ['"abc-br"', true],
  ['W/"abc-br"', true],
  ['"other-br", "abc-br"', true],
  ['W/"other-br" ,W/"abc-br"', true],
  ['"abc-br" , "other-br"', true],
  ['"abc-gzip"', false],
  ['abc-br", "x', false],
  ["*", false],
  ["", false],
])("a client that names %s has the copy: %s", (named, has) => {
  expect(isKnown(copy, named)).toBe(has);
});

it("a header as long as Node takes is read in a moment", () => {
  const named = `"a${" ".repeat(15_000)}b"`;
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    isKnown(copy, named);
    return performance.now() - start;
  });
  expect(Math.min(...times)).toBeLessThan(5);
});
