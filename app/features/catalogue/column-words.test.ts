import { expect, it } from "vitest";
import { columnWords } from "./column-words.ts";
import { columnNames } from "./columns.server.ts";

it("explains each column of the catalogue's file, in their order", () => {
  expect(columnWords.flatMap(({ names }) => names)).toEqual(columnNames);
});
