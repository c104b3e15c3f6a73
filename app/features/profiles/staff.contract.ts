import { z } from "zod";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { oneLine } from "#app/contract/one-line.ts";
import { notFound } from "#app/contract/problem.ts";
import { staffRoles } from "#app/contract/staff.ts";
import { isSeen } from "#app/contract/text.ts";
import { belongsToCompany, lastAdmin, notConfirmed, ownProfile } from "./problems.ts";

const staffRole = z.enum(staffRoles);

/** A member of staff, or a locked account of anybody. */
const staffMember = z
  .object({
    _id: id,
    email: z.string(),
    name: z.string(),
    /** None for a buyer. */
    staffRoles: z.array(staffRole),
    /** Whether an app or a passkey is set up. */
    hasSecondFactor: z.boolean(),
    /** Null before the first time. */
    lastSignInAt: z.iso.datetime().nullable(),
    /** Null while the account is open. */
    lockedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "StaffMember" });

export type StaffMember = z.infer<typeof staffMember>;

const acknowledged = z.literal(true);

export const listStaffMembers = endpoint({
  method: "GET",
  path: "/staff",
  access: "admin",
  may: "manage-people",
  summary: "Lists the members of staff with their roles, by name, and every locked account",
  output: z.array(staffMember),
});

export const changeStaffRoles = endpoint({
  method: "PUT",
  path: "/staff/{email}",
  access: "admin",
  may: "manage-people",
  proof: "everybody",
  summary:
    "Gives the owner of this confirmed address exactly these roles; none make a buyer of them. The person and all owners are mailed",
  params: z.strictObject({ email }),
  body: z.strictObject({ roles: z.array(staffRole).max(staffRoles.length) }),
  output: z.object({ acknowledged, modifiedCount: z.int() }),
  refuses: [notFound, notConfirmed, belongsToCompany, lastAdmin],
});

export const lockReason = oneLine(200).refine(isSeen, "Reason is required");

export const lockAccount = endpoint({
  method: "PUT",
  path: "/accounts/{id}/lock",
  access: "admin",
  may: "manage-people",
  proof: "everybody",
  summary: "Locks an account: its sessions end, its orders stay. The person and all owners are mailed",
  params: z.strictObject({ id }),
  body: z.strictObject({ reason: lockReason }),
  output: z.object({ acknowledged, modifiedCount: z.int() }),
  refuses: [notFound, ownProfile, lastAdmin],
});

export const unlockAccount = endpoint({
  method: "DELETE",
  path: "/accounts/{id}/lock",
  access: "admin",
  may: "manage-people",
  proof: "everybody",
  summary: "Unlocks an account. The person and all owners are mailed",
  params: z.strictObject({ id }),
  output: z.object({ acknowledged, modifiedCount: z.int() }),
});
