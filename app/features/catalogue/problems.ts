import type { Problem } from "#app/contract/problem.ts";

export const notACsvFile: Problem = { code: "not-a-csv-file", status: 415, title: "Please send a CSV file" };
export const catalogueChanged: Problem = {
  code: "catalogue-changed",
  status: 409,
  title: "The catalogue has changed since the dry run",
};
