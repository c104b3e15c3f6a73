import { randomBytes, randomUUID } from "node:crypto";
import { hashToken } from "#app/features/identity/sessions.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMail, enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContent, type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";
import { INVITATION_DAYS, type MemberRole } from "./facts.ts";
import { roleNames } from "./labels.ts";

/** The secret of a link, and what is stored of it. */
export function makeSecret(): { token: string; hash: string } {
  const token = randomBytes(24).toString("base64url");
  return { token, hash: hashSecret(token) };
}

export function hashSecret(token: string): string {
  return hashToken(`company:${token}`);
}

/** What a role may do, in a mail. */
const mayDo: Record<MemberRole, string> = {
  manager: "You can order, see the orders of your colleagues, and look after people and addresses.",
  purchaser: "You can order, and see the orders of your colleagues.",
  viewer: "You can see the orders of your colleagues, and print them.",
};

type Invited = { email: string; company: string; role: MemberRole; token: string };

/** Invites whoever reads this address. It may be a stranger's: nothing but the company's name is what a user typed. */
export async function mailInvitation(
  tx: Tx,
  { email, company, role, token }: Invited,
  context: EmailContext,
): Promise<void> {
  const content = {
    subject: `${company} invites you to Rivet & Reed`,
    heading: `Join ${company}`,
    paragraphs: [
      `You are invited to order trims at Rivet & Reed with your colleagues at ${company}.`,
      mayDo[role],
      `The link works once, for ${INVITATION_DAYS} days, and only for an account with this address.`,
    ],
    facts: [["Your role", roleNames[role]]] as const,
    button: { label: "See the invitation", to: `/invitation?token=${token}` },
    finePrint: "If you do not know this company, ignore this mail. Nothing will happen.",
  };
  await send(tx, { to: email, key: `invitation ${hashSecret(token)}` }, content, context, true);
}

/** Asks the reader of an address for documents whether it is right. */
export async function mailDocumentsLink(
  tx: Tx,
  { email, company, token }: Omit<Invited, "role">,
  context: EmailContext,
): Promise<void> {
  const content = {
    subject: `Shall ${company} get its documents here?`,
    heading: "Is this the address for documents?",
    paragraphs: [
      `${company} has named this address for its order confirmations and invoices from Rivet & Reed.`,
      `They come here once you confirm it. The link works for ${INVITATION_DAYS} days.`,
    ],
    button: { label: "Confirm this address", to: `/documents-email?token=${token}` },
    finePrint: "If you do not know this company, ignore this mail. Nothing more will come.",
  };
  await send(tx, { to: email, key: `documents ${hashSecret(token)}` }, content, context, true);
}

/** Tells the managers who has joined. */
export async function mailJoined(
  tx: Tx,
  managers: readonly { name: string; email: string }[],
  { company, name, email, role }: { company: string; name: string; email: string; role: MemberRole },
  context: EmailContext,
): Promise<void> {
  const content = {
    subject: `${name} has joined ${company}`,
    heading: `${name} has joined ${company}`,
    paragraphs: [`${email} has accepted the invitation.`],
    facts: [["Role", roleNames[role]]] as const,
    button: { label: "See all people", to: "/dashboard/company" },
    finePrint: "You get this mail because you are a manager of this company.",
  };
  const id = randomUUID();
  await enqueueMails(
    tx,
    managers.map((manager) => ({
      ...layOut(content, context),
      to: { name: manager.name, address: manager.email },
      key: `joined ${id} ${manager.email}`,
    })),
  );
}

/** Tells a person that a manager has removed them. */
export async function mailRemoved(
  tx: Tx,
  { name, email, company }: { name: string; email: string; company: string },
  context: EmailContext,
): Promise<void> {
  const content = {
    subject: `You no longer belong to ${company}`,
    heading: `You no longer belong to ${company}`,
    paragraphs: [
      `Hello ${name},`,
      `a manager of ${company} has removed you from the company. Your account stays. The orders you placed for ${company} stay with it.`,
    ],
    finePrint: "If this is a mistake, ask a manager of the company to invite you again.",
  };
  await send(tx, { to: email, key: `removed ${randomUUID()}` }, content, context);
}

function send(
  tx: Tx,
  { to, key }: { to: string; key: string },
  content: EmailContent,
  context: EmailContext,
  isAwaited = false,
): Promise<void> {
  return enqueueMail(tx, { ...layOut(content, context), to: { name: "", address: to }, key, isAwaited });
}
