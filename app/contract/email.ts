import { z } from "zod";
import { dropUnseen } from "./text.ts";

// ASCII only: a look-alike letter must never reach another person's mailbox. Checked before lower-casing, because
// JavaScript lowers the Kelvin sign to a plain k.
const local = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const domainPart = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const address = new RegExp(
  `^(?=[^@]{1,64}@)${local}(?:\\.${local})*@(?:${domainPart}\\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$`,
);

/**
 * An e-mail address as we store it: ASCII, lower case, no quoted local part, at most 254 characters (RFC 5321). The domain
 * may be typed in any script: müller.de is stored as mail servers know it, xn--mller-kva.de.
 */
export const email = z
  .string()
  .overwrite((written) => toAsciiDomain(dropUnseen(written).trim()))
  .max(254, "E-mail is too long")
  .regex(/^(?!.*\P{ASCII}.*@)/su, {
    error: "Before the @ we can take only the letters a to z, digits and signs, without accents",
    abort: true,
  })
  .regex(address, "Please write an e-mail address such as name@company.com")
  .toLowerCase();

/** The stored form of `text`, or undefined if it is not an e-mail address. */
export function normaliseEmail(text: unknown): string | undefined {
  const parsed = email.safeParse(text);
  return parsed.success ? parsed.data : undefined;
}

/** The address with its domain in ASCII; unchanged if a letter of the domain only looks like an ASCII letter. */
function toAsciiDomain(written: string): string {
  const [, name, domain] = /^([^@]+)@([^@]+)$/.exec(written) ?? [];
  if (domain === undefined || /^\p{ASCII}*$/u.test(domain)) return written;
  const isLookAlike = [...domain].some(
    (sign) => !/^\p{ASCII}$/u.test(sign) && /\p{ASCII}/u.test(sign.normalize("NFKC").toLowerCase()),
  );
  // Whatever has a meaning in an address of the web would be cut off by the URL.
  if (isLookAlike || /[^\p{L}\p{M}\p{N}.\-\u3002]/u.test(domain)) return written;
  return `${name}@${URL.parse(`http://${domain}`)?.hostname ?? domain}`;
}
