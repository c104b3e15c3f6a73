import type { Problem } from "#app/contract/problem.ts";

export const emailNotVerified: Problem = {
  code: "email-not-verified",
  status: 403,
  title: "Please confirm your e-mail address",
};
