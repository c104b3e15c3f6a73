import { sql } from "drizzle-orm";
import { analyse } from "scslre";
import { expect, it } from "vitest";
import { startTestApp } from "#test/app.ts";
import { correct, editDistance } from "./edit-distance.ts";
import { patterns, readSearchText } from "./search-text.ts";
import { emptyWords, tradeWords } from "./trade-words.ts";

it("the words of the trade are written as the database cuts what is typed", async () => {
  const { db } = await startTestApp();
  const words = [...tradeWords.keys(), ...emptyWords];
  const { rows } = await db.execute<{ word: string; cut: string }>(sql`
    select word, array_to_string(trim_tokens(word), ' ') as cut
    from unnest(${`{${words.map((word) => `"${word}"`).join(",")}}`}::text[]) as word`);
  expect(rows).toHaveLength(words.length);
  expect(rows.filter(({ word, cut }) => cut !== word)).toEqual([]);
});

it.each([
  ["rivet", "rivet", 0],
  ["rviet", "rivet", 1],
  ["coper", "copper", 1],
  ["zipperr", "zipper", 1],
  ["lable", "label", 1],
  ["", "ab", 2],
  ["nickle", "nickel", 1],
  ["kitten", "sitting", 3],
])("from %j to %j takes %i errors", (one, other, errors) => {
  expect(editDistance(one, other)).toBe(errors);
  expect(editDistance(other, one)).toBe(errors);
});

it("corrects to the nearest words, in part too, and leaves short and odd ones alone", () => {
  expect(correct("antiqe", ["antique", "anchor"])).toEqual(["antique"]);
  expect(correct("antqi", ["antique"])).toEqual([]);
  expect(correct("hamemr", ["hammered"])).toEqual(["hammered"]);
  expect(correct("rad", ["red"])).toEqual([]);
  expect(correct("horse", ["brass", "hole"])).toEqual([]);
});

it("compares no text with words that it is too long for", () => {
  expect(correct("antiques12", ["antique"])).toEqual(["antique"]);
  expect(correct("antiques123", ["antique"])).toEqual([]);
  const words = ["antique", "hammered", "copper"];
  const timeOf = (action: () => void) => {
    const start = performance.now();
    action();
    return performance.now() - start;
  };
  const long = timeOf(() => expect(correct("antique".repeat(150_000), words)).toEqual([]));
  const short = timeOf(() => {
    for (let count = 0; count < 1000; count++) correct("antiqe", words);
  });
  expect(long).toBeLessThan(short);
});

it.each([
  ["rivet 8,000 in stock", { text: "rivet  ", inStock: 8000 }],
  ["8000 pcs rivet", { text: "  rivet", inStock: 8000 }],
  ["8.000 Stück auf Lager", { text: " ", inStock: 8000 }],
  ["8k in stock", { inStock: 8000 }],
  ["rivet 7,5 k pcs", { text: "rivet  ", inStock: 7500 }],
  ["7.5 pcs", { inStock: undefined }],
  ["rivet 0 in stock", { text: "rivet 0 in stock", inStock: undefined }],
  ["no. 005", { number: "5" }],
  ["Art. 75", { number: "75" }],
  ["#8", { number: "8" }],
  ["no 8 zipper", { number: undefined }],
])("reads %j", (typed, meant) => {
  expect(readSearchText(typed)).toMatchObject(meant);
});

it.each(Object.entries(patterns))("looks for %s in steps that grow with the length alone", (_, { source, flags }) => {
  expect(analyse({ source, flags }).reports).toEqual([]);
});

it.each(["1", " ", "9/9", "1 ", "1-", "1.", "0", "1 1/", "8 k "])(
  "finds nothing in 10,000 characters of %j",
  (part) => {
    const many = part.repeat(10_000 / part.length);
    for (const typed of [many, `9${many}x`, `9/${many}x`]) {
      const { inStock, inches } = readSearchText(typed);
      expect({ inStock, inches: inches.size }).toEqual({ inStock: undefined, inches: 0 });
    }
  },
);

it.each([
  ["1 inch", "25.4mm", ["25.5mm", "25mm"]],
  ["3/8 inch rivet", "9.5mm", ["9.5mm"]],
  ['1 1/2" belt', "38.1mm", ["38mm"]],
  ["0,5 Zoll", "12.7mm", ["12.5mm", "13mm"]],
])("knows what the trade sells as %s", (typed, word, measures) => {
  expect(readSearchText(typed).inches.get(word)).toEqual(measures);
});
