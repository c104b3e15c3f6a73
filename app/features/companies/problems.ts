import type { Problem } from "#app/contract/problem.ts";

export const alreadyMember: Problem = { code: "already-member", status: 409, title: "Already in a company" };
export const staffCannotJoin: Problem = {
  code: "staff-cannot-join",
  status: 409,
  title: "Staff cannot belong to a company",
};
export const lastManager: Problem = { code: "last-manager", status: 409, title: "A company needs a manager" };
export const managersOnly: Problem = { code: "managers-only", status: 403, title: "Only managers may do this" };
export const companyChanged: Problem = { code: "company-changed", status: 412, title: "The company has changed" };
export const labelTaken: Problem = { code: "label-taken", status: 409, title: "There is an address of this name" };
export const tooManyAddresses: Problem = {
  code: "too-many-addresses",
  status: 409,
  title: "The address book is full",
};
