import { z } from "zod";

/** Characters that people write between the digits. */
const MARKS = /[\s().\u2010-\u2015/]|(?<!^)-/g;

/** A phone number as people write it, "+47 905 12 345"; kept as digits, after a plus if it begins with one. */
export const phone = z
  .string()
  .trim()
  .min(1, { error: "Phone is required", abort: true })
  .overwrite(dropMarks)
  .regex(/^\+?[0-9]{5,20}$/, "Please write the phone number in digits, 5 to 20 of them");

/** After the code of a country, "(0)" is the digit to leave out: "+46 (0)8" is dialled +468. */
function dropMarks(written: string): string {
  const dialled = /^\(?\+/.test(written) ? written.replace(/\(\s*0\s*\)/, "") : written;
  return dialled.replace(MARKS, "");
}
