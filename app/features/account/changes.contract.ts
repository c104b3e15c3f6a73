import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { tooManyRequests } from "#app/contract/problem.ts";
import { currentPassword, resetForm } from "#app/features/identity/contract.ts";
import { loginTooOld, wrongPassword } from "#app/features/identity/problems.ts";
import { lastAdmin } from "#app/features/profiles/problems.ts";

const acknowledged = z.literal(true);

export const endSession = endpoint({
  method: "DELETE",
  path: "/account/sessions/{id}",
  access: "signed-in",
  summary: "Ends one of the caller's sessions and revokes its access tokens; deletedCount is 0 if it is over already",
  params: z.strictObject({ id }),
  output: z.object({ acknowledged, deletedCount: z.int() }),
});

export const endOtherSessions = endpoint({
  method: "DELETE",
  path: "/account/sessions",
  access: "signed-in",
  summary: "Ends all sessions of the caller but the one that asks",
  output: z.object({ acknowledged, deletedCount: z.int() }),
});

/** The fields of the form for another password. */
export const passwordChange = z.strictObject({ password: currentPassword, newPassword: resetForm.shape.newPassword });

export const changePassword = endpoint({
  method: "POST",
  path: "/auth/change-password",
  access: "cookie",
  proof: "with a second factor",
  summary: "Sets another password, given the present one, and ends all other sessions",
  body: passwordChange,
  output: z.object({ acknowledged, modifiedCount: z.literal(1) }),
  refuses: [wrongPassword, tooManyRequests],
});

export const deleteAccount = endpoint({
  method: "POST",
  path: "/auth/delete-account",
  access: "cookie",
  proof: "with a second factor",
  summary:
    "Deletes the caller's account with its sessions and rights; its orders stay, and its reviews lose their name",
  // Their reviews.
  changesPages: true,
  /** The password is needed by an account that has one; any other must have logged in a few minutes ago. */
  body: z.strictObject({ password: currentPassword.optional() }),
  output: z.object({ acknowledged, deletedCount: z.literal(1) }),
  refuses: [wrongPassword, loginTooOld, lastAdmin, tooManyRequests],
});
