import { afterAll, afterEach, expect } from "vitest";
import { endFile } from "./teardown.ts";

const complaints: unknown[][] = [];

console.error = (...words: unknown[]) => {
  complaints.push(words);
};

afterEach(expectNoComplaint);
afterAll(expectNoComplaint);
afterAll(endFile);

function expectNoComplaint() {
  expect(complaints.splice(0), "console.error was called").toEqual([]);
}
