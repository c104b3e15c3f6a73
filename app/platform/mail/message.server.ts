import type { SendMailOptions } from "nodemailer";

/** An outgoing mail. Its id and date come from its cause, so they are the same at each attempt. */
export type OutgoingMail = {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  id: string;
  causedAt: Date;
  attachments?: readonly Attachment[];
};

/** A file that a mail carries. */
export type Attachment = { filename: string; contentType: string; content: Uint8Array };

/** Makes the files of a mail. Names that no longer mean anything are left out. */
export type Attach = (names: readonly string[]) => Promise<readonly Attachment[]>;

/** `contact` is where replies go, if elsewhere. */
export type Sender = { from: { name: string; address: string }; origin: string; contact?: string };

/** Delivers a mail. `close` cuts off attempts under way; they fail and are repeated later. */
export type MailTransport = { deliver(mail: OutgoingMail, signal: AbortSignal): Promise<void>; close(): void };

/** The server refused this mail permanently. Trying again is pointless. */
export class Undeliverable extends Error {}

/** Nothing in a mail may make the sender read a file or fetch an address. */
export const noForeignContent = { disableFileAccess: true, disableUrlAccess: true } as const;

/** A mail's message. Addresses stay objects, so a name can never become a second address. */
export function toMessage(mail: OutgoingMail, { from, origin, contact }: Sender): SendMailOptions {
  return {
    from,
    ...(contact && contact !== from.address ? { replyTo: contact } : {}),
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.attachments
      ? { attachments: mail.attachments.map(({ content, ...file }) => ({ ...file, content: asBuffer(content) })) }
      : {}),
    date: mail.causedAt,
    messageId: `<${mail.id}@${new URL(origin).hostname}>`,
    // No out-of-office answers (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
    ...noForeignContent,
  };
}

/** The same bytes, not copied. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
