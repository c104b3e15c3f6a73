import { z } from "zod";
import { cleanLine, foldDigits } from "./text.ts";

/** Characters that people write between the digits. */
const MARKS = /[ ().[\]\u00b7\u2010-\u2015\u2212/]|(?<!^)-/g;

/** A number and its extension. */
const WITH_EXTENSION =
  /^(.*\d[)\]]?) ?[,;]? ?(?:ext(?:ension|n)?|x|#|int|dw|durchwahl|poste|ramal|dahili|доб|内线|转) ?[.:=]? ?(\d{1,7})$/iu;

/** After the code of a country, a zero in brackets is not dialled: "+46 (0)8" and "+46 (08)" are +468. */
const TRUNK_ZERO = /^(\(?(?:\+|00)[\d .\-/]*\)?[ .\-/]*)[([] ?0/;

/** Countries whose numbers keep their first zero after the country's code: Italy, San Marino and some of Africa. */
const KEEPS_ZERO = /^\(?(?:\+|00)(?:39|378|225|229|241|242)/;

/** So many digits before a slash are a number of their own. */
const WHOLE_NUMBER = 7;

/**
 * A phone number as people write it, "+47 905 12 345 ext. 6"; kept as digits, after a plus if it begins with one, and before
 * " ext. 6" if it has an extension.
 */
export const phone = z
  .string()
  .overwrite(cleanLine)
  .min(1, { error: "Phone is required", abort: true })
  .overwrite(toDialled)
  .refine((dialled) => !dialled.includes("/"), { error: "Please write one phone number only", abort: true })
  .regex(/^\+?[0-9]{5,20}(?: ext\. [0-9]{1,7})?$/, "Please write the phone number in digits, 5 to 20 of them");

/** The number as it is dialled. A slash with a whole number before it is kept. */
function toDialled(written: string): string {
  const plain = foldDigits(written)
    .replace(/\uff0b/g, "+")
    .replace(/^tel[:.] ?/i, "");
  const [, number = plain, extension] = WITH_EXTENSION.exec(plain) ?? [];
  const dialled = KEEPS_ZERO.test(number) ? number : number.replace(TRUNK_ZERO, "$1");
  const isTwo = dialled
    .split("/")
    .slice(0, -1)
    .some(
      (_, at, parts) =>
        parts
          .slice(0, at + 1)
          .join("")
          .replace(/\D/g, "").length >= WHOLE_NUMBER,
    );
  if (isTwo) return dialled;
  return dialled.replace(MARKS, "") + (extension ? ` ext. ${extension}` : "");
}

/** Where a link to this number leads (RFC 3966). */
export function toPhoneLink(stored: string): string {
  return `tel:${stored.replace(" ext. ", ";ext=")}`;
}

/** The codes of countries have one digit, these two, or three. */
const TWO_DIGITS = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** A stored number as people read it: "+47 905 123 45", "+1 212 555 0123". `phone` reads it as the same number. */
export function writePhone(stored: string): string {
  const [, abroad = "", digits, extension = ""] = /^(\+|00)?(\d+)( ext\. \d+)?$/.exec(stored) ?? [];
  if (digits === undefined) return stored;
  const codeLength = !abroad ? 0 : /^[17]/.test(digits) ? 1 : TWO_DIGITS.test(digits) ? 2 : 3;
  const isAmerican = codeLength === 1 && digits.startsWith("1");
  const groups = digits.slice(codeLength).match(isAmerican ? /\d{3}(?=\d{4})|\d+/g : /\d{2,3}(?=\d{2})|\d+/g) ?? [];
  return [abroad + digits.slice(0, codeLength), ...groups].join(" ").trim() + extension;
}
