import { z } from "zod";
import { dropUnseen } from "./text.ts";

/** What a form says about anything else. */
export const ADDRESS_WANTED = "Please write an address that begins with https://";

/** The address of a page or picture elsewhere: plain http or https, no user name, as typed. */
export const webAddress = z
  .string()
  .overwrite((text) => dropUnseen(text).trim())
  .max(2048, "At most 2048 characters")
  // Strict before URL parsing, which would repair a backslash, a missing slash or a line break into a working address.
  .regex(/^https?:\/\/[^\s\p{Cc}\\<>"]+$/iu, { error: ADDRESS_WANTED, abort: true })
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && url.username === "" && url.password === "";
  }, ADDRESS_WANTED);

/** As `webAddress`, for people: "linkedin.com/in/astrid" is completed to an address. */
export const typedWebAddress = z
  .string()
  .overwrite((text) => complete(dropUnseen(text).trim()))
  .pipe(webAddress);

/** Only what begins like a host's name with a dot: everything else is refused as it is. */
function complete(typed: string): string {
  return /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?:[/?#]|$)/u.test(typed) ? `https://${typed}` : typed;
}
