const PLACES = 4;

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

/** A unit price as shown on a tag: `$0.0620`, for trims cost fractions of a cent; from a dollar on `$4.20` suffices. */
export function formatUnitPrice(unitPrice: string): string {
  const exact = totalPrice(unitPrice, 1);
  return `$${group(exact.startsWith("0.") ? exact : exact.replace(/00$/, ""))}`;
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
