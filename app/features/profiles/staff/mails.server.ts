import { randomUUID } from "node:crypto";
import { brand } from "#app/content/brand.ts";
import { type StaffRole, staffRoleLabels } from "#app/contract/staff.ts";
import { listStaff } from "#app/features/identity/admins.server.ts";
import { STAFF_INVITATION_DAYS } from "#app/features/profiles/invitations.contract.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";

type About = { email: string; by: string };

/** Tells a person and all owners which roles this person has now. */
export function mailRoles(
  tx: Tx,
  { email, by, roles }: About & { roles: readonly StaffRole[] },
  emailContext: EmailContext,
): Promise<void> {
  const named = roles.map((role) => staffRoleLabels[role]).join(", ");
  return mailBoth(tx, email, emailContext, {
    toPerson: roles.length > 0 ? `Your roles are now: ${named}` : "You no longer work for the shop",
    toOwners: roles.length > 0 ? `Roles of ${email}: ${named}` : `${email} no longer works for the shop`,
    text: `${by} made this change.`,
    isLinked: roles.length > 0,
  });
}

/** Invites whoever reads this address to the staff, and tells all owners. */
export async function mailStaffInvitation(
  tx: Tx,
  { email, by, roles, token }: About & { roles: readonly StaffRole[]; token: string },
  emailContext: EmailContext,
): Promise<void> {
  const facts = [["Roles", roles.map((role) => staffRoleLabels[role]).join(", ")]] as const;
  const subject = `You are invited to work at ${brand.name}`;
  const invitation = {
    ...{ subject, heading: subject, facts },
    paragraphs: [
      `${by} invites you to the staff of the shop.`,
      `The link works once, for ${STAFF_INVITATION_DAYS} days, and only for an account with this address.`,
    ],
    button: { label: "See the invitation", to: `/staff-invitation?token=${token}` },
    finePrint: "If you do not know us, ignore this mail. Nothing will happen.",
  };
  const notice = `Invited to the staff: ${email}`;
  const forOwners = {
    ...{ subject: notice, heading: notice, facts },
    paragraphs: [`${by} sent the invitation.`],
    button: { label: "See all staff", to: "/dashboard/staff" },
    finePrint: "If this is wrong, withdraw it on the page Staff.",
  };
  const id = randomUUID();
  const owners = (await listStaff(tx, ["owner"])).filter((owner) => owner.email !== email);
  const to = (address: string) => ({ to: { name: "", address }, key: `staff invitation ${id} ${address}` });
  await enqueueMails(tx, [
    { ...layOut(invitation, emailContext), ...to(email), isAwaited: true },
    ...owners.map((owner) => ({ ...layOut(forOwners, emailContext), ...to(owner.email) })),
  ]);
}

/** Tells a person and all owners that this account was locked or unlocked. The reason stays with the owners. */
export function mailLock(
  tx: Tx,
  { email, by, reason }: About & { reason: string | undefined },
  emailContext: EmailContext,
): Promise<void> {
  const done = reason === undefined ? "unlocked" : "locked";
  return mailBoth(tx, email, emailContext, {
    toPerson: `Your account is ${done}`,
    toOwners: `Account ${done}: ${email}`,
    text:
      reason === undefined
        ? "One can log in with it again. Orders and invoices are as they were."
        : "Nobody can log in with it, and whoever was logged in is logged out. Orders and invoices are as they were.",
    forOwners: reason === undefined ? `Done by ${by}.` : `Done by ${by}. Reason: ${reason}`,
  });
}

type Words = { toPerson: string; toOwners: string; text: string; forOwners?: string; isLinked?: boolean };

async function mailBoth(tx: Tx, email: string, emailContext: EmailContext, words: Words): Promise<void> {
  const owners = (await listStaff(tx, ["owner"])).filter((owner) => owner.email !== email);
  const id = randomUUID();
  const mails = [email, ...owners.map((owner) => owner.email)].map((address) => {
    const isOwner = address !== email;
    const subject = isOwner ? words.toOwners : words.toPerson;
    const paragraphs = [words.text, ...(isOwner && words.forOwners ? [words.forOwners] : [])];
    const button = isOwner
      ? { label: "See all staff", to: "/dashboard/staff" }
      : { label: words.isLinked ? "Open the dashboard" : "Open the shop", to: words.isLinked ? "/dashboard" : "/" };
    const finePrint = isOwner
      ? "If this is wrong, change it on the page Staff."
      : "If this surprises you, please answer this mail or write to us.";
    const laidOut = layOut({ subject, heading: subject, paragraphs, button, finePrint }, emailContext);
    return { ...laidOut, to: { name: "", address }, key: `staff ${id} ${address}` };
  });
  await enqueueMails(tx, mails);
}
