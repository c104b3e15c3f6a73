import { z } from "zod";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { keyReused, notFound, requestRunning, tooManyRequests } from "#app/contract/problem.ts";
import { staffRoles } from "#app/contract/staff.ts";
import { emailNotVerified, linkSpent, otherAddress } from "#app/features/identity/problems.ts";
import { belongsToCompany } from "#app/features/profiles/problems.ts";

/** How many days an invitation is open. */
export const STAFF_INVITATION_DAYS = 7;

const roles = z.array(z.enum(staffRoles)).min(1, "Please choose a role").max(staffRoles.length);
const key = z.object({ "idempotency-key": z.string().min(1).max(200) });
const acknowledged = z.object({ acknowledged: z.literal(true) });
/** The secret of a mailed link. */
const ofToken = z.strictObject({ token: z.string().min(1).max(200) });

const staffInvitation = z
  .object({
    _id: id,
    email: z.string(),
    roles: z.array(z.enum(staffRoles)),
    /** The owner's name; null once their account is gone. */
    invitedBy: z.string().nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "StaffInvitation" });

export type StaffInvitation = z.infer<typeof staffInvitation>;

const forOwners = { access: "admin", may: "manage-people" } as const;

export const listStaffInvitations = endpoint({
  ...forOwners,
  method: "GET",
  path: "/staff/invitations",
  summary: "Lists the invitations to the staff that can still be accepted, newest first",
  output: z.array(staffInvitation),
});

export const staffInvitationInput = z.strictObject({ email, roles });

export const inviteStaff = endpoint({
  ...forOwners,
  method: "POST",
  path: "/staff/invitations",
  proof: "everybody",
  summary:
    "Mails an invitation to the staff, in place of an earlier one to this address, and tells all owners. The answer does not say whether the address has an account",
  headers: key,
  body: staffInvitationInput,
  output: acknowledged,
  refuses: [requestRunning, keyReused, tooManyRequests],
});

export const withdrawStaffInvitation = endpoint({
  ...forOwners,
  method: "DELETE",
  path: "/staff/invitations/{id}",
  summary: "Withdraws an invitation to the staff",
  params: z.strictObject({ id }),
  output: acknowledged,
  refuses: [notFound],
});

export const findStaffInvitation = endpoint({
  method: "GET",
  path: "/staffInvitations/{token}",
  access: "public",
  summary: "Returns which roles the mailed link of an invitation offers, and to which address",
  params: ofToken,
  output: z.object({ email: z.string(), roles: z.array(z.enum(staffRoles)), expiresAt: z.iso.datetime() }),
  refuses: [linkSpent, tooManyRequests],
});

export const acceptStaffInvitation = endpoint({
  method: "POST",
  path: "/staffInvitations/{token}",
  access: "signed-in",
  summary:
    "Joins the staff by the mailed link, once; only the invited address may, once it is confirmed. The person and all owners are mailed",
  params: ofToken,
  headers: key,
  output: z.object({ acknowledged: z.literal(true), staffRoles: z.array(z.enum(staffRoles)) }),
  refuses: [linkSpent, otherAddress, emailNotVerified, belongsToCompany, requestRunning, keyReused, tooManyRequests],
});
