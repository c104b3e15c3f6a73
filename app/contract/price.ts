import { z } from "zod";

const PLACES = 4;

/** An exact price in US dollars per piece: decimal text, up to eight digits and four places. Never a float. */
export const price = z.string().regex(/^[0-9]{1,8}(\.[0-9]{1,4})?$/, "Please write a price such as 0.0345");

/** A price as a form or a program sends it: text, or a JSON number, which keeps its digits. */
export const priceInput = z.union([z.string().trim(), z.number().transform(String)]).pipe(price);

/** Ten-thousandths of a dollar, exactly. `text` is a decimal as the contract's `price` allows. */
function toTenThousandths(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(PLACES, "0"));
}

/** What `count` pieces at `unitPrice` cost, exactly, as decimal text with four places. */
export function totalPrice(unitPrice: string, count: number): string {
  const total = toTenThousandths(unitPrice) * BigInt(count);
  const digits = total.toString().padStart(PLACES + 1, "0");
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

/** A unit price as shown on a tag: `$0.0620`; all four places, because trims cost fractions of a cent. */
export function formatUnitPrice(unitPrice: string): string {
  return `$${group(totalPrice(unitPrice, 1))}`;
}

/** A total as shown in a sum: `$1,950.00`; two places, more only where the amount has them. */
export function formatTotal(total: string): string {
  return `$${group(totalPrice(total, 1).replace(/0{1,2}$/, ""))}`;
}

/** Pieces as shown: `96,000`. */
export function formatPieces(count: number): string {
  return group(String(count));
}

function group(decimal: string): string {
  const [whole = "", fraction] = decimal.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
