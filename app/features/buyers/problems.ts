import type { Problem } from "#app/contract/problem.ts";

export const companyClosed: Problem = { code: "company-closed", status: 409, title: "The company is closed" };
export const hasManager: Problem = { code: "has-manager", status: 409, title: "The company has a manager" };
export const sameCompany: Problem = {
  code: "same-company",
  status: 409,
  title: "A company cannot be merged with itself",
};
