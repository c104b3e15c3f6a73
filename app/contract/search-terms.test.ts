import { expect, it } from "vitest";
import { readNoteNumber, readSearchTerms } from "./search-terms.ts";

const read = (typed: string) => readSearchTerms(typed, "2026-11-27");

it.each([
  ["Norrland Denim", "('norrland':* & 'denim':*)"],
  ["O’Neill", "'oneill':*"],
  ["zippers", "'zipper':*"],
  ["brass", "'brass':*"],
  ["boxes", "'box':*"],
  ["accessories", "('accessories':* | 'accessory':*)"],
  ["anna.b@mill.example", "'anna.b@mill.example':*"],
  ["ND-26021", "(('nd':* & '26021':*) | 'nd26021':*)"],
  ["PO ND26021", "'nd26021':*"],
  ["nd 26021", "(('nd':* & ('26021':* | '$26021.':* | 'tel=12062':*)) | 'nd26021':*)"],
  ["No. 1586", "(('no':* & '1586':*) | 'no1586':*)"],
  ["$8,970.00", "'$8970.00'"],
  ["$ 8970", "('8970':* | '$8970.':* | 'tel=0798':*)"],
  ["8.970,5", "((('8':* & '970':* & '5':*) | '89705':*) | '$8970.50')"],
  ["1.234,50 $", "((('1':* & '234':* & '50':*) | '123450':*) | '$1234.50')"],
  ["0905/12345", "((('0905':* & '12345':*) | '090512345':*) | 'tel=54321509':*)"],
  ["12", "('12':* | '$12.':*)"],
  ["+47 905 12", "(('47':* & ('905':* | '$905.':*) & ('12':* | '$12.':*)) | '4790512':* | 'tel=2150974':*)"],
  ["it's \\ 'x", "('its':* & 'x':*)"],
  ["Sweden", "('sweden':* | 'in=se')"],
  ["Sri Lanka", "(('sri':* & 'lanka':*) | 'in=lk')"],
  ["USA", "('usa':* | 'in=us')"],
  ["& | ! <-> :* ()", undefined],
  ["'\\%_", undefined],
])("reads %j", (typed, query) => expect(read(typed)).toEqual({ query, day: undefined }));

it.each([
  ["24 Nov 2026", "2026-11-24"],
  ["24th of November, 2026", "2026-11-24"],
  ["November 24 2026", "2026-11-24"],
  ["24. nov", "2026-11-24"],
  ["3 Jan", "2027-01-03"],
  ["2026-11-24", "2026-11-24"],
  ["24/11/2026", "2026-11-24"],
  ["11/24/2026", "2026-11-24"],
  ["24.11.2026", "2026-11-24"],
])("reads the day in %j", (typed, on) => {
  const { query, day } = read(`nusrat ${typed}`);
  expect([query, day?.on]).toEqual(["'nusrat':*", on]);
});

it.each(["31 Feb 2026", "2026-00441", "99/99/2026", "marble 24", "0000-01-01"])("reads no day in %j", (typed) =>
  expect(read(typed).day).toBeUndefined(),
);

it.each([
  ["CN-2026-00001", 2026, 1],
  ["cn 2026 00001", 2026, 1],
  ["cn202600012", 2026, 12],
  ["CN‑2026‑123456", 2026, 123456],
  ["credit note CN-2026-00001", 2026, 1],
  ["Credit note no. 2026-00001", 2026, 1],
  ["credit note CN-2026-00003 copy", 2026, 3],
  ["copy of cn 2026 00003, please", 2026, 3],
  ["Norrland Denim CN-2026-00003", 2026, 3],
  ["CN-00001", undefined, 1],
  ["cn 12", undefined, 12],
])("reads the number of a credit note in %j", (typed, year, serial) =>
  expect(readNoteNumber(typed)).toEqual({ year, serial }),
);

it.each([
  "2026-00001",
  "CN",
  "CN-0",
  "CNC 12",
  "cn 12 mill",
  "invoice 2026-00001",
  "cn-2026-9999999999",
  "acn 2026-00003",
  "cn-2026-00003b",
])("reads no number of a credit note in %j", (typed) => expect(readNoteNumber(typed)).toBeUndefined());
