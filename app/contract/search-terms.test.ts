import { expect, it } from "vitest";
import { readSearchTerms } from "./search-terms.ts";

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
