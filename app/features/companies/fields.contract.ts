import { z } from "zod";
import { companyName } from "#app/contract/company.ts";
import { country } from "#app/contract/country.ts";
import { email } from "#app/contract/email.ts";
import { oneLine } from "#app/contract/one-line.ts";
import { isSeen } from "#app/contract/text.ts";
import { memberRoles } from "./facts.ts";

/** The secret of a mailed link. */
export const token = z.string().min(1).max(200);

const emptied = z.union([z.null(), z.string().refine((text) => !isSeen(text))]).transform(() => null);

const AMOUNT_WANTED = "Please write an amount such as 2500 or 2500.50";

/** Dollars and cents as a form or program sends them; empty for none. */
export const dollars = z.union(
  [
    emptied,
    z
      .union([z.string(), z.number().transform(String)])
      .transform(toDecimal)
      .pipe(z.string().regex(/^[0-9]{1,12}(\.[0-9]{1,2})?$/, AMOUNT_WANTED)),
  ],
  AMOUNT_WANTED,
);

/** `$2,500.50` and `2500,50` are 2500.50. One point before three digits stays, and is refused. */
function toDecimal(written: string): string {
  return written
    .trim()
    .replace(/^\$\s*/, "")
    .replace(/,(?=\d{3}(?:\D|$))/g, "")
    .replace(/,(?=\d{1,2}$)/, ".");
}

const needed = (most: number, missing: string) => oneLine(most).refine(isSeen, missing);

/** The fields of a company that its managers fill in. */
export const companyFields = {
  name: companyName,
  country,
  taxNumber: z.union([emptied, oneLine(40)]).default(null),
  documentsEmail: z.union([emptied, email]).default(null),
};

export const memberFields = { role: z.enum(memberRoles, "Please choose a role"), orderLimit: dollars.default(null) };

export const addressFields = {
  label: needed(60, "Please write a name for this address"),
  street: needed(200, "Street is required"),
  postcode: oneLine(20),
  town: needed(100, "Town is required"),
  country,
  isForInvoices: z.boolean().default(false),
  isDefault: z.boolean().default(false),
};
