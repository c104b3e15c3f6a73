import { expect, it } from "vitest";
import { namePo } from "./po.ts";

it.each([
  ["4500-2271", "PO 4500-2271"],
  ["PO-4711", "PO-4711"],
  ["po 4711", "po 4711"],
  ["PO4711", "PO4711"],
  ["POLAR-7", "PO POLAR-7"],
])("calls the PO number %s %s", (number, name) => {
  expect(namePo(number)).toBe(name);
});
