import { expect, it } from "vitest";
import { differences, flatFields } from "./flat-fields.ts";

const trim = {
  name: "Rivet",
  line: null,
  colour: { name: "brass", shade: null },
  certificates: ["GRS", "GOTS"],
  breaks: [{ from: 5000, price: "0.0395" }],
  none: [],
};

it("names a field within a field with a dot, and writes a list as one value", () => {
  expect(Object.fromEntries(flatFields(trim))).toEqual({
    name: "Rivet",
    "colour.name": "brass",
    certificates: "GRS, GOTS",
    breaks: "5000 0.0395",
  });
});

it("tells what differs, also when one side knows nothing", () => {
  expect(differences(trim, { ...trim, line: "rivets", colour: null, none: null })).toEqual([
    { field: "colour.name", before: "brass", after: null },
    { field: "line", before: null, after: "rivets" },
  ]);
  expect(differences(trim, { ...trim, colour: { shade: null, name: "brass" } })).toEqual([]);
});
