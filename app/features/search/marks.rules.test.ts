import { expect, it } from "vitest";
import { markTyped } from "./marks.rules.ts";

it.each([
  ["Padmapar Garments · Nusrat Bhuiyan", "nusrat", ["Nusrat"]],
  ["Elif Sarıgöl, Çınaraltı", "sarigol cinar", ["Sarıgöl", "Çınaraltı"]],
  ["2026-00411, $8,970.00", "8970", ["$8,970.00"]],
  ["+880 001 723 44 06", "x", []],
  ["metal zipper", "zippers", ["zipper"]],
  ["PO ND-26021", "nd26021", ["26021"]],
  ["PO ND-26021", "ND-26021", ["ND", "26021"]],
  ["No. 1586", "#1586", ["1586"]],
  ["a b", "a", []],
])("marks in %j what is in %j", (text, typed, marked) => {
  const parts = markTyped(text, typed);
  expect(parts.map((part) => part.text).join("")).toBe(text);
  expect(parts.filter(({ isMark }) => isMark).map((part) => part.text)).toEqual(marked);
});
