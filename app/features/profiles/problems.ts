import type { Problem } from "#app/contract/problem.ts";

export const lastAdmin: Problem = { code: "last-admin", status: 409, title: "The shop needs at least one admin" };
export const notConfirmed: Problem = { code: "not-confirmed", status: 409, title: "The address is not confirmed" };
export const belongsToCompany: Problem = {
  code: "belongs-to-company",
  status: 409,
  title: "Belongs to a company that buys",
};
export const ownProfile: Problem = { code: "own-profile", status: 409, title: "Not your own profile" };
