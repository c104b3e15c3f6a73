import type { Problem } from "#app/contract/problem.ts";

export const emailNotVerified: Problem = {
  code: "email-not-verified",
  status: 403,
  title: "Please confirm your e-mail address",
};

/** Said of a link that is used, expired or unknown, so that trying links tells nothing. */
export const linkSpent: Problem = { code: "link-spent", status: 404, title: "This link does not work any more" };
export const otherAddress: Problem = {
  code: "other-address",
  status: 403,
  title: "The invitation is for another address",
};

// Not 401: the session is good, and a client that reads 401 would end it.
export const wrongPassword: Problem = { code: "wrong-password", status: 403, title: "Wrong password" };

export const loginTooOld: Problem = { code: "login-too-old", status: 403, title: "Please log in again" };

/** What somebody reads who proved that the account is theirs, in whichever way. */
export const LOCKED = "This account is locked. Please write to us if you need it.";
// Not 401, which would say that the password was wrong.
export const accountLocked: Problem = { code: "account-locked", status: 403, title: "This account is locked" };
