import { z } from "zod";
import { brand } from "#app/content/brand.ts";
import { email, normaliseEmail } from "#app/contract/email.ts";

export type MailSettings = {
  /** The server that sends mail. Without it, mails become files in `DATA_DIR/mails`. */
  smtpUrl: string | undefined;
  from: { name: string; address: string };
};

export const mailVariables = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "write smtps://user:password@host:465 or smtp://host:587" })
    .optional(),
  CONTACT_EMAIL: email.optional(),
  MAIL_FROM: z
    .string()
    .transform(readSender)
    .refine((from) => from !== undefined, "write an address such as shop@example.com, or Our Shop <shop@example.com>")
    .optional(),
};

type Read = { SMTP_URL?: string | undefined; MAIL_FROM?: MailSettings["from"] | undefined };

/** The mail settings, with sentences about what is missing. */
export function readMail({ SMTP_URL, MAIL_FROM }: Read, needed: boolean): { mail: MailSettings; faults: string[] } {
  const faults = [
    ...(needed && !SMTP_URL ? ["SMTP_URL is needed: write smtps://user:password@host:465"] : []),
    ...(SMTP_URL && !MAIL_FROM ? ["MAIL_FROM is needed with SMTP_URL: write an address such as shop@example.com"] : []),
  ];
  // Files reach no one, so the sender may be an invented address (RFC 2606).
  const from = MAIL_FROM ?? { name: brand.name, address: "shop@rivet-and-reed.example" };
  return { mail: { smtpUrl: SMTP_URL, from }, faults };
}

/** `name@host`, or `Name <name@host>`. */
function readSender(text: string): MailSettings["from"] | undefined {
  const [, name = brand.name, bracketed] = /^\s*([^<>\p{Cc}]*?)\s*<([^<>]+)>\s*$/u.exec(text) ?? [];
  const address = normaliseEmail(bracketed ?? text);
  return address ? { name: name || brand.name, address } : undefined;
}
