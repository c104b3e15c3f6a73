import { refuse } from "#app/platform/http/refusal.server.ts";
import { emailNotVerified } from "./problems.ts";

/** @throws Refusal of a person who has not confirmed their e-mail address yet */
export function refuseUnverified({ isVerified }: { isVerified: boolean }): void {
  if (isVerified) return;
  refuse(emailNotVerified, "Please confirm your e-mail address first. The link is in the mail we sent you.");
}
