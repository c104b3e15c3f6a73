import { describe, expect, it } from "vitest";
import { findUntested, linesNamed } from "./spec-lines.ts";

describe("a line of the specification", () => {
  it.each([
    ["it", 'it("R-001 R-002 opens", () => {})'],
    ["a template", "test(`R-001 in $" + "{colour} R-002`, () => {})"],
    ["a group", 'test.describe("R-001 R-002", () => {})'],
    ["a table", 'it.each([1])("R-001 R-002 %i", () => {})'],
    ["an inner test", 'describe("x", () => { for (const a of b) it("R-001, and R-002", () => {}) })'],
  ])("is tested when the title of %s names it", (_, source) => {
    expect(linesNamed("a.test.ts", source)).toEqual(["R-001", "R-002"]);
  });

  it.each([
    ["a comment", '// R-001\nit("opens", () => { /* R-002 */ })'],
    ["the test itself", 'it("opens", () => { expect("R-001").toBe(R) })'],
    ["another call", 'log("R-001")'],
    ["a step", 'it("opens", () => { log.step("R-001") })'],
    ["a test that is left out", 'it.skip("R-001", () => {}); it.todo("R-001"); test.describe.skip("R-001", () => {})'],
    ["a test that must fail", 'it.fails("R-001", () => {})'],
  ])("is not tested when only %s names it", (_, source) => {
    expect(linesNamed("a.test.ts", source)).toEqual([]);
  });
});

it("no line is without a test", () => {
  expect(findUntested(process.cwd())).toEqual([]);
});
