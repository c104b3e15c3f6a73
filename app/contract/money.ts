const PLACES = 4;

/** Exact ten-thousandths of a dollar. `text` is a decimal as the contract's `price` allows. */
function toTenThousandths(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(PLACES, "0"));
}

/** The exact cost of `count` pieces at `unitPrice`, as decimal text with four places. */
export function totalPrice(unitPrice: string, count: number): string {
  const total = toTenThousandths(unitPrice) * BigInt(count);
  const digits = total.toString().padStart(PLACES + 1, "0");
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

/** Negative when `a` is less than `b`, positive when it is more, 0 when both are the same price. */
export function comparePrices(a: string, b: string): number {
  const difference = toTenThousandths(a) - toTenThousandths(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** An exact amount rounded half up to cents, a negative one away from zero: `11.4885` is `11.49`. */
export function roundToCents(exact: string): string {
  const parts = toTenThousandths(exact);
  return writeCents(parts < 0n ? (parts - 50n) / 100n : (parts + 50n) / 100n);
}

/** Amounts as shown, each rounded half up to cents, then added: `["11.4885", "2"]` is `13.49`. */
export function addTotals(totals: readonly string[]): string {
  return writeCents(totals.reduce((cents, total) => cents + toCents(roundToCents(total)), 0n));
}

/** A unit price in full, with four places: `0.0620`, `12.0000`. */
export function writePrice(unitPrice: string): string {
  return totalPrice(unitPrice, 1);
}

/**
 * A unit price as on a tag: `$0.0620`, because trims cost fractions of a cent; from one dollar up, `$4.20` is enough.
 */
export function formatUnitPrice(unitPrice: string): string {
  return `$${group(writeUnitPrice(unitPrice))}`;
}

/** The same in a form's field: `0.0620`, `4.20`. */
export function writeUnitPrice(unitPrice: string): string {
  const exact = totalPrice(unitPrice, 1);
  return exact.startsWith("0.") ? exact : exact.replace(/00$/, "");
}

/** A total as on an invoice: `$1,950.00`, rounded half up to cents; less than nothing is `−$12.50`. */
export function formatTotal(total: string): string {
  const cents = roundToCents(total);
  return cents.startsWith("-") ? `−$${group(cents.slice(1))}` : `$${group(cents)}`;
}

/** A total in whole dollars, for a chart: `$18,153`, rounded half up. */
export function formatDollars(total: string): string {
  return `$${group(((toTenThousandths(total) + 5000n) / 10_000n).toString())}`;
}

/** A count of pieces as shown: `96,000`. */
export function formatPieces(count: number): string {
  return group(String(count));
}

/** A count with its word: `1 piece`, `96,000 pieces`. */
export function describePieces(count: number): string {
  return `${formatPieces(count)} ${count === 1 ? "piece" : "pieces"}`;
}

/** The same on a tag: `1 pc`, `96,000 pcs`. */
export function describePiecesShort(count: number): string {
  return `${formatPieces(count)} ${count === 1 ? "pc" : "pcs"}`;
}

function group(decimal: string): string {
  const [whole = "", fraction] = decimal.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Whole cents of a decimal amount with at most two places, negative too: `"-12.5"` is `-1250n`. */
export function toCents(amount: string): bigint {
  const found = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(amount);
  if (!found) throw new Error(`not an amount of cents: ${amount}`);
  const [, sign = "", whole = "0", fraction = ""] = found;
  const cents = BigInt(whole + fraction.padEnd(2, "0"));
  return sign ? -cents : cents;
}

/** The reverse of `toCents`: `-1250n` is `"-12.50"`. */
export function writeCents(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
