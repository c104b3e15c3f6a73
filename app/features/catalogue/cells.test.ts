import { expect, it } from "vitest";
import { type Read, readCount, readItem, readMeasure, readPrice } from "./cells.ts";

const point = { commaIsPoint: false };
const comma = { commaIsPoint: true };
const textOf = (read: Read) => ("text" in read ? read.text : undefined);

it.each([
  ["1,00,000", "100000"],
  ["2000.0", "2000"],
  ["5,000", "5000"],
  ["5 000\u200b", "5000"],
  ['="5000"', "5000"],
  ["5000 pcs", "5000"],
])("a count of %j is %s", (cell, text) => expect(textOf(readCount(cell, point))).toBe(text));

it.each(["No. 003", "003.0", '="003"', "'003", "Art.-Nr. 3", "3\u200b"])("%j names item 3", (cell) => {
  expect(textOf(readItem(cell, point))).toBe("3");
});

it.each([
  ["1,23,456.50", "123456.5000"],
  ["0.04210000", "0.0421"],
  [".0421", "0.0421"],
  ["0.0421\u200b", "0.0421"],
])("a price of %j is %s", (cell, text) => expect(textOf(readPrice(cell, point))).toBe(text));

it("a comma in a price or measure is asked about, and is the point where the file says so", () => {
  expect(readPrice("0,31", point)).toEqual({ fault: "A comma. Write the price with a point: 0.31.", asPoint: "0.31" });
  expect(textOf(readPrice("0,31", comma))).toBe("0.3100");
  expect(textOf(readMeasure("9,5", comma))).toBe("9.5");
  expect(readCount("5.000", point)).toEqual({ fault: "Is that 5 or 5,000? Write it without the point." });
  expect(textOf(readCount("5.000", comma))).toBe("5000");
});
