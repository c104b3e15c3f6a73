import type { SendMailOptions } from "nodemailer";
import type { QueuedMail } from "./mail-queue.server.ts";

/** A mail on its way out. Id and moment are those of its cause: the same at each attempt. */
export type OutgoingMail = QueuedMail & { id: string; causedAt: Date };

/** `contact` is where an answer goes, if elsewhere. */
export type Sender = { from: { name: string; address: string }; origin: string; contact?: string };

/** Brings a mail away. `close` ends what is under way: those attempts fail and are made again later. */
export type MailTransport = { deliver(mail: OutgoingMail, signal: AbortSignal): Promise<void>; close(): void };

/** The server refused this very mail for good: another attempt is of no use. */
export class Undeliverable extends Error {}

/** Nothing in a mail may make the sender read a file or an address. */
export const noForeignContent = { disableFileAccess: true, disableUrlAccess: true } as const;

/** The message of a mail. Addresses stay objects, so that no name can become a second one. */
export function toMessage(mail: OutgoingMail, { from, origin, contact }: Sender): SendMailOptions {
  return {
    from,
    ...(contact && contact !== from.address ? { replyTo: contact } : {}),
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.causedAt,
    messageId: `<${mail.id}@${new URL(origin).hostname}>`,
    // No out-of-office answers (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
    ...noForeignContent,
  };
}
