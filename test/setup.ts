import { afterAll, afterEach, expect } from "vitest";

const complaints: unknown[][] = [];

console.error = (...words: unknown[]) => {
  complaints.push(words);
};

afterEach(expectNoComplaint);
afterAll(expectNoComplaint);

function expectNoComplaint() {
  expect(complaints.splice(0), "console.error was called").toEqual([]);
}
