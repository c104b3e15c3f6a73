import { z } from "zod";

// ASCII only: a look-alike letter must never reach another person's mailbox. Checked before lower-casing, because
// JavaScript lowers the Kelvin sign to a plain k.
const local = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const domainPart = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const address = new RegExp(`^${local}(?:\\.${local})*@(?:${domainPart}\\.)+[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$`);

/** An e-mail address as we store it: ASCII, lower case, no quoted local part, at most 254 characters (RFC 5321). */
export const email = z
  .string()
  .max(254, "E-mail is too long")
  .trim()
  .regex(address, "Please write an e-mail address such as name@company.com")
  .toLowerCase();

/** The stored form of `text`, or undefined if it is not an e-mail address. */
export function normaliseEmail(text: unknown): string | undefined {
  const parsed = email.safeParse(text);
  return parsed.success ? parsed.data : undefined;
}
